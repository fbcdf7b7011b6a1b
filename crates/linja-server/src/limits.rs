//! How much one client may use: requests a second, and live connections.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota};

use crate::config::Limits;
use crate::problem::{Code, Problem};

/// Addresses remembered before idle ones are forgotten.
const REMEMBERED: usize = 10_000;

/// Counts what clients use.
pub struct Meter {
    limits: Limits,
    requests: Option<DefaultKeyedRateLimiter<IpAddr>>,
    sockets: Arc<Mutex<Sockets>>,
}

#[derive(Default)]
struct Sockets {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The right to one live connection; ends when dropped.
pub struct SocketPermit {
    address: IpAddr,
    sockets: Arc<Mutex<Sockets>>,
}

impl Meter {
    /// Nothing is used yet.
    #[must_use]
    pub fn new(limits: Limits) -> Meter {
        let quota = NonZeroU32::new(limits.requests_per_second).map(|rate| {
            let burst = NonZeroU32::new(limits.burst).unwrap_or(rate);
            Quota::per_second(rate).allow_burst(burst)
        });
        Meter { limits, requests: quota.map(DefaultKeyedRateLimiter::keyed), sockets: Arc::default() }
    }

    /// The limits that are kept.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts a request.
    ///
    /// # Errors
    /// If the address has sent too many.
    pub fn request(&self, address: IpAddr) -> Result<(), Problem> {
        let Some(requests) = &self.requests else { return Ok(()) };
        if requests.len() > REMEMBERED {
            requests.retain_recent();
        }
        requests.check_key(&network(address)).map_err(|early| {
            let wait = early.wait_time_from(DefaultClock::default().now());
            let seconds = wait.as_secs() as u32 + 1;
            Problem::new(Code::TooManyRequests, "Too many requests; wait a little.").retry_after(seconds)
        })
    }

    /// Counts a live connection.
    ///
    /// # Errors
    /// If there are too many.
    pub fn socket(&self, address: IpAddr) -> Result<SocketPermit, Problem> {
        let address = network(address);
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let own = sockets.by_address.get(&address).copied().unwrap_or_default();
        if sockets.all >= self.limits.sockets || own >= self.limits.sockets_per_address {
            return Err(Problem::new(Code::TooManySockets, "Too many live connections; close some first.")
                .retry_after(10));
        }
        sockets.all += 1;
        *sockets.by_address.entry(address).or_default() += 1;
        metrics::gauge!("linja_sockets").set(sockets.all as f64);
        Ok(SocketPermit { address, sockets: self.sockets.clone() })
    }
}

impl Meter {
    /// Live connections now.
    #[must_use]
    pub fn open_sockets(&self) -> usize {
        self.sockets.lock().unwrap_or_else(PoisonError::into_inner).all
    }
}

impl Drop for SocketPermit {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        sockets.all = sockets.all.saturating_sub(1);
        if let Some(own) = sockets.by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                sockets.by_address.remove(&self.address);
            }
        }
        metrics::gauge!("linja_sockets").set(sockets.all as f64);
    }
}

/// Whoever has one IPv6 address usually has the 2^64 beside it too.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn burst_is_allowed_and_no_more() {
        let meter = Meter::new(Limits { requests_per_second: 1, burst: 3, ..Limits::default() });
        for _ in 0..3 {
            assert!(meter.request(address("10.0.0.1")).is_ok());
        }
        let problem = meter.request(address("10.0.0.1")).unwrap_err();
        assert_eq!(problem.code, Code::TooManyRequests);
        assert!(problem.retry_after.is_some());
        assert!(meter.request(address("10.0.0.2")).is_ok(), "another address is not affected");
        let unlimited = Meter::new(Limits { requests_per_second: 0, ..Limits::default() });
        assert!((0..10_000).all(|_| unlimited.request(address("10.0.0.1")).is_ok()));
    }

    #[test]
    fn neighbours_in_a_network_count_as_one() {
        let meter = Meter::new(Limits { sockets_per_address: 1, ..Limits::default() });
        let permit = meter.socket(address("2001:db8::1")).unwrap();
        assert!(meter.socket(address("2001:db8::2")).is_err());
        assert!(meter.socket(address("2001:db8:0:1::2")).is_ok());
        drop(permit);
        assert!(meter.socket(address("2001:db8::2")).is_ok());
    }

    #[test]
    fn all_sockets_together_are_limited() {
        let meter = Meter::new(Limits { sockets: 2, ..Limits::default() });
        let permits = [meter.socket(address("10.0.0.1")), meter.socket(address("10.0.0.2"))];
        assert!(permits.iter().all(Result::is_ok));
        assert!(meter.socket(address("10.0.0.3")).is_err());
    }
}
