//! Messages beyond the rate limit.

use std::time::Instant;

/// Messages that a connection may send beyond the rate limit of its address, before it is closed.
const MOST: f64 = 100.0;
/// Of these, how many are forgiven per second.
const FORGIVEN: f64 = 1.0;

/// The messages of one connection beyond the rate limit of its address. A client that does not know the limit, or whose
/// neighbours have used it up, gets problems; a client that keeps flooding is cut off.
#[derive(Debug, Default)]
pub(super) struct Excess {
    count: f64,
    last: Option<Instant>,
}

impl Excess {
    /// Counts a message beyond the limit; `false` if the connection has sent too many.
    pub(super) fn allow(&mut self, now: Instant) -> bool {
        let since = self.last.replace(now).map_or(0.0, |last| now.duration_since(last).as_secs_f64());
        self.count = (self.count - FORGIVEN * since).max(0.0) + 1.0;
        self.count <= MOST
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn flood_is_cut_off_and_occasional_excess_is_forgiven() {
        let (mut excess, begun) = (Excess::default(), Instant::now());
        assert!((0..100).all(|_| excess.allow(begun)));
        assert!(!excess.allow(begun));
        let mut excess = Excess::default();
        assert!((0..10_000).all(|second| excess.allow(begun + Duration::from_secs(second))));
    }
}
