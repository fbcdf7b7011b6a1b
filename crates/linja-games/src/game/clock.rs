//! The clocks of a game, computed only from the times of its events, so every server agrees, also after a restart.

use linja::{BySide, Side};

use super::event::ClockSetting;

/// Network lag up to this many milliseconds per turn costs no time. A time loss is stored this much later, because a turn
/// that was played in time may still be on its way.
pub const LONGEST_LAG: u64 = 500;
/// A player's first turn of a game must come within this many milliseconds, or within the initial time of the clock if
/// that is longer.
const FIRST_TURN: u64 = 120_000;

/// A time in which no server was up, or none could reach the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// The last heartbeat before it, in milliseconds since 1970.
    pub began: u64,
    /// The first heartbeat after it.
    pub ended: u64,
}

impl Outage {
    /// Milliseconds of the outage between two times.
    #[must_use]
    pub fn between(&self, from: u64, to: u64) -> u64 {
        self.ended.min(to).saturating_sub(self.began.max(from))
    }
}

/// Both players' clocks. A clock starts with its player's second turn of a game, so nobody loses time before seeing the
/// board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    increment: u64,
    initial: u64,
    left: BySide<u64>,
    has_moved: BySide<bool>,
    running: Option<Running>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    side: Side,
    since: u64,
}

impl Clock {
    /// A stopped clock with the full time for both players.
    #[must_use]
    pub fn new(setting: ClockSetting) -> Clock {
        let initial = u64::from(setting.seconds) * 1000;
        Clock {
            increment: u64::from(setting.increment) * 1000,
            initial,
            left: BySide { black: initial, red: initial },
            has_moved: BySide::default(),
            running: None,
        }
    }

    /// Adds the increment after a turn of `side` at `at` and starts the opponent's clock. `lag` milliseconds do not count.
    pub fn played(&mut self, side: Side, at: u64, lag: u64) {
        self.stop(at.saturating_sub(lag));
        if self.has_moved[side] {
            self.left[side] += self.increment;
        }
        self.has_moved[side] = true;
        self.run(!side, at);
    }

    /// Starts the clock of `side` after a take-back. Time already used is not given back.
    pub fn to_move(&mut self, side: Side, at: u64) {
        self.stop(at);
        self.run(side, at);
    }

    /// Stops the running clock.
    pub fn stop(&mut self, at: u64) {
        if let Some(Running { side, since }) = self.running.take() {
            self.left[side] = self.left[side].saturating_sub(at.saturating_sub(since));
        }
    }

    /// Gives time back to the side whose clock runs.
    pub fn credit(&mut self, milliseconds: u64) {
        if let Some(running) = &mut self.running {
            running.since += milliseconds;
        }
    }

    /// Whether `side` has played a turn of this game, also one that was taken back.
    #[must_use]
    pub fn has_moved(&self, side: Side) -> bool {
        self.has_moved[side]
    }

    /// Time limit of a player's first turn, in milliseconds.
    #[must_use]
    pub fn first_turn_limit(&self) -> u64 {
        self.initial.max(FIRST_TURN)
    }

    fn run(&mut self, side: Side, at: u64) {
        if self.has_moved[side] {
            self.running = Some(Running { side, since: at });
        }
    }

    /// The side whose clock runs, and when its time runs out.
    #[must_use]
    pub fn deadline(&self) -> Option<(Side, u64)> {
        self.running.map(|Running { side, since }| (side, since + self.left[side]))
    }

    /// Milliseconds that `side` has left at `now`.
    #[must_use]
    pub fn left(&self, side: Side, now: u64) -> u64 {
        match self.running {
            Some(running) if running.side == side => {
                self.left[side].saturating_sub(now.saturating_sub(running.since))
            }
            _ => self.left[side],
        }
    }

    /// Initial time and increment per turn, in milliseconds.
    #[must_use]
    pub fn setting(&self) -> (u64, u64) {
        (self.initial, self.increment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock() -> Clock {
        Clock::new(ClockSetting { seconds: 60, increment: 2 })
    }

    #[test]
    fn first_turns_are_free() {
        let mut clock = clock();
        assert_eq!(clock.deadline(), None);
        clock.played(Side::Black, 1_000_000, 0);
        assert_eq!(clock.deadline(), None, "Red has not moved yet");
        clock.played(Side::Red, 9_000_000, 0);
        assert_eq!(clock.deadline(), Some((Side::Black, 9_060_000)));
        assert_eq!(clock.left(Side::Black, 9_010_000), 50_000);
        assert_eq!(clock.left(Side::Red, 9_010_000), 60_000);
    }

    #[test]
    fn increment_is_added_after_a_timed_turn() {
        let mut clock = clock();
        clock.played(Side::Black, 0, 0);
        clock.played(Side::Red, 0, 0);
        clock.played(Side::Black, 10_000, 0);
        assert_eq!(clock.left(Side::Black, 99_000), 52_000);
        assert_eq!(clock.deadline(), Some((Side::Red, 70_000)));
        clock.stop(30_000);
        assert_eq!(clock.deadline(), None);
        assert_eq!(clock.left(Side::Red, 99_000), 40_000);
    }

    #[test]
    fn taking_back_gives_no_time_back() {
        let mut clock = clock();
        clock.played(Side::Black, 0, 0);
        clock.played(Side::Red, 0, 0);
        clock.played(Side::Black, 10_000, 0);
        clock.to_move(Side::Black, 15_000);
        assert_eq!(clock.left(Side::Red, 15_000), 55_000);
        assert_eq!(clock.deadline(), Some((Side::Black, 67_000)));
    }

    #[test]
    fn lag_and_outages_cost_no_time() {
        let mut clock = clock();
        clock.played(Side::Black, 0, 0);
        clock.played(Side::Red, 0, 0);
        clock.played(Side::Black, 10_000, 400);
        assert_eq!(clock.left(Side::Black, 10_000), 52_400);
        assert_eq!(clock.deadline(), Some((Side::Red, 70_000)), "Red's time begins with the event");
        clock.credit(25_000);
        assert_eq!(clock.deadline(), Some((Side::Red, 95_000)));
        clock.played(Side::Red, 35_100, 400);
        assert_eq!(clock.left(Side::Red, 99_000), 62_000, "no more than was used");
    }
}
