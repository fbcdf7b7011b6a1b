//! What the server has to store in a game without being asked, and when.

use super::event::{Event, Opponent};
use super::state::{State, Status};

/// A challenge in the lobby is withdrawn when its creator has been away for this many milliseconds.
pub const CHALLENGE_GRACE: u64 = 5 * 60 * 1_000;
/// A game is abandoned after this many milliseconds without a turn: 90 days.
pub const ABANDONED_AFTER: u64 = 90 * 24 * 60 * 60 * 1_000;
/// No clock runs for longer than this many milliseconds: the longest initial time is a day, the longest increment ten
/// minutes per turn.
pub const LONGEST_CLOCK: u64 = 7 * 24 * 60 * 60 * 1_000;

/// Something to do at a time, in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// The computer's reply.
    Reply(u64),
    /// The end of the game by the clock.
    End(u64),
    /// The end of a challenge, unless its creator is present until then. Presence is no event, so only the index of games
    /// that owe something knows when it is really due.
    Expiry(u64),
    /// The end of a game that nobody goes on with.
    Abandonment(u64),
}

impl Due {
    /// When it is due.
    #[must_use]
    pub fn at(self) -> u64 {
        match self {
            Due::Reply(at) | Due::End(at) | Due::Expiry(at) | Due::Abandonment(at) => at,
        }
    }
}

impl State {
    /// What the server has to do next without being asked.
    #[must_use]
    pub fn due(&self) -> Option<Due> {
        // The match goes on in the next game.
        if self.next.is_some() {
            return None;
        }
        if self.computer_to_move().is_some() {
            return Some(Due::Reply(self.at));
        }
        if let Some(end) = self.ends_at() {
            return Some(Due::End(end));
        }
        match self.status() {
            Status::Waiting if self.created.opponent == Opponent::Lobby => {
                Some(Due::Expiry(self.created_at + CHALLENGE_GRACE))
            }
            Status::Playing | Status::BetweenGames => {
                Some(Due::Abandonment(self.turn_since + ABANDONED_AFTER))
            }
            // An invitation waits for its guest.
            Status::Waiting | Status::Over | Status::Withdrawn => None,
        }
    }

    /// When the server has to do something without being asked, in milliseconds since 1970.
    #[must_use]
    pub fn due_at(&self) -> Option<u64> {
        self.due().map(Due::at)
    }

    /// The event by which the game is abandoned at `now`. Nobody has lost.
    #[must_use]
    pub fn abandonment(&self, now: u64) -> Option<Event> {
        match self.due()? {
            Due::Abandonment(at) if now >= at => {
                Some(Event::Aborted { side: self.game.position().to_move() })
            }
            _ => None,
        }
    }
}
