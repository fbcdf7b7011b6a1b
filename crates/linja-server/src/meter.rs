//! Usage limits of clients: requests per second, new games per minute, rule sets to solve per hour, connections and live
//! connections.

mod hourly;
mod rate;

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderValue;
use linja::Message;
use linja_games::workers::Client;

use self::hourly::Hourly;
pub use self::rate::Left;
use self::rate::Rate;
use crate::config::Limits;
use crate::cost::Cost;
use crate::problem::{Code, Problem};

/// Counts the usage of clients and enforces the limits.
pub struct Meter {
    limits: Limits,
    requests: Option<Rate>,
    /// The header that shows the limit on requests.
    policy: Option<HeaderValue>,
    /// How often a request has cost more than [`Cost::REQUEST`].
    expenses: AtomicU64,
    games: Option<Rate>,
    codes: Option<Rate>,
    others_positions: Option<Rate>,
    solves: Option<Hourly>,
    sockets: Arc<Places>,
    streams: Arc<Places>,
    connections: Arc<Places>,
}

/// A limited number of places, in total and per address.
struct Places {
    most: usize,
    most_of_one: usize,
    taken: Mutex<Taken>,
    gauge: &'static str,
}

#[derive(Default)]
struct Taken {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The right to one place; released when dropped.
pub struct Permit {
    address: IpAddr,
    places: Arc<Places>,
}

impl Meter {
    /// A meter without usage. Behind a proxy all connections come from one address, so only their total is limited.
    #[must_use]
    pub fn new(limits: Limits, is_behind_proxy: bool) -> Meter {
        let per_second = limits.requests_per_second;
        let burst = if limits.burst > 0 { limits.burst } else { per_second };
        let requests = (per_second > 0).then(|| Rate::new(per_second, Duration::from_secs(1), burst));
        let per_minute = |most: u32| {
            let is_limited = most > 0 && requests.is_some();
            is_limited.then(|| Rate::new(most, Duration::from_mins(1), most))
        };
        let games = per_minute(limits.games_per_minute);
        let codes = per_minute(limits.codes_per_minute);
        let others_positions = per_minute(limits.others_positions_per_minute);
        let solves = requests.is_some().then(|| Hourly::new(limits.solves_per_hour));
        let policy = requests.as_ref().and_then(|rate| {
            let policy = format!("{};w={}", rate.burst(), whole_seconds(rate.window()));
            HeaderValue::from_str(&policy).ok()
        });
        let of_one = if is_behind_proxy { usize::MAX } else { limits.connections_of_one() };
        Meter {
            limits,
            requests,
            policy,
            expenses: AtomicU64::new(0),
            games,
            codes,
            others_positions,
            solves,
            sockets: Places::new(limits.sockets, limits.sockets_per_address, "linja_sockets"),
            streams: Places::new(limits.streams, limits.streams_per_address, "linja_streams"),
            connections: Places::new(limits.connections, of_one, "linja_connections"),
        }
    }

    /// The enforced limits.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Counts a request. Returns what the address has left then; `None` if requests are not limited.
    ///
    /// # Errors
    /// If the address has sent too many requests.
    pub fn request(&self, address: IpAddr) -> Result<Option<Left>, Problem> {
        self.take_cells(address, Cost::REQUEST.0)
    }

    /// The header `RateLimit-Policy`, if requests are limited.
    #[must_use]
    pub fn policy(&self) -> Option<&HeaderValue> {
        self.policy.as_ref()
    }

    /// Changes whenever a request of any client has cost more than [`Cost::REQUEST`].
    #[must_use]
    pub fn expenses(&self) -> u64 {
        self.expenses.load(Ordering::Relaxed)
    }

    /// Counts what a request costs beyond [`Cost::REQUEST`], which [`Meter::request`] has counted.
    ///
    /// # Errors
    /// If the address has sent too many or too expensive requests.
    pub fn spend(&self, address: IpAddr, cost: Cost) -> Result<(), Problem> {
        // With a small burst, the cells of a whole burst must be enough, or the request would never succeed.
        let most = self.requests.as_ref().map_or(0, |rate| rate.burst() - 1);
        match cost.0.saturating_sub(Cost::REQUEST.0).min(most) {
            0 => Ok(()),
            more => {
                self.expenses.fetch_add(1, Ordering::Relaxed);
                self.take_cells(address, more).map(drop)
            }
        }
    }

    fn take_cells(&self, address: IpAddr, cells: u32) -> Result<Option<Left>, Problem> {
        let Some(rate) = &self.requests else { return Ok(None) };
        rate.take(network(address), cells, Instant::now()).map(Some).map_err(|wait| {
            let message = Message::new("problem_too_many_requests");
            Problem::of(Code::TooManyRequests, message).retry_after(seconds(wait))
        })
    }

    /// What the address has left of its rate limit; `None` if there is none.
    #[must_use]
    pub fn left(&self, address: IpAddr) -> Option<Left> {
        self.requests.as_ref().map(|rate| rate.left(network(address), Instant::now()))
    }

    /// Counts a part of a long answer, and waits until the address may have it. Leaves half of the burst for other requests.
    pub async fn wait_to_spend(&self, address: IpAddr, cost: Cost) {
        let Some(rate) = &self.requests else { return };
        let (address, half) = (network(address), rate.burst() / 2);
        let cells = cost.0.clamp(1, rate.burst() - half);
        loop {
            let left = rate.left(address, Instant::now());
            let wait = left.until(half + cells);
            if wait.is_zero() && rate.take(address, cells, Instant::now()).is_ok() {
                return;
            }
            // A rounded time may end a moment too early.
            tokio::time::sleep(wait.max(Duration::from_millis(1))).await;
        }
    }

    /// The client on whose behalf work for this address runs.
    #[must_use]
    pub fn client(address: IpAddr) -> Client {
        Client::Network(network(address))
    }

    /// Counts a new game.
    ///
    /// # Errors
    /// If the address has created too many games in the last minute. Limited by address, because a client can have any
    /// number of tokens.
    pub fn game(&self, address: IpAddr) -> Result<(), Problem> {
        let Some(rate) = &self.games else { return Ok(()) };
        rate.take(network(address), 1, Instant::now()).map(drop).map_err(|wait| {
            let message = Message::new("problem_too_many_new_games");
            Problem::of(Code::TooManyGames, message).retry_after(seconds(wait))
        })
    }

    /// Counts a request that uses or issues a code, or signs out.
    ///
    /// # Errors
    /// If the address has sent too many of them in the last minute: codes must not be guessed.
    pub fn code(&self, address: IpAddr) -> Result<(), Problem> {
        check_minute(self.codes.as_ref(), address, "problem_too_many_codes")
    }

    /// Counts a question about a position of a running game between other people.
    ///
    /// # Errors
    /// If the address has sent too many of them in the last minute.
    pub fn others_position(&self, address: IpAddr) -> Result<(), Problem> {
        check_minute(self.others_positions.as_ref(), address, "problem_too_many_running")
    }

    /// Counts a rule set to solve.
    ///
    /// # Errors
    /// If the address has asked for too many within the last hour.
    pub fn solve(&self, address: IpAddr) -> Result<(), Problem> {
        let Some(solves) = &self.solves else { return Ok(()) };
        solves.check(network(address), Instant::now()).map_err(|seconds| {
            let message = Message::new("problem_too_many_solves");
            Problem::of(Code::TooManyRequests, message).retry_after(seconds)
        })
    }

    /// Counts a live connection.
    ///
    /// # Errors
    /// If there are too many live connections.
    pub fn socket(&self, address: IpAddr) -> Result<Permit, Problem> {
        self.sockets.take(address).ok_or_else(|| {
            Problem::of(Code::TooManySockets, Message::new("problem_too_many_sockets")).retry_after(10)
        })
    }

    /// Counts an answer to many positions, for as long as it is sent.
    ///
    /// # Errors
    /// If there are too many of them.
    pub fn stream(&self, address: IpAddr) -> Result<Permit, Problem> {
        self.streams.take(address).ok_or_else(|| {
            Problem::of(Code::TooManyRequests, Message::new("problem_too_many_requests")).retry_after(1)
        })
    }

    /// Counts a connection of any kind; `None` if there are too many.
    #[must_use]
    pub fn connection(&self, address: IpAddr) -> Option<Permit> {
        self.connections.take(address)
    }

    /// Number of live connections.
    #[must_use]
    pub fn open_sockets(&self) -> usize {
        self.sockets.taken().all
    }

    /// Number of connections, without those that became live ones.
    #[must_use]
    pub fn open_connections(&self) -> usize {
        self.connections.taken().all
    }
}

/// Counts a use of a limit per minute.
fn check_minute(rate: Option<&Rate>, address: IpAddr, message: &'static str) -> Result<(), Problem> {
    let Some(rate) = rate else { return Ok(()) };
    rate.take(network(address), 1, Instant::now())
        .map(drop)
        .map_err(|wait| Problem::of(Code::TooManyRequests, Message::new(message)).retry_after(seconds(wait)))
}

/// A time in whole seconds, rounded up.
pub(crate) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// Whole seconds, after which a client that waits is sure to be let in.
fn seconds(wait: Duration) -> u32 {
    u32::try_from(wait.as_secs()).unwrap_or(u32::MAX - 1) + 1
}

impl Places {
    fn new(most: usize, most_of_one: usize, gauge: &'static str) -> Arc<Places> {
        Arc::new(Places { most, most_of_one, taken: Mutex::default(), gauge })
    }

    fn taken(&self) -> std::sync::MutexGuard<'_, Taken> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(self: &Arc<Self>, address: IpAddr) -> Option<Permit> {
        let address = network(address);
        let mut taken = self.taken();
        let own = taken.by_address.get(&address).copied().unwrap_or_default();
        if taken.all >= self.most || own >= self.most_of_one {
            return None;
        }
        taken.all += 1;
        *taken.by_address.entry(address).or_default() += 1;
        metrics::gauge!(self.gauge).set(taken.all as f64);
        Some(Permit { address, places: self.clone() })
    }
}

impl Permit {
    /// Whether more than half of all places, or of the places of this address, are taken.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        let Places { most, most_of_one, .. } = *self.places;
        let taken = self.places.taken();
        let own = taken.by_address.get(&self.address).copied().unwrap_or_default();
        taken.all > most / 2 || own > most_of_one / 2
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all = taken.all.saturating_sub(1);
        if let Some(own) = taken.by_address.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                taken.by_address.remove(&self.address);
            }
        }
        metrics::gauge!(self.places.gauge).set(taken.all as f64);
    }
}

/// An IPv6 client usually owns all 2^64 addresses of its network, so these count as one address.
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
        let meter = Meter::new(Limits { requests_per_second: 1, burst: 3, ..Limits::default() }, false);
        for _ in 0..3 {
            assert!(meter.request(address("10.0.0.1")).is_ok());
        }
        let problem = meter.request(address("10.0.0.1")).unwrap_err();
        assert_eq!(problem.code, Code::TooManyRequests);
        assert!(problem.retry_after.is_some());
        assert!(meter.request(address("10.0.0.2")).is_ok(), "another address is not affected");
        let unlimited = Meter::new(Limits { requests_per_second: 0, ..Limits::default() }, false);
        assert!((0..10_000).all(|_| unlimited.request(address("10.0.0.1")).is_ok()));
    }

    #[test]
    fn expensive_requests_use_up_the_burst_sooner() {
        let limits = Limits { requests_per_second: 1, burst: 21, ..Limits::default() };
        let meter = Meter::new(limits, false);
        let ask = |from: &str, cost| {
            meter.request(address(from)).and_then(|_| meter.spend(address(from), cost)).is_ok()
        };
        assert!((0..21).all(|_| ask("10.0.0.1", Cost::REQUEST)));
        assert!(!ask("10.0.0.1", Cost::REQUEST));
        assert!((0..2).all(|_| ask("10.0.0.2", Cost::SEARCH)));
        assert!(!ask("10.0.0.2", Cost::SEARCH));
        for burst in [1, 5] {
            let meter = Meter::new(Limits { burst, ..limits }, false);
            meter.request(address("10.0.0.3")).unwrap();
            meter.spend(address("10.0.0.3"), Cost::PUZZLE).expect("a whole burst is enough");
            assert!(meter.request(address("10.0.0.3")).is_err());
        }
    }

    #[test]
    fn neighbours_in_a_network_count_as_one() {
        let meter = Meter::new(Limits { sockets_per_address: 1, ..Limits::default() }, false);
        let permit = meter.socket(address("2001:db8::1")).unwrap();
        assert!(meter.socket(address("2001:db8::2")).is_err());
        assert!(meter.socket(address("2001:db8:0:1::2")).is_ok());
        drop(permit);
        assert!(meter.socket(address("2001:db8::2")).is_ok());
    }

    #[test]
    fn all_sockets_together_are_limited() {
        let meter = Meter::new(Limits { sockets: 2, ..Limits::default() }, false);
        let permits = [meter.socket(address("10.0.0.1")), meter.socket(address("10.0.0.2"))];
        assert!(permits.iter().all(Result::is_ok));
        assert!(meter.socket(address("10.0.0.3")).is_err());
    }

    #[test]
    fn new_games_are_limited_unless_nothing_is() {
        let limits = Limits { games_per_minute: 2, ..Limits::default() };
        let meter = Meter::new(limits, false);
        assert!((0..2).all(|_| meter.game(address("10.0.0.1")).is_ok()));
        assert_eq!(meter.game(address("10.0.0.1")).unwrap_err().code, Code::TooManyGames);
        assert!(meter.game(address("10.0.0.2")).is_ok());
        let unlimited = Meter::new(Limits { requests_per_second: 0, ..limits }, false);
        assert!((0..10).all(|_| unlimited.game(address("10.0.0.1")).is_ok()));
    }

    #[test]
    fn connections_of_one_address_are_limited_unless_it_is_a_proxy() {
        let limits = Limits { sockets_per_address: 5, connections: 30, ..Limits::default() };
        let take = |meter: &Meter| (0..50).map_while(|_| meter.connection(address("10.0.0.1"))).collect();
        let meter = Meter::new(limits, false);
        let held: Vec<Permit> = take(&meter);
        assert_eq!((held.len(), meter.open_connections()), (20, 20));
        assert!(meter.connection(address("10.0.0.2")).is_some(), "others still come in");
        let held: Vec<Permit> = take(&Meter::new(limits, true));
        assert_eq!(held.len(), 30);
    }

    #[test]
    fn places_get_crowded_before_they_run_out() {
        let limits = Limits { sockets: 10, sockets_per_address: 4, ..Limits::default() };
        let meter = Meter::new(limits, false);
        let mut held =
            vec![meter.socket(address("10.0.0.1")).unwrap(), meter.socket(address("10.0.0.1")).unwrap()];
        assert!(!held[0].is_crowded());
        held.push(meter.socket(address("10.0.0.1")).unwrap());
        assert!(held[0].is_crowded(), "by its own address");
        let other = meter.socket(address("10.0.0.2")).unwrap();
        assert!(!other.is_crowded());
        held.extend([meter.socket(address("10.0.0.3")).unwrap(), meter.socket(address("10.0.0.4")).unwrap()]);
        assert!(other.is_crowded(), "by all others together");
    }

    #[test]
    fn idle_addresses_are_forgotten() {
        let meter = Meter::new(Limits { requests_per_second: 1_000_000, ..Limits::default() }, false);
        for i in 0..3 * rate::REMEMBERED as u32 {
            assert!(meter.request(IpAddr::from(i.to_be_bytes())).is_ok());
        }
        let rate = meter.requests.as_ref().unwrap();
        assert!(rate.tracked() <= 2 * rate::REMEMBERED, "{}", rate.tracked());
    }
}
