//! Whether a fault is on, and the times in which nothing could be stored.

use std::sync::{Mutex, PoisonError};

use tokio::sync::watch;
use tokio::time::Instant;

/// An outage of at most this many milliseconds need not be given back to a player whose clock ran.
const GRACE: u64 = 2_000;

/// The phase of a run.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// The server owes nothing from before this moment.
    Calm(Instant),
    /// A fault is on, or has just gone.
    Disturbed,
}

/// A time in which nothing could be stored, in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub(crate) began: u64,
    pub(crate) ended: u64,
}

/// The phases of a run.
#[derive(Debug)]
pub(crate) struct Phases {
    now: watch::Sender<Phase>,
    stops: Mutex<Vec<Stop>>,
}

impl Default for Phases {
    fn default() -> Phases {
        Phases { now: watch::Sender::new(Phase::Calm(Instant::now())), stops: Mutex::default() }
    }
}

impl Phases {
    /// A fault begins.
    pub(crate) fn disturb(&self) {
        self.now.send_replace(Phase::Disturbed);
    }

    /// Nothing is owed from before now.
    pub(crate) fn calm_down(&self) {
        self.now.send_replace(Phase::Calm(Instant::now()));
    }

    /// Waits until no fault is on and nothing is owed because of it. Returns since when that is so.
    pub(crate) async fn calm(&self) -> Instant {
        let mut now = self.now.subscribe();
        loop {
            if let Phase::Calm(since) = *now.borrow_and_update() {
                return since;
            }
            // Never fails: the sender lives as long as this value.
            let _ = now.changed().await;
        }
    }

    /// Records a time in which nothing could be stored.
    pub(crate) fn stopped(&self, stop: Stop) {
        self.stops.lock().unwrap_or_else(PoisonError::into_inner).push(stop);
    }

    /// How much of the time between two moments has to be given back to a player, in milliseconds.
    pub(crate) fn lost_time(&self, from: u64, to: u64) -> u64 {
        let stops = self.stops.lock().unwrap_or_else(PoisonError::into_inner);
        let long = stops.iter().filter(|stop| stop.ended.saturating_sub(stop.began) > GRACE);
        long.map(|stop| stop.ended.min(to).saturating_sub(stop.began.max(from))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_outages_are_given_back_as_far_as_they_overlap() {
        let phases = Phases::default();
        phases.stopped(Stop { began: 10_000, ended: 20_000 });
        phases.stopped(Stop { began: 30_000, ended: 31_000 });
        assert_eq!(phases.lost_time(0, 100_000), 10_000);
        assert_eq!(phases.lost_time(15_000, 18_000), 3_000);
        assert_eq!(phases.lost_time(25_000, 100_000), 0);
    }
}
