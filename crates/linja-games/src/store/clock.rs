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
    /// The other servers are far ahead by this many milliseconds: this machine was suspended. The time was set.
    Advanced(i64),
    /// The other servers are far behind by this many milliseconds. They will follow, because time never goes back.
    Ahead(i64),
}

impl StoreClock {
    /// A clock that shows the machine's wall clock now.
    #[must_use]
    pub fn new(machine: impl MachineClock) -> StoreClock {
        let setting = Setting { elapsed: millis(machine.elapsed()), time: machine.wall(), behind: 0 };
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
        *self.setting() = Setting { elapsed, time, behind: 0 };
    }

    /// Compares with the other servers, whose time was `theirs` at some moment since `began`, a value of
    /// [`StoreClock::elapsed`].
    pub fn compare(&self, theirs: u64, began: Duration) -> Comparison {
        let ended = self.machine.elapsed();
        if ended.saturating_sub(began) > LONGEST_COMPARISON {
            return Comparison::Discarded;
        }
        let mut setting = self.setting();
        let (ended, middle) = (millis(ended), u64::midpoint(millis(began), millis(ended)));
        let behind = theirs as i64 - setting.time_at(middle) as i64;
        let time = setting.time_at(ended);
        if behind > JUMP {
            *setting = Setting { elapsed: ended, time: time.saturating_add_signed(behind), behind: 0 };
            Comparison::Advanced(behind)
        } else if behind < -JUMP {
            Comparison::Ahead(behind)
        } else {
            *setting = Setting { elapsed: ended, time, behind };
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
            assert_eq!(clock.compare(theirs, clock.elapsed()), Comparison::Corrected(difference));
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
        assert_eq!(clock.compare(START, began), Comparison::Discarded);
        assert_eq!(clock.now(), START + 4_500);
        machine.pass(60_000);
        assert_eq!(clock.now(), START + 64_500, "and has no effect later");
    }

    #[test]
    fn answer_counts_for_the_middle_of_the_comparison() {
        let (machine, clock) = clock();
        let began = clock.elapsed();
        machine.pass(80);
        assert_eq!(clock.compare(START + 40, began), Comparison::Corrected(0));
    }

    #[test]
    fn machine_that_was_suspended_catches_up_and_no_other_jump_counts() {
        let (_, clock) = clock();
        let ahead = START + 3_600_000;
        assert_eq!(clock.compare(ahead, clock.elapsed()), Comparison::Advanced(3_600_000));
        assert_eq!(clock.now(), ahead);
        assert_eq!(clock.compare(START, clock.elapsed()), Comparison::Ahead(-3_600_000));
        assert_eq!(clock.now(), ahead);
    }
}
