//! A loaded game under its lock.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use linja::Side;
use tokio::sync::{OwnedMappedMutexGuard, OwnedMutexGuard};

use super::help::{Kept, OnBoard};
use super::reply::Timer;
use super::{Room, Rooms};
use crate::GameError;
use crate::game::event::{Event, Stored};
use crate::game::state::State;
use crate::game::view::OwnGame;
use crate::id::GameId;
use crate::identity::Caller;
use crate::store::{Append, Appended, OwedChange};
use crate::token::Hash;

/// An entry of the index that is due within this many milliseconds is replaced. Another server may be correcting it.
const SOON: u64 = 5_000;

/// The contents of a room whose game is loaded.
pub(super) struct Loaded {
    pub(super) state: State,
    pub(super) events: Vec<Stored>,
    /// The last game of the stream when this one was loaded.
    pub(super) last_in_stream: GameId,
    /// A write failed or was cancelled, so the store may hold more events. The room is refreshed before its next use.
    pub(super) is_uncertain: bool,
    /// The entry of the game in the index of what is owed: it is due then or later. `None` if unknown.
    pub(super) indexed: Option<u64>,
    /// Ends the game when the running clock reaches its deadline.
    pub(super) timer: Option<Timer>,
    /// The entry of the running game in the index of boards.
    pub(super) on_board: Option<OnBoard>,
    /// The boards about which the players get no answer, once a player has asked.
    pub(super) kept: Option<Arc<Kept>>,
    /// When the index last learned that the creator of this challenge is present; 0 for never.
    pub(super) kept_at: u64,
}

/// Exclusive access to a game: no other task of this server reads or changes the game while this value exists.
pub(super) struct OpenRoom {
    pub(super) rooms: Arc<Rooms>,
    pub(super) room: Arc<Room>,
    pub(super) loaded: OwnedMappedMutexGuard<Option<Loaded>, Loaded>,
}

/// The cause of an event.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cause {
    pub command: Option<uuid::Uuid>,
    pub actor: Option<Hash>,
    pub secret: Option<Hash>,
}

impl Loaded {
    /// A game after these events of its stream.
    pub(super) fn new(state: State, events: Vec<Stored>, last_in_stream: GameId) -> Loaded {
        Loaded {
            state,
            events,
            last_in_stream,
            is_uncertain: false,
            indexed: None,
            timer: None,
            kept_at: 0,
            kept: None,
            on_board: None,
        }
    }
}

impl OpenRoom {
    /// Wraps a locked game; `None` if the game is not loaded.
    pub(super) fn new(
        rooms: &Arc<Rooms>,
        room: Arc<Room>,
        lock: OwnedMutexGuard<Option<Loaded>>,
    ) -> Option<OpenRoom> {
        let loaded = OwnedMutexGuard::try_map(lock, Option::as_mut).ok()?;
        Some(OpenRoom { rooms: rooms.clone(), room, loaded })
    }

    /// The id of the game.
    pub(super) fn id(&self) -> GameId {
        self.room.id
    }

    /// The state of the game.
    pub(super) fn state(&self) -> &State {
        &self.loaded.state
    }

    /// All events of the stream up to the end of this game; never empty.
    pub(super) fn events(&self) -> &[Stored] {
        &self.loaded.events
    }

    /// Whether a client that has seen event `seen` knows everything that matters for a command.
    pub(super) fn is_up_to_date(&self, seen: u64) -> bool {
        let newer = self.events().get(seen as usize..);
        seen > 0 && newer.is_some_and(|newer| newer.iter().all(|stored| stored.event.is_incidental()))
    }

    /// Whether the player of `side`, who is to move, has left: neither connected nor heard from for the time that
    /// [`Rooms::claim_after`] sets, on any server.
    pub(super) fn has_left(&self, side: Side) -> bool {
        let wait = self.rooms.claim_after;
        let thinking = self.rooms.store.now().saturating_sub(self.state().turn_since);
        self.room.is_gone(side, wait) && Duration::from_millis(thinking) >= wait
    }

    /// Records a request of the player of these sides.
    pub(super) fn hear_from(&mut self, sides: &[Side]) {
        self.rooms.hear_from(&self.room, sides);
        if !sides.is_empty() && self.is_challenge() {
            self.keep_challenge();
        }
    }

    /// The game as `client` sees it now.
    pub(super) fn view(&self, client: Option<&Caller>) -> OwnGame {
        OwnGame::new(self.state(), client, self.rooms.store.now())
    }

    /// The same for a request of the client, who is heard from by it.
    pub(super) fn show(&mut self, client: Option<&Caller>) -> OwnGame {
        let own = self.view(client);
        self.hear_from(&own.you);
        own
    }

    /// Loads and publishes events that the room does not have yet.
    pub(super) async fn refresh(&mut self) -> Result<(), GameError> {
        // Nothing changes after the end of a game that another one follows.
        if self.state().next.is_none() {
            let newer = self.rooms.store.events(self.room.stream, self.state().seq).await?;
            if newer.iter().any(|stored| matches!(stored.event, Event::Renamed { .. })) {
                self.read_again().await?;
            }
            for stored in newer {
                let after = self.after(&stored)?;
                let begins_in_stream = stored.event.begins_in_stream();
                if begins_in_stream {
                    // A server of an older version has begun the next game in the same stream. It must be found before the
                    // watchers hear of it.
                    self.rooms.enter_again(self.room.stream).await;
                    self.room.is_past.store(true, Ordering::Relaxed);
                }
                self.take_in(after, stored);
                if begins_in_stream {
                    break;
                }
            }
        }
        self.loaded.is_uncertain = false;
        // The other server may have changed the index, too.
        self.loaded.indexed = None;
        self.after_change();
        Ok(())
    }

    /// Reads the known events again, because an operator has replaced a name in them.
    async fn read_again(&mut self) -> Result<(), GameError> {
        tracing::warn!(game = %self.id(), "an operator has replaced a name");
        let known = self.events().len();
        self.loaded.events = self.rooms.store.events(self.room.stream, 0).await?;
        self.loaded.events.truncate(known);
        Ok(())
    }

    /// Refreshes the room if the client has seen a newer event, written by another server.
    pub(super) async fn catch_up(&mut self, seen: u64) -> Result<(), GameError> {
        if self.state().seq < seen {
            Box::pin(self.refresh()).await?;
            self.settle_clock().await?;
        }
        Ok(())
    }

    /// Stores what follows from the clock alone: the credit for an outage, a time loss, the end of a game in which a
    /// player does not begin.
    pub(super) async fn settle_clock(&mut self) -> Result<(), GameError> {
        match self.state().ends_at() {
            None => Ok(()),
            Some(_) if self.is_settled() => Ok(()),
            // Boxed: few requests need it, and all of them hold the future.
            Some(_) => Box::pin(self.settle_running_clock()).await,
        }
    }

    /// Whether nothing follows from the running clock, as in nearly all requests.
    fn is_settled(&self) -> bool {
        let Some(outages) = self.rooms.known_outages() else { return false };
        // Later than the end of every known outage, so that all of it is credited.
        let now = self.rooms.store.now();
        self.state().credit(&outages, now).is_none() && self.state().ending(now).is_none()
    }

    async fn settle_running_clock(&mut self) -> Result<(), GameError> {
        // Each event changes what follows, also one of another server that came first.
        loop {
            let outages = self.rooms.outages().await;
            // Later than the end of every known outage, so that all of it is credited.
            let now = self.rooms.store.now();
            let outages = match outages {
                Ok(outages) => outages,
                // The game can still be read, and nobody loses before the outages are known.
                Err(_) if self.state().ending(now).is_none() => return Ok(()),
                Err(error) => return Err(error),
            };
            let credit = self.state().credit(&outages, now);
            let Some(event) = credit.or_else(|| self.state().ending(now)) else { return Ok(()) };
            self.append(event, Cause::default()).await?;
        }
    }

    /// Stores the credit for an outage on the running clock; returns whether there was one.
    ///
    /// # Errors
    /// If the outages are not known, because the database fails.
    pub(super) async fn give_back(&mut self) -> Result<bool, GameError> {
        let outages = self.rooms.outages().await?;
        let Some(credit) = self.state().credit(&outages, self.rooms.store.now()) else { return Ok(false) };
        self.append(credit, Cause::default()).await?;
        Ok(true)
    }

    /// Stores the next event, then adds it to the room. If another event has taken its number, the room loads that
    /// event instead and the caller has to decide again.
    pub(super) async fn append(&mut self, event: Event, cause: Cause) -> Result<Appended, GameError> {
        let before = self.state();
        // Times never decrease within a game, whatever the machines' clocks do.
        let at = self.rooms.store.now().max(before.at);
        let stored = cause.stored(before.seq + 1, at, event);
        let after = self.after(&stored)?;
        let damaged = |error| GameError::Damaged { game: self.id(), error };
        let append = Append::new(self.room.stream, Some(before), &after, stored.clone());
        let mut append = append.opening(before).map_err(damaged)?;
        self.time_messages(&mut append, &after);
        // The entry of a stream is about its first game.
        let is_embedded = self.room.stream != self.id();
        let embedded_listing = append.listing.take_if(|_| is_embedded);
        if self.is_indexed(append.owed) {
            append.owed = None;
        }
        let owed = append.owed;
        // Cleared when the store acknowledges the event; stays set if the store fails or this future is dropped.
        self.loaded.is_uncertain = true;
        let appended = self.rooms.store.append(append).await?;
        match appended {
            Appended::Stored => {
                self.loaded.is_uncertain = false;
                if let Some(change) = owed {
                    self.loaded.indexed = change.due_at();
                }
                self.take_in(after, stored);
                self.after_change();
                if embedded_listing.is_some() {
                    Box::pin(self.rooms.enter_again(self.room.stream)).await;
                }
                self.start_next();
            }
            // Boxed, because it is rare and every command holds the future.
            Appended::PlaceTaken => Box::pin(self.refresh()).await?,
        }
        Ok(appended)
    }

    /// Whether the index can stay as it is: its entry is earlier than it has to be, but not due soon. The sweep that finds
    /// it corrects it. So most turns with a clock, which move the end back, do not write to the index.
    fn is_indexed(&self, change: Option<OwedChange>) -> bool {
        match (change, self.loaded.indexed) {
            (Some(OwedChange::Due(due_at)), Some(indexed)) => {
                indexed <= due_at && indexed > self.rooms.store.now() + SOON
            }
            _ => false,
        }
    }

    /// Loads the game that has just begun after this one, so that what it owes is done without waiting for a sweep.
    fn start_next(&self) {
        let Some(next) = self.state().next else { return };
        metrics::counter!("linja_games_created_total").increment(1);
        let rooms = self.rooms.clone();
        tokio::spawn(async move {
            if let Err(error) = rooms.open(next).await {
                tracing::warn!(game = %next, %error, "a game that has begun could not be loaded");
            }
        });
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
    /// Combines an event with its cause, number and time.
    pub(super) fn stored(self, seq: u64, at: u64, event: Event) -> Stored {
        Stored { seq, at, command: self.command, actor: self.actor, secret: self.secret, event }
    }
}
