//! The time of the store: steady within a process, and the same on all servers up to some milliseconds.
//!
//! The wall clock of a machine may jump, and a jump would cost players their games. So the wall clock is read once, at
//! the start; from then on only elapsed time counts. Small differences to the other servers are corrected gradually.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A comparison that took longer says too little about the moment at which the other clock was read.
const LONGEST_COMPARISON: Duration = Duration::from_millis(100);
/// Larger differences are not corrected gradually: one of the clocks has jumped.
const JUMP: i64 = 2_000;
/// Corrections take this many times as long as their amount, so that nobody notices them.
const SLEW: i64 = 100;

/// The clocks of a machine. Tests use others.
pub trait MachineClock: Send + Sync + 'static {
    /// The wall clock, in milliseconds since 1970. May jump.
    fn wall(&self) -> u64;
    /// The time since some fixed moment. Never jumps and never goes back.
    fn elapsed(&self) -> Duration;
}

/// The clocks of this machine.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl Default for SystemClock {
    fn default() -> SystemClock {
        SystemClock(Instant::now())
    }
}

impl MachineClock for SystemClock {
    fn wall(&self) -> u64 {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
    }

    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// The time of the store.
pub struct StoreClock {
    machine: Box<dyn MachineClock>,
    setting: Mutex<Setting>,
}

/// At `elapsed` the time was `time`; from then on, `behind` is added gradually. In milliseconds.
#[derive(Clone, Copy, Debug)]
struct Setting {
    elapsed: u64,
    time: u64,
    behind: i64,
    suspicion: Option<Suspicion>,
}

/// A comparison by which the other servers are far ahead. The clock of the database's machine may have been set since the
/// heartbeat that it used, so a later heartbeat must show the same.
#[derive(Clone, Copy, Debug)]
struct Suspicion {
    heartbeat: u64,
    behind: i64,
}

impl Setting {
    fn time_at(&self, elapsed: u64) -> u64 {
        let since = elapsed.saturating_sub(self.elapsed);
        let most = since as i64 / SLEW;
        (self.time + since).saturating_add_signed(self.behind.clamp(-most, most))
    }
}

/// What a comparison with the other servers led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// It took too long.
    Discarded,
    /// The difference, in milliseconds, is being corrected gradually.
    Corrected(i64),
    /// The other servers seem to be far ahead by this many milliseconds. If a later heartbeat shows the same, the time is
    /// set.
    Suspected(i64),
    /// The other servers are far ahead by this many milliseconds: this machine was suspended. The time was set.
    Advanced(i64),
    /// The other servers are far behind by this many milliseconds. They will follow, because time never goes back.
    Ahead(i64),
}

impl StoreClock {
    /// A clock that shows the machine's wall clock now.
    #[must_use]
    pub fn new(machine: impl MachineClock) -> StoreClock {
        let elapsed = millis(machine.elapsed());
        let setting = Setting { elapsed, time: machine.wall(), behind: 0, suspicion: None };
        StoreClock { machine: Box::new(machine), setting: Mutex::new(setting) }
    }

    /// The time in milliseconds since 1970. Never goes back.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.setting().time_at(millis(self.machine.elapsed()))
    }

    /// The steady time of this machine, to measure how long a comparison takes.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.machine.elapsed()
    }

    /// Sets the time. Only for the start: it may go back.
    pub fn set(&self, time: u64) {
        let elapsed = millis(self.machine.elapsed());
        *self.setting() = Setting { elapsed, time, behind: 0, suspicion: None };
    }

    /// Compares with the other servers, whose time was `theirs` at some moment since `began`, a value of
    /// [`StoreClock::elapsed`], according to their heartbeat at `heartbeat`.
    pub fn compare(&self, theirs: u64, heartbeat: u64, began: Duration) -> Comparison {
        let ended = self.machine.elapsed();
        if ended.saturating_sub(began) > LONGEST_COMPARISON {
            return Comparison::Discarded;
        }
        let mut setting = self.setting();
        let (ended, middle) = (millis(ended), u64::midpoint(millis(began), millis(ended)));
        let behind = theirs as i64 - setting.time_at(middle) as i64;
        let time = setting.time_at(ended);
        let suspicion = setting.suspicion.take();
        if behind > JUMP {
            let agreed = suspicion.filter(|first| first.behind.abs_diff(behind) <= JUMP.unsigned_abs());
            if let Some(first) = agreed.filter(|first| heartbeat > first.heartbeat) {
                let behind = behind.min(first.behind);
                let time = time.saturating_add_signed(behind);
                *setting = Setting { elapsed: ended, time, behind: 0, suspicion: None };
                return Comparison::Advanced(behind);
            }
            setting.suspicion = agreed.or(Some(Suspicion { heartbeat, behind }));
            Comparison::Suspected(behind)
        } else if behind < -JUMP {
            Comparison::Ahead(behind)
        } else {
            *setting = Setting { elapsed: ended, time, behind, suspicion: None };
            Comparison::Corrected(behind)
        }
    }

    fn setting(&self) -> MutexGuard<'_, Setting> {
        // Safe to use after a panic: the setting changes only as a whole.
        self.setting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn millis(duration: Duration) -> u64 {
    duration.as_millis() as u64
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// Clocks that a test moves.
    #[derive(Clone, Default)]
    struct Moved {
        wall: Arc<AtomicU64>,
        elapsed: Arc<AtomicU64>,
    }

    impl MachineClock for Moved {
        fn wall(&self) -> u64 {
            self.wall.load(Ordering::Relaxed)
        }

        fn elapsed(&self) -> Duration {
            Duration::from_millis(self.elapsed.load(Ordering::Relaxed))
        }
    }

    impl Moved {
        fn pass(&self, millis: u64) {
            self.wall.fetch_add(millis, Ordering::Relaxed);
            self.elapsed.fetch_add(millis, Ordering::Relaxed);
        }
    }

    const START: u64 = 1_700_000_000_000;

    fn clock() -> (Moved, StoreClock) {
        let machine = Moved::default();
        machine.wall.store(START, Ordering::Relaxed);
        machine.elapsed.store(77, Ordering::Relaxed);
        (machine.clone(), StoreClock::new(machine))
    }

    #[test]
    fn jump_of_the_wall_clock_changes_nothing() {
        let (machine, clock) = clock();
        machine.pass(1_000);
        machine.wall.fetch_add(3_600_000, Ordering::Relaxed);
        assert_eq!(clock.now(), START + 1_000);
        machine.wall.store(5, Ordering::Relaxed);
        machine.pass(1_000);
        assert_eq!(clock.now(), START + 2_000);
    }

    #[test]
    fn small_difference_is_corrected_gradually_and_time_never_goes_back() {
        for difference in [300_i64, -300] {
            let (machine, clock) = clock();
            let theirs = START.saturating_add_signed(difference);
            assert_eq!(clock.compare(theirs, 1, clock.elapsed()), Comparison::Corrected(difference));
            assert_eq!(clock.now(), START, "not at once");
            let mut last = clock.now();
            for _ in 0..40_000 {
                machine.pass(1);
                let step = clock.now() - last;
                assert!(step <= 2, "{step}");
                last = clock.now();
            }
            assert_eq!(last, theirs + 40_000);
        }
    }

    #[test]
    fn comparison_that_took_long_is_discarded() {
        let (machine, clock) = clock();
        let began = clock.elapsed();
        machine.pass(4_500);
        assert_eq!(clock.compare(START, 1, began), Comparison::Discarded);
        assert_eq!(clock.now(), START + 4_500);
        machine.pass(60_000);
        assert_eq!(clock.now(), START + 64_500, "and has no effect later");
    }

    #[test]
    fn answer_counts_for_the_middle_of_the_comparison() {
        let (machine, clock) = clock();
        let began = clock.elapsed();
        machine.pass(80);
        assert_eq!(clock.compare(START + 40, 1, began), Comparison::Corrected(0));
    }

    #[test]
    fn machine_that_was_suspended_catches_up_and_no_other_jump_counts() {
        let (machine, clock) = clock();
        let ahead = START + 3_600_000;
        assert_eq!(clock.compare(ahead, 10, clock.elapsed()), Comparison::Suspected(3_600_000));
        assert_eq!(clock.compare(ahead, 10, clock.elapsed()), Comparison::Suspected(3_600_000), "no news");
        assert_eq!(clock.now(), START);
        machine.pass(2_000);
        let later = ahead + 2_100;
        assert_eq!(clock.compare(later, 11, clock.elapsed()), Comparison::Advanced(3_600_000));
        assert_eq!(clock.now(), ahead + 2_000);
        assert_eq!(clock.compare(START, 12, clock.elapsed()), Comparison::Ahead(-3_602_000));
        assert_eq!(clock.now(), ahead + 2_000);
    }

    #[test]
    fn step_of_the_databases_clock_changes_nothing() {
        for step in [2_500, 9_000] {
            let (machine, clock) = clock();
            // The heartbeat has the database's clock before the step.
            assert_eq!(clock.compare(START + step, 10, clock.elapsed()), Comparison::Suspected(step as i64));
            machine.pass(2_000);
            assert_eq!(clock.compare(START + 2_000, 11, clock.elapsed()), Comparison::Corrected(0));
            // The next step is not taken for a confirmation.
            let again = START + 2_000 + step;
            assert_eq!(clock.compare(again, 12, clock.elapsed()), Comparison::Suspected(step as i64));
            // Nor is another amount.
            assert_eq!(
                clock.compare(again + 5_000, 13, clock.elapsed()),
                Comparison::Suspected(step as i64 + 5_000)
            );
            assert_eq!(clock.now(), START + 2_000);
        }
    }
}
