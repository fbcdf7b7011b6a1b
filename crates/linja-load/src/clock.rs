//! The clocks that a game must show, computed from the times of its events.

use linja::{BySide, Side};

use crate::violation::{Violation, same};
use crate::wire::Clocks;

/// The most network lag in milliseconds that the server may compensate in a turn. A time loss is stored this much later.
pub(crate) const LONGEST_LAG: u64 = 500;

/// The setting of a clock: seconds at the start, and seconds added after each timed turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Setting {
    pub(crate) seconds: u32,
    pub(crate) increment: u32,
}

/// Both clocks. A player's first turn is free.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    increment: u64,
    left: BySide<u64>,
    has_moved: BySide<bool>,
    running: Option<(Side, u64)>,
}

impl Clock {
    pub(crate) fn new(setting: Setting) -> Clock {
        let left = u64::from(setting.seconds) * 1000;
        Clock {
            increment: u64::from(setting.increment) * 1000,
            left: BySide { black: left, red: left },
            has_moved: BySide::default(),
            running: None,
        }
    }

    /// `side` played at `at`, with this network lag in milliseconds.
    pub(crate) fn played(&mut self, side: Side, at: u64, lag: u64, is_over: bool) -> Result<(), Violation> {
        if lag > LONGEST_LAG {
            return Err(Violation::new(format!("{lag} ms of lag do not count, at most {LONGEST_LAG} may")));
        }
        if let Some((running, since)) = self.running.take() {
            self.left[running] =
                self.left[running].saturating_sub(at.saturating_sub(lag).saturating_sub(since));
        }
        if self.has_moved[side] {
            self.left[side] += self.increment;
        }
        self.has_moved[side] = true;
        if self.has_moved[!side] && !is_over {
            self.running = Some((!side, at));
        }
        Ok(())
    }

    /// An outage of this many milliseconds does not count.
    pub(crate) fn credit(&mut self, milliseconds: u64) {
        if let Some((_, since)) = &mut self.running {
            *since += milliseconds;
        }
    }

    /// The side whose clock runs, and when its time runs out.
    pub(crate) fn deadline(&self) -> Option<(Side, u64)> {
        self.running.map(|(side, since)| (side, since + self.left[side]))
    }

    /// Compares with the server's clocks after an event at `at`.
    pub(crate) fn check(&self, shown: Option<&Clocks<'_>>, at: u64) -> Result<(), Violation> {
        let shown = shown.ok_or_else(|| Violation::new("the clock is missing"))?;
        let BySide { black, red } = self.left;
        let running = self.running.map(|(side, _)| side.id());
        same("the clock", shown, &Clocks { black, red, running, at })
    }
}
