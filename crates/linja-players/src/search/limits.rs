use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How long a search may take. Without any limit it goes on until the game is read to its end.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// How many positions may be judged. A search stops at the first moment when it has judged as many; since all
    /// turns of a position are looked at together, it can be some hundred more.
    pub nodes: Option<u64>,
    /// How much time may pass.
    pub time: Option<Duration>,
    /// Somebody else may end the search by setting this.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// A limit of nodes alone: the same position gives the same result, whenever and wherever it is searched.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of time alone.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits { time: Some(time), ..Limits::default() }
    }
}

/// A limit has been reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stopped;

/// What has been spent of the limits.
pub(crate) struct Budget {
    limits: Limits,
    begun: Instant,
    pub nodes: u64,
    checks: u32,
}

/// The clock is read at every so many checks: a check comes every 10 µs or so.
const CHECKS_PER_CLOCK: u32 = 16;

impl Budget {
    pub fn new(limits: &Limits) -> Budget {
        Budget { limits: limits.clone(), begun: Instant::now(), nodes: 0, checks: 0 }
    }

    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// To be called before the turns of a position are looked at.
    #[inline]
    pub fn check(&mut self) -> Result<(), Stopped> {
        if self.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            return Err(Stopped);
        }
        let clock = self.checks.is_multiple_of(CHECKS_PER_CLOCK);
        self.checks = self.checks.wrapping_add(1);
        if clock && self.is_late() { Err(Stopped) } else { Ok(()) }
    }

    fn is_late(&self) -> bool {
        self.limits.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.limits.time.is_some_and(|limit| self.elapsed() >= limit)
    }
}
