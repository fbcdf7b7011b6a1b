//! An event on its way into the store.

use super::{Listing, OwedChange, Tell};
use crate::game::event::{Event, Stored};
use crate::game::state::{FoldError, State};
use crate::id::GameId;

/// An event to store.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The event and its number.
    pub stored: Stored,
    /// The change of the lists of games.
    pub listing: Option<Listing>,
    /// The change of the index of games that owe something.
    pub owed: Option<OwedChange>,
    /// The player to tell.
    pub tell: Option<Tell>,
    /// The first events of the game that this event opens. They are stored if and only if this event is.
    pub opens: Vec<Append>,
}

impl Append {
    /// An event that leads from `before` to `after`, with the changes that follow from it.
    #[must_use]
    pub fn new(game: GameId, before: Option<&State>, after: &State, stored: Stored) -> Append {
        let listing = Listing::change(before, after, &stored);
        let (owed, tell) = (OwedChange::of(before, after), Tell::of(before, after, &stored));
        Append { game, stored, listing, owed, tell, opens: Vec::new() }
    }

    /// The same event, which opens the game after `before` if it begins the next one.
    ///
    /// # Errors
    /// If the next game can't begin.
    pub fn opening(mut self, before: &State) -> Result<Append, FoldError> {
        let Event::NextBegan { game, .. } = self.stored.event else { return Ok(self) };
        let mut last: Option<State> = None;
        for stored in before.opening(self.stored.at)? {
            let after = match &last {
                None => State::begin(game, &stored)?,
                Some(last) => {
                    let mut after = last.clone();
                    after.apply(&stored)?;
                    after
                }
            };
            self.opens.push(Append::new(game, last.as_ref(), &after, stored));
            last = Some(after);
        }
        Ok(self)
    }
}

/// The outcome of storing an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The event is durable.
    Stored,
    /// Another event already has this number.
    PlaceTaken,
}
