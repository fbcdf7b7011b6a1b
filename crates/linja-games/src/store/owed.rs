//! The index of games for which the server has to store something without being asked.

use crate::game::due::Due;
use crate::game::state::State;
use crate::id::GameId;

/// An entry of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Owed {
    /// The game.
    pub game: GameId,
    /// The event that wrote the entry; 0 for a game of an older version that no server has looked at yet.
    pub seq: u64,
    /// When it is due.
    pub due_at: u64,
}

impl Owed {
    /// Whether `due_at` follows from the game's events.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.seq > 0
    }
}

/// The change of the index that an event causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwedChange {
    /// Something is due at this time.
    Due(u64),
    /// Nothing is owed any more.
    Nothing,
}

impl OwedChange {
    /// The change caused by an event that leads from `before` to `after`; `None` if the index stays the same. The entry of
    /// a game that only can be abandoned is not renewed with every turn: the sweep corrects it when it is due.
    #[must_use]
    pub fn of(before: Option<&State>, after: &State) -> Option<OwedChange> {
        match (before.and_then(State::due), after.due()) {
            (Some(Due::Abandonment(_)), Some(Due::Abandonment(_))) => None,
            (was, is) if was == is => None,
            (_, Some(due)) => Some(OwedChange::Due(due.at())),
            (_, None) => Some(OwedChange::Nothing),
        }
    }

    /// When something is due.
    #[must_use]
    pub fn due_at(self) -> Option<u64> {
        match self {
            OwedChange::Due(at) => Some(at),
            OwedChange::Nothing => None,
        }
    }
}
