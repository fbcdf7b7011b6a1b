//! A game that has been read from the store, under its lock.

use std::sync::Arc;

use tokio::sync::{OwnedMappedMutexGuard, OwnedMutexGuard};
use tokio::task::AbortHandle;

use super::{Room, Rooms};
use crate::GameError;
use crate::game::event::{Event, Stored};
use crate::game::state::State;
use crate::game::view::OwnGame;
use crate::id::GameId;
use crate::store::{Append, Appended, Listing};
use crate::token::{Hash, Token};

/// What a room holds of its game.
pub(super) struct Loaded {
    pub(super) state: State,
    events: Vec<Stored>,
    /// The store may hold more events: a write failed or was cancelled. They are read before the room is used again.
    pub(super) is_uncertain: bool,
    /// Stores a time loss when the running clock reaches its deadline.
    pub(super) timer: Option<AbortHandle>,
    /// The event to which the computer's reply is being computed.
    pub(super) replying_to: Option<u64>,
}

/// Exclusive access to a game. As long as this lives, nobody else on this server reads or changes the game.
pub(super) struct OpenRoom {
    pub(super) rooms: Arc<Rooms>,
    pub(super) room: Arc<Room>,
    pub(super) loaded: OwnedMappedMutexGuard<Option<Loaded>, Loaded>,
}

/// Why an event happens.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cause {
    pub command: Option<uuid::Uuid>,
    pub actor: Option<Hash>,
    pub secret: Option<Hash>,
}

impl Loaded {
    /// The game that these events make; `None` without events.
    pub(super) fn new(game: GameId, events: Vec<Stored>) -> Result<Option<Loaded>, GameError> {
        if events.is_empty() {
            return Ok(None);
        }
        let state = State::fold(&events).map_err(|error| GameError::Damaged { game, error })?;
        Ok(Some(Loaded { state, events, is_uncertain: false, timer: None, replying_to: None }))
    }
}

impl OpenRoom {
    /// Access to the game behind a lock; `None` if nothing has been loaded.
    pub(super) fn new(
        rooms: &Arc<Rooms>,
        room: Arc<Room>,
        lock: OwnedMutexGuard<Option<Loaded>>,
    ) -> Option<OpenRoom> {
        let loaded = OwnedMutexGuard::try_map(lock, Option::as_mut).ok()?;
        Some(OpenRoom { rooms: rooms.clone(), room, loaded })
    }

    /// Which game.
    pub(super) fn id(&self) -> GameId {
        self.room.id
    }

    /// How the game stands.
    pub(super) fn state(&self) -> &State {
        &self.loaded.state
    }

    /// All events; never empty.
    pub(super) fn events(&self) -> &[Stored] {
        &self.loaded.events
    }

    /// The game as somebody sees it now.
    pub(super) fn view(&self, client: Option<&Token>) -> OwnGame {
        OwnGame::new(self.id(), self.state(), client, self.rooms.store.now())
    }

    /// Reads and publishes the events that the store holds beyond those of the room.
    pub(super) async fn refresh(&mut self) -> Result<(), GameError> {
        for stored in self.rooms.store.events(self.id(), self.state().seq).await? {
            let after = self.after(&stored)?;
            self.take_in(after, stored);
        }
        self.loaded.is_uncertain = false;
        self.after_change();
        Ok(())
    }

    /// Refreshes the room if the client has seen an event that this server has not: another server wrote it.
    pub(super) async fn catch_up(&mut self, seen: u64) -> Result<(), GameError> {
        if self.state().seq < seen {
            self.refresh().await?;
            self.store_time_loss().await?;
        }
        Ok(())
    }

    /// Stores a time loss that has happened by now.
    pub(super) async fn store_time_loss(&mut self) -> Result<(), GameError> {
        if let Some(side) = self.state().ran_out(self.rooms.store.now()) {
            self.append(Event::TimeRanOut { side }, Cause::default()).await?;
        }
        Ok(())
    }

    /// Stores the next event; it enters the room when it is durable. If another event has its place, the room takes in
    /// that one instead, and the caller has to decide again.
    pub(super) async fn append(&mut self, event: Event, cause: Cause) -> Result<Appended, GameError> {
        let before = self.state();
        // Time never runs backwards in a game, whatever the machines' clocks do.
        let at = self.rooms.store.now().max(before.at);
        let stored = cause.stored(before.seq + 1, at, event);
        let after = self.after(&stored)?;
        let listing = Listing::change(Some(before), &after, &stored);
        let append = Append { game: self.id(), stored: stored.clone(), listing };
        // Until the store has acknowledged the event; it stays so if the store fails or this future is dropped.
        self.loaded.is_uncertain = true;
        let appended = self.rooms.store.append(append).await?;
        match appended {
            Appended::Stored => {
                self.loaded.is_uncertain = false;
                self.take_in(after, stored);
                self.after_change();
            }
            Appended::PlaceTaken => self.refresh().await?,
        }
        Ok(appended)
    }

    /// The state after one more event.
    fn after(&self, stored: &Stored) -> Result<State, GameError> {
        let mut after = self.state().clone();
        after.apply(stored).map_err(|error| GameError::Damaged { game: self.id(), error })?;
        Ok(after)
    }

    fn take_in(&mut self, after: State, stored: Stored) {
        self.room.publish(&after, &stored);
        self.loaded.state = after;
        self.loaded.events.push(stored);
    }
}

impl Cause {
    /// The event that happens for this reason, in its place.
    pub(super) fn stored(self, seq: u64, at: u64, event: Event) -> Stored {
        Stored { seq, at, command: self.command, actor: self.actor, secret: self.secret, event }
    }
}
