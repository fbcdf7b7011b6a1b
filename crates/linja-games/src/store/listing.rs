//! Changes of the lists of games.

use std::fmt;
use std::str::FromStr;

use crate::game::event::{Event, Opponent, Stored};
use crate::game::state::{State, Status};
use crate::id::GameId;
use crate::token::Hash;

/// The change of the lists of games that an event causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing {
    /// Time of the game's creation.
    pub created_at: u64,
    /// Whether the game is an open challenge.
    pub in_lobby: bool,
    /// Whether the match is over, was withdrawn, or goes on in another game.
    pub is_over: bool,
    /// The token hash of a player who took a seat.
    pub seated: Option<Hash>,
}

/// A game's place in the list of a client's games. Keeps its meaning when the game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The game.
    pub game: GameId,
    /// Whether the match was over when the list was read.
    pub is_over: bool,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_over { "over-" } else { "" }, self.game)
    }
}

impl FromStr for Place {
    type Err = <GameId as FromStr>::Err;

    fn from_str(text: &str) -> Result<Place, Self::Err> {
        let over = text.strip_prefix("over-");
        Ok(Place { game: over.unwrap_or(text).parse()?, is_over: over.is_some() })
    }
}

impl Listing {
    /// The change caused by `stored`, which leads from `before` to `after`; `None` for most events.
    #[must_use]
    pub fn change(before: Option<&State>, after: &State, stored: &Stored) -> Option<Listing> {
        let listing = |seated| Listing {
            created_at: after.created_at,
            in_lobby: in_lobby(after),
            is_over: is_over(after),
            seated,
        };
        let seated = match stored.event {
            Event::Created(_) | Event::CreatedNext(_) | Event::Joined { .. } => stored.actor,
            _ => None,
        };
        let is_the_same = before
            .is_some_and(|before| in_lobby(before) == in_lobby(after) && is_over(before) == is_over(after));
        (!is_the_same || seated.is_some()).then(|| listing(seated))
    }
}

fn in_lobby(state: &State) -> bool {
    state.created.opponent == Opponent::Lobby && state.status() == Status::Waiting
}

/// Whether lists show a game as over: the match is over, or goes on in another game.
pub(super) fn is_over(state: &State) -> bool {
    state.next.is_some() || matches!(state.status(), Status::Over | Status::Withdrawn)
}
