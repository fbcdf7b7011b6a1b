//! All games in memory, and how they stay equal to what the database holds.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use linja::{Game, Side};
use tokio::sync::{MutexGuard, broadcast};

use super::{Inner, Live, Loaded, Room, event_message};
use crate::computer::Computer;
use crate::game::event::{Event, Stored};
use crate::game::state::State;
use crate::game::view::OwnGame;
use crate::id::GameId;
use crate::problem::{Code, Problem};
use crate::store::{Append, Appended, Listing, Store};
use crate::token::Token;

/// Whoever has missed more events gets the whole state instead: every event is sent with the game after it.
const LONGEST_GAP: u64 = 200;

/// All games in memory.
pub struct Rooms {
    pub(super) store: Arc<Store>,
    pub(super) computer: Arc<Computer>,
    map: Mutex<HashMap<GameId, Arc<Room>>>,
}

/// What somebody who begins to watch gets: the room, what has happened, and everything from then on.
pub struct Watch {
    /// The room.
    pub room: Arc<Room>,
    /// The game as the watcher sees it.
    pub own: OwnGame,
    /// The events that the watcher has missed, or `None` if it needs the whole state.
    pub missed: Option<Vec<axum::extract::ws::Utf8Bytes>>,
    /// Everything from now on.
    pub live: broadcast::Receiver<Live>,
}

impl Rooms {
    /// No room yet.
    #[must_use]
    pub fn new(store: Arc<Store>, computer: Arc<Computer>) -> Rooms {
        Rooms { store, computer, map: Mutex::default() }
    }

    /// The store below.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// How many games are in memory.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map().len()
    }

    /// No game is in memory.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map().is_empty()
    }

    pub(super) fn map(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        // A panic elsewhere leaves the map as it was: single insertions and removals.
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a game, made if it is not there. Says nothing about whether there is such a game.
    pub(super) fn room(&self, id: GameId) -> Arc<Room> {
        let room = self.map().entry(id).or_insert_with(|| Arc::new(Room::new(id))).clone();
        room.touch(self.store.now());
        room
    }

    /// The room of a game that exists.
    pub(super) async fn open(self: &Arc<Self>, id: GameId) -> Result<Arc<Room>, Problem> {
        let known = self.map().get(&id).cloned();
        if let Some(room) = known {
            room.touch(self.store.now());
            return Ok(room);
        }
        // Looked up before a room is made, so that wrong ids leave nothing behind.
        let events = self.store.events(id, 0).await?;
        if events.is_empty() {
            return Err(no_such_game());
        }
        let room = self.room(id);
        let mut inner = room.inner.lock().await;
        if inner.loaded.is_none() {
            self.take_in(&room, &mut inner, events)?;
        }
        drop(inner);
        Ok(room)
    }

    /// The state of a room that is locked, read if needed, with time losses stored.
    pub(super) async fn up_to_date<'a>(
        self: &Arc<Self>,
        room: &Arc<Room>,
        inner: &'a mut MutexGuard<'_, Inner>,
    ) -> Result<&'a State, Problem> {
        if inner.loaded.is_none() {
            self.refresh(room, inner).await?;
        }
        let now = self.store.now();
        if let Some(side) = inner.loaded.as_ref().and_then(|loaded| loaded.state.ran_out(now)) {
            let event = Event::TimeRanOut { side: side.into() };
            self.append(room, inner, event, Cause::default()).await?;
        }
        inner.loaded.as_ref().map(|loaded| &loaded.state).ok_or_else(no_such_game)
    }

    /// Reads what the database holds beyond what the room knows.
    pub(super) async fn refresh(
        self: &Arc<Self>,
        room: &Arc<Room>,
        inner: &mut MutexGuard<'_, Inner>,
    ) -> Result<(), Problem> {
        let known = inner.loaded.as_ref().map_or(0, |loaded| loaded.state.seq);
        let events = self.store.events(room.id, known).await?;
        self.take_in(room, inner, events)
    }

    /// Takes events from the database into the room and publishes them.
    fn take_in(
        self: &Arc<Self>,
        room: &Arc<Room>,
        inner: &mut MutexGuard<'_, Inner>,
        events: Vec<Stored>,
    ) -> Result<(), Problem> {
        for stored in events {
            let taken = match &mut inner.loaded {
                Some(loaded) => loaded.state.apply(&stored),
                None => State::begin(&stored)
                    .map(|state| inner.loaded = Some(Loaded { state, events: Vec::new() })),
            };
            let Some(loaded) = inner.loaded.as_mut().filter(|_| taken.is_ok()) else {
                inner.loaded = None;
                let reason = taken.err().map_or_else(String::new, |error| error.to_string());
                return Err(Problem::internal(&format!("game {}: {reason}", room.id)));
            };
            room.publish(&loaded.state, &stored);
            loaded.events.push(stored);
        }
        self.after_change(room, inner);
        Ok(())
    }

    /// Stores the next event; when it is durable, it enters the room. If another event has its place, the room takes
    /// that in instead and the caller has to decide again.
    pub(super) async fn append(
        self: &Arc<Self>,
        room: &Arc<Room>,
        inner: &mut MutexGuard<'_, Inner>,
        event: Event,
        cause: Cause,
    ) -> Result<Appended, Problem> {
        let before = inner.loaded.as_ref().map(|loaded| &loaded.state);
        let stored = Stored {
            seq: before.map_or(0, |state| state.seq) + 1,
            // Time never runs backwards in a game, whatever the machines' clocks do.
            at: self.store.now().max(before.map_or(0, |state| state.at)),
            command: cause.command,
            actor: cause.actor,
            secret: cause.secret,
            event,
        };
        let after = match before {
            None => State::begin(&stored),
            Some(before) => {
                let mut after = before.clone();
                after.apply(&stored).map(|()| after)
            }
        };
        let after = after.map_err(|error| Problem::internal(&error))?;
        let listing = Listing::change(before, &after, &stored);
        let append = Append { game: room.id, stored: stored.clone(), listing };
        match self.store.append(append).await {
            Ok(Appended::Stored) => {
                room.publish(&after, &stored);
                let mut events = inner.loaded.take().map(|loaded| loaded.events).unwrap_or_default();
                events.push(stored);
                inner.loaded = Some(Loaded { state: after, events });
                self.after_change(room, inner);
                Ok(Appended::Stored)
            }
            Ok(Appended::PlaceTaken) => {
                self.refresh(room, inner).await?;
                Ok(Appended::PlaceTaken)
            }
            Err(error) => {
                // It may be there or not: whoever comes next reads what is true.
                inner.loaded = None;
                Err(error.into())
            }
        }
    }

    /// A game as somebody sees it.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn look(self: &Arc<Self>, id: GameId, client: Option<&Token>) -> Result<OwnGame, Problem> {
        let room = self.open(id).await?;
        let mut inner = room.inner.lock().await;
        let state = self.up_to_date(&room, &mut inner).await?;
        Ok(OwnGame::new(id, state, client, self.store.now()))
    }

    /// The events behind number `after`.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn events(self: &Arc<Self>, id: GameId, after: u64) -> Result<Vec<Stored>, Problem> {
        let room = self.open(id).await?;
        let mut inner = room.inner.lock().await;
        self.up_to_date(&room, &mut inner).await?;
        let events = inner.loaded.iter().flat_map(|loaded| &loaded.events);
        Ok(events.filter(|stored| stored.seq > after).cloned().collect())
    }

    /// A game of the match by its number from 1 on, the one under way if none is given; with the state around it.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn game(self: &Arc<Self>, id: GameId, number: Option<u32>) -> Result<(Game, State), Problem> {
        let room = self.open(id).await?;
        let mut inner = room.inner.lock().await;
        let state = self.up_to_date(&room, &mut inner).await?;
        let missing =
            || Problem::new(Code::NoSuchRecord, "There is no game of that number yet.").part("game");
        let game = match number {
            None => state.game.clone(),
            Some(number) => {
                let index = (number as usize).checked_sub(1).ok_or_else(missing)?;
                let under_way =
                    (index == state.finished.len() && !state.game.is_over()).then_some(&state.game);
                state.finished.get(index).or(under_way).ok_or_else(missing)?.clone()
            }
        };
        Ok((game, state.clone()))
    }

    /// Begins to watch a game. `after` is the last event that the watcher knows.
    ///
    /// # Errors
    /// If there is no such game.
    pub async fn watch(
        self: &Arc<Self>,
        id: GameId,
        client: Option<&Token>,
        after: Option<u64>,
    ) -> Result<Watch, Problem> {
        let room = self.open(id).await?;
        let mut inner = room.inner.lock().await;
        // The watcher may come from another server that knows more.
        if after.is_some_and(|after| inner.loaded.as_ref().is_some_and(|loaded| loaded.state.seq < after)) {
            self.refresh(&room, &mut inner).await?;
        }
        let state = self.up_to_date(&room, &mut inner).await?;
        let own = OwnGame::new(id, state, client, self.store.now());
        let seq = state.seq;
        let events = inner.loaded.as_ref().map_or(&[][..], |loaded| &loaded.events);
        let is_near = |after: u64| (1..=seq).contains(&after) && seq - after <= LONGEST_GAP;
        let missed = after.filter(|&after| is_near(after)).map(|after| gap(id, events, &own, after));
        // Subscribed under the lock: nothing falls between what has happened and what will.
        let live = room.live.subscribe();
        drop(inner);
        Ok(Watch { room, own, missed, live })
    }
}

/// Why an event happens.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cause {
    pub command: Option<uuid::Uuid>,
    pub actor: Option<crate::token::Hash>,
    pub secret: Option<crate::token::Hash>,
}

/// The messages of the events behind `after`, each with the game as it was after it; the last one with what the watcher
/// can do.
fn gap(id: GameId, events: &[Stored], own: &OwnGame, after: u64) -> Vec<axum::extract::ws::Utf8Bytes> {
    let sides: Vec<Side> = own.you.iter().map(|&side| side.into()).collect();
    let mut messages = Vec::new();
    let Some(mut state) = events.first().and_then(|first| State::begin(first).ok()) else { return messages };
    for stored in &events[1..] {
        if state.apply(stored).is_err() {
            break;
        }
        if stored.seq > after {
            let sides = if stored.seq == own.game.seq { &sides[..] } else { &[] };
            messages.push(event_message(id, &state, sides, stored));
        }
    }
    messages
}

fn no_such_game() -> Problem {
    Problem::new(Code::NoSuchGame, "There is no such game. Check the link, or begin a new one.").part("id")
}
