//! Finding a game by its id: in its own stream, or in the stream of an earlier game of an older version.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::open::{Loaded, OpenRoom};
use super::{Room, Rooms};
use crate::game::event::Stored;
use crate::game::state::{State, Status};
use crate::id::GameId;
use crate::store::Embedded;
use crate::{Boxed, GameError};

impl Rooms {
    /// The stream of a game and its events.
    pub(super) async fn find(&self, id: GameId) -> Result<(GameId, Vec<Stored>), GameError> {
        let events = self.store.events(id, 0).await?;
        if !events.is_empty() {
            return Ok((id, events));
        }
        let stream = self.store.stream_of(id).await?.ok_or(GameError::NoSuchGame)?;
        Ok((stream, self.store.events(stream, 0).await?))
    }

    /// Loads the game of a room from the events of its stream; `None` if they do not contain it.
    pub(super) async fn load(
        &self,
        room: &Arc<Room>,
        events: Vec<Stored>,
    ) -> Result<Option<Loaded>, GameError> {
        let damaged = |error| GameError::Damaged { game: room.id, error };
        let Some((state, used)) = State::in_stream(room.stream, &events, room.id).map_err(damaged)? else {
            return Ok(None);
        };
        let mut last_in_stream = room.id;
        if events.iter().any(|stored| stored.event.begins_in_stream()) {
            let games = State::all_in_stream(room.stream, &events).map_err(damaged)?;
            last_in_stream = games.last().map_or(room.id, |last| last.id);
            self.enter_embedded(room.stream, &games).await;
        }
        room.is_past.store(last_in_stream != room.id, Ordering::Relaxed);
        if last_in_stream == room.id && room.id != room.stream {
            self.aliases().insert(room.stream, room.id);
        }
        let events = if used < events.len() { events[..used].to_vec() } else { events };
        Ok(Some(Loaded::new(state, events, last_in_stream)))
    }

    /// Enters the later games of a stream of an older version, so that they are found and listed. If this fails, the next
    /// server that loads the stream tries again.
    async fn enter_embedded(&self, stream: GameId, games: &[State]) {
        let later: Vec<Embedded> = games.iter().skip(1).map(Embedded::from).collect();
        if let Err(error) = self.store.enter_embedded(stream, &later).await {
            tracing::warn!(game = %stream, %error, "the later games of a series can't be listed yet");
        }
    }

    /// Enters the later games of a stream after a change of one of them.
    pub(super) async fn enter_again(&self, stream: GameId) {
        match self.store.events(stream, 0).await {
            Ok(events) => {
                let games = State::all_in_stream(stream, &events).unwrap_or_default();
                self.enter_embedded(stream, &games).await;
            }
            Err(error) => tracing::warn!(game = %stream, %error, "the games of a series can't be read"),
        }
    }

    /// Opens the last game of a stream, the only one that can change.
    pub(super) async fn open_last(self: &Arc<Self>, stream: GameId) -> Result<OpenRoom, GameError> {
        let mut open = self.open(stream).await?;
        while open.room.is_past() {
            let id = match open.loaded.last_in_stream {
                // An older version has begun another game since this one was loaded.
                last if last == open.id() => open.state().next.ok_or(GameError::NoSuchGame)?,
                last => last,
            };
            drop(open);
            open = self.open(id).await?;
        }
        Ok(open)
    }

    /// Opens a game for a client that may have known it before games had ids of their own: while the match of an older
    /// version goes on in the stream of its first game, the first id leads to the game under way.
    pub(super) async fn open_under_way(self: &Arc<Self>, id: GameId) -> Result<OpenRoom, GameError> {
        let open = self.open(id).await?;
        if !open.room.is_past() || open.room.stream != id {
            return Ok(open);
        }
        drop(open);
        let last = self.open_last(id).await?;
        let goes_on = matches!(last.state().status(), Status::Playing | Status::BetweenGames);
        if goes_on && last.state().next.is_none() {
            return Ok(last);
        }
        drop(last);
        self.open(id).await
    }

    /// The id of a game of the same series by its number.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn by_number(self: &Arc<Self>, id: GameId, number: u32) -> Boxed<'_, Result<GameId, GameError>> {
        Box::pin(async move {
            let open = self.open(id).await?;
            if open.state().number == number {
                return Ok(id);
            }
            if number == 0 {
                return Err(GameError::NoSuchNumber);
            }
            let id = open.state().first.of_series(number);
            drop(open);
            match self.open(id).await {
                Ok(_) => Ok(id),
                Err(GameError::NoSuchGame) => Err(GameError::NoSuchNumber),
                Err(error) => Err(error),
            }
        })
    }

    /// The room that other servers' news of a stream are about.
    pub(super) fn room_of_stream(&self, stream: GameId) -> Option<Arc<Room>> {
        let alias = self.aliases().get(&stream).copied();
        let map = self.map();
        alias.and_then(|id| map.get(&id)).or_else(|| map.get(&stream)).cloned()
    }
}
