use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of a search. Without any, it runs until every line reaches the end of the game.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The number of positions to evaluate. All turns of a position are evaluated together, so the search can exceed
    /// the limit by a few hundred.
    pub nodes: Option<u64>,
    /// The time that the search may take. Has no effect in browsers.
    pub time: Option<Duration>,
    /// The depth in turns. At least the turns of the position itself are evaluated.
    pub depth: Option<u8>,
    /// Set by another thread to stop the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// A limit of nodes alone: the same position always gives the same result, on every machine.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// A limit of depth alone: the same position always gives the same result, on every machine.
    #[must_use]
    pub fn depth(depth: u8) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
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

/// The limits and how much of them is used up.
pub(crate) struct Budget {
    limits: Limits,
    /// `None` in browsers, where the standard library has no clock: there, searches are limited by nodes.
    begun: Option<Instant>,
    pub nodes: u64,
    checks: u32,
}

/// Read the clock only every Nth check: there is a check about every 10 µs.
const CHECKS_PER_CLOCK: u32 = 16;

impl Budget {
    pub fn new(limits: &Limits) -> Budget {
        let begun = cfg!(not(target_family = "wasm")).then(Instant::now);
        Budget { limits: limits.clone(), begun, nodes: 0, checks: 0 }
    }

    /// Whether an iteration of this depth is within the limits.
    pub fn allows_depth(&self, depth: u8) -> bool {
        self.limits.depth.is_none_or(|deepest| depth <= deepest)
    }

    pub fn elapsed(&self) -> Duration {
        self.begun.map(|begun| begun.elapsed()).unwrap_or_default()
    }

    /// Must be called before the turns of a position are evaluated.
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
