use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

const HOUR: Duration = Duration::from_hours(1);

/// A limit per address for rare and expensive requests: at most this many within any hour. A [`Rate`](super::Rate) would
/// give an address more in its first hour, because it refills gradually.
pub(super) struct Hourly {
    most: usize,
    /// The uses of the last hour, the oldest first.
    uses: Mutex<VecDeque<(Instant, IpAddr)>>,
}

impl Hourly {
    pub(super) fn new(most: usize) -> Hourly {
        Hourly { most, uses: Mutex::default() }
    }

    /// Counts a use. The error is the number of seconds to wait.
    pub(super) fn check(&self, network: IpAddr, now: Instant) -> Result<(), u32> {
        let mut uses = self.uses.lock().unwrap_or_else(PoisonError::into_inner);
        while uses.front().is_some_and(|(at, _)| now.duration_since(*at) >= HOUR) {
            uses.pop_front();
        }
        let own = uses.iter().rev().filter(|(_, other)| *other == network);
        // Another use is possible an hour after the one that is `most` uses ago.
        match own.map(|(at, _)| *at).take(self.most).nth(self.most.saturating_sub(1)) {
            Some(oldest) => Err((HOUR.saturating_sub(now.duration_since(oldest))).as_secs() as u32 + 1),
            None if self.most == 0 => Err(HOUR.as_secs() as u32),
            None => {
                uses.push_back((now, network));
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_hour_has_at_most_three_uses_of_an_address() {
        let (hourly, begun) = (Hourly::new(3), Instant::now());
        let (one, other): (IpAddr, IpAddr) = ([10, 0, 0, 1].into(), [10, 0, 0, 2].into());
        let at = |minutes: u64| begun + Duration::from_mins(minutes);
        for minutes in [0, 10, 50] {
            assert_eq!(hourly.check(one, at(minutes)), Ok(()));
        }
        assert_eq!(hourly.check(one, at(50)), Err(601), "ten minutes until the first is an hour ago");
        assert_eq!(hourly.check(other, at(50)), Ok(()), "another address is not affected");
        assert_eq!(hourly.check(one, at(60)), Ok(()));
        assert_eq!(hourly.check(one, at(61)), Err(541), "the second one was at minute 10");
        assert_eq!(hourly.check(one, at(70)), Ok(()));
        assert!(Hourly::new(0).check(one, begun).is_err());
    }

    #[test]
    fn old_uses_are_forgotten() {
        let (hourly, begun) = (Hourly::new(3), Instant::now());
        for number in 0..100_u8 {
            hourly.check([10, 0, 0, number].into(), begun).unwrap();
        }
        hourly.check([10, 0, 1, 1].into(), begun + HOUR).unwrap();
        assert_eq!(hourly.uses.lock().unwrap().len(), 1);
    }
}
