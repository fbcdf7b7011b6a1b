//! Games in the streams of other games, as older versions stored them.

use std::collections::HashMap;

use super::{Backend, Store, StoreError, rows};
use crate::Boxed;
use crate::game::state::State;
use crate::id::GameId;

/// A later game in the stream of the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// The game.
    pub game: GameId,
    /// When it began, in milliseconds since 1970.
    pub created_at: u64,
    /// Whether lists show it as over.
    pub is_over: bool,
}

impl From<&State> for Embedded {
    fn from(state: &State) -> Embedded {
        let is_over = super::listing::is_over(state);
        Embedded { game: state.id, created_at: state.created_at, is_over }
    }
}

impl Store {
    /// The stream that contains the events of a game; `None` if the game has its own stream or does not exist.
    ///
    /// # Errors
    /// If the database fails.
    pub fn stream_of(&self, game: GameId) -> Boxed<'_, Result<Option<GameId>, StoreError>> {
        Box::pin(async move {
            let stream = each!(&self.backend, backend => backend.stream_of(game).await)?;
            Ok(stream.and_then(|stream| stream.parse().ok()))
        })
    }

    /// Enters the later games of a stream, so that they are found and listed. Writes only what has changed.
    ///
    /// # Errors
    /// If the database fails.
    pub fn enter_embedded<'a>(
        &'a self,
        stream: GameId,
        games: &'a [Embedded],
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let known = rows::places(each!(&self.backend, backend => backend.embedded(stream).await)?);
            let known: HashMap<GameId, bool> =
                known.into_iter().map(|place| (place.game, place.is_over)).collect();
            for entry in games.iter().filter(|entry| known.get(&entry.game) != Some(&entry.is_over)) {
                each!(&self.backend, backend => backend.set_embedded(stream, entry).await)?;
            }
            if !games.is_empty() && known.get(&stream) == Some(&false) {
                each!(&self.backend, backend => backend.end_first(stream).await)?;
            }
            Ok(())
        })
    }
}
