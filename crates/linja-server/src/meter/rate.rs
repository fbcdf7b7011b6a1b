//! A rate limit per address: a bucket of cells that fills again at a steady pace.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Number of tracked addresses from which idle ones are removed.
pub(super) const REMEMBERED: usize = 10_000;

/// A limit for every address: a burst of cells at once, and then one cell after each `per_cell`.
pub(super) struct Rate {
    per_cell: Duration,
    burst: u32,
    buckets: Mutex<Buckets>,
}

struct Buckets {
    /// When the bucket of an address is full again. One that is full need not be stored.
    full_at: HashMap<IpAddr, Instant>,
    /// Full buckets are removed when more than this many are tracked.
    forget_at: usize,
}

/// What is left in the bucket of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The cells of a full bucket.
    pub limit: u32,
    /// The cells that the address can still use at once.
    pub cells: u32,
    /// Until the bucket is full again.
    pub full_in: Duration,
    /// How long an empty bucket takes to fill.
    pub window: Duration,
}

impl Left {
    /// How long a cell takes to fill.
    #[must_use]
    pub fn per_cell(&self) -> Duration {
        self.window / self.limit.max(1)
    }

    /// Until this many cells can be used.
    #[must_use]
    pub fn until(&self, cells: u32) -> Duration {
        let missing = self.limit.saturating_sub(cells);
        self.full_in.saturating_sub(self.per_cell() * missing)
    }
}

impl Rate {
    /// `cells` in each `period`, in a burst of at most `burst`. Neither number is 0.
    pub(super) fn new(cells: u32, period: Duration, burst: u32) -> Rate {
        let buckets = Buckets { full_at: HashMap::new(), forget_at: REMEMBERED };
        Rate { per_cell: period / cells.max(1), burst: burst.max(1), buckets: Mutex::new(buckets) }
    }

    pub(super) fn burst(&self) -> u32 {
        self.burst
    }

    /// Takes cells. The error is how long to wait until there are as many.
    pub(super) fn take(&self, network: IpAddr, cells: u32, now: Instant) -> Result<Left, Duration> {
        let mut buckets = self.buckets();
        buckets.forget_full(now);
        let before = buckets.full_at.get(&network).map_or(now, |&full_at| full_at.max(now));
        let full_at = before + self.per_cell * cells;
        let excess = full_at.duration_since(now).saturating_sub(self.window());
        if !excess.is_zero() {
            return Err(excess);
        }
        buckets.full_at.insert(network, full_at);
        Ok(self.left_until(full_at, now))
    }

    /// What the address has left.
    pub(super) fn left(&self, network: IpAddr, now: Instant) -> Left {
        let full_at = self.buckets().full_at.get(&network).copied();
        self.left_until(full_at.unwrap_or(now), now)
    }

    fn left_until(&self, full_at: Instant, now: Instant) -> Left {
        let full_in = full_at.saturating_duration_since(now);
        let missing = full_in.as_nanos().div_ceil(self.per_cell.as_nanos().max(1));
        let cells = self.burst.saturating_sub(u32::try_from(missing).unwrap_or(u32::MAX));
        Left { limit: self.burst, cells, full_in, window: self.window() }
    }

    pub(super) fn window(&self) -> Duration {
        self.per_cell * self.burst
    }

    fn buckets(&self) -> MutexGuard<'_, Buckets> {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[cfg(test)]
    pub(super) fn tracked(&self) -> usize {
        self.buckets().full_at.len()
    }
}

impl Buckets {
    fn forget_full(&mut self, now: Instant) {
        if self.full_at.len() > self.forget_at {
            self.full_at.retain(|_, full_at| *full_at > now);
            // Doubling the threshold keeps the amortised cost of removal constant.
            self.forget_at = (2 * self.full_at.len()).max(REMEMBERED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(10, 0, 0, 1));

    #[test]
    fn bucket_fills_again_at_a_steady_pace() {
        let (rate, begun) = (Rate::new(10, Duration::from_secs(1), 4), Instant::now());
        let at = |milliseconds| begun + Duration::from_millis(milliseconds);
        assert_eq!(rate.left(ONE, begun).cells, 4);
        assert_eq!(rate.take(ONE, 3, begun).map(|left| left.cells), Ok(1));
        assert_eq!(rate.take(ONE, 2, begun), Err(Duration::from_millis(100)));
        assert_eq!(rate.left(ONE, begun).cells, 1, "a refusal costs nothing");
        assert_eq!(rate.take(ONE, 2, at(100)).map(|left| left.cells), Ok(0));
        assert_eq!(rate.left(ONE, at(199)).cells, 0);
        assert_eq!(rate.left(ONE, at(200)).cells, 1);
        let left = rate.left(ONE, at(300));
        assert_eq!((left.cells, left.limit, left.full_in), (2, 4, Duration::from_millis(200)));
        assert_eq!(left.until(3), Duration::from_millis(100));
        assert_eq!(left.until(1), Duration::ZERO);
        assert_eq!(rate.left(ONE, at(10_000)).cells, 4, "never more than a burst");
        assert_eq!(rate.take(ONE, 5, at(10_000)), Err(Duration::from_millis(100)), "more than a burst");
    }
}
