//! All games in memory.

use std::collections::HashMap;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use linja::Side;
use tokio::sync::broadcast;

use super::attempts::Attempts;
use super::heart::Heart;
use super::help::Boards;
use super::open::{Loaded, OpenRoom};
use super::push::PushTimes;
use super::{Live, Room, Text, event_message};
use crate::computer::Computer;
use crate::game::event::Stored;
use crate::game::state::{Seat, State};
use crate::game::view::{GameSummary, OwnGame};
use crate::id::GameId;
use crate::identity::{Caller, Known};
use crate::store::Store;
use crate::{Boxed, GameError};

/// A watcher that has missed more events gets the whole state instead, because every event carries the whole game.
const LONGEST_GAP: u64 = 200;

/// How long a player must be gone before the opponent can claim the game.
const CLAIM_AFTER: Duration = Duration::from_mins(2);

/// All games in memory.
pub struct Rooms {
    pub(super) store: Arc<Store>,
    pub(super) computer: Arc<Computer>,
    pub(super) claim_after: Duration,
    pub(super) attempts: Attempts,
    pub(super) heart: Heart,
    /// When the oldest thing that is owed was due, in milliseconds since 1970; the largest number for none.
    pub(super) oldest_due: AtomicU64,
    /// When the last successful sweep began, or the rooms were made, in milliseconds since 1970.
    pub(super) last_sweep: AtomicU64,
    pub(super) known: Known,
    pub(super) boards: Arc<Boards>,
    pub(super) push: Option<PushTimes>,
    map: Mutex<HashMap<GameId, Arc<Room>>>,
    /// Streams whose last game has another id, and that id. Only streams of older versions.
    aliases: Mutex<HashMap<GameId, GameId>>,
}

/// A new subscription to a game.
pub struct Watch {
    /// The room.
    pub room: Arc<Room>,
    /// The game as seen by the watcher.
    pub own: OwnGame,
    /// The events that the watcher has missed; `None` if the watcher needs the whole state.
    pub missed: Option<Vec<Text>>,
    /// All later messages.
    pub live: broadcast::Receiver<Live>,
}

impl Rooms {
    /// An empty set of rooms over a store.
    #[must_use]
    pub fn new(store: Arc<Store>, computer: Arc<Computer>) -> Rooms {
        let last_sweep = AtomicU64::new(store.now());
        Rooms {
            store,
            computer,
            claim_after: CLAIM_AFTER,
            attempts: Attempts::default(),
            heart: Heart::default(),
            oldest_due: AtomicU64::new(u64::MAX),
            last_sweep,
            known: Known::default(),
            boards: Arc::default(),
            push: Some(PushTimes::default()),
            map: Mutex::default(),
            aliases: Mutex::default(),
        }
    }

    /// Sets how long a player must be gone before the opponent can claim the game; two minutes by default.
    #[must_use]
    pub fn claim_after(self, claim_after: Duration) -> Rooms {
        Rooms { claim_after, ..self }
    }

    /// The store of the games.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Number of games in memory.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map().len()
    }

    /// Whether no game is in memory.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map().is_empty()
    }

    pub(super) fn map(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        // Safe to use after a panic: the map changes only by single insertions and removals.
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn aliases(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, GameId>> {
        // As above.
        self.aliases.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The room of a game in this stream, created if needed. The game need not exist.
    pub(super) fn room(&self, id: GameId, stream: GameId) -> Arc<Room> {
        let new = || Arc::new(Room::new(id, stream, self.claim_after));
        let room = self.map().entry(id).or_insert_with(new).clone();
        room.touch(self.store.now());
        room
    }

    /// Locks a game, refreshes it if needed and stores what follows from its clock.
    pub(super) async fn open(self: &Arc<Self>, id: GameId) -> Result<OpenRoom, GameError> {
        let known = self.map().get(&id).map(|room| room.stream);
        // Load before creating the room, so that unknown ids leave no empty rooms behind.
        let (stream, events) = match known {
            Some(stream) => (stream, Vec::new()),
            None => Box::pin(self.find(id)).await?,
        };
        let room = self.room(id, stream);
        let mut lock = room.game.clone().lock_owned().await;
        let is_new = lock.is_none();
        if is_new {
            let events = if events.is_empty() { self.store.events(stream, 0).await? } else { events };
            *lock = Box::pin(self.load(&room, events)).await?;
        }
        let mut open = OpenRoom::new(self, room, lock).ok_or(GameError::NoSuchGame)?;
        if open.loaded.is_uncertain {
            Box::pin(open.refresh()).await?;
        } else if is_new {
            open.after_change();
        }
        open.settle_clock().await?;
        Ok(open)
    }

    /// Locks a room without refreshing; `None` if its game is not loaded.
    pub(super) async fn lock(self: &Arc<Self>, room: &Arc<Room>) -> Option<OpenRoom> {
        OpenRoom::new(self, room.clone(), room.game.clone().lock_owned().await)
    }

    /// A game as `client` sees it.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn look<'a>(
        self: &'a Arc<Self>,
        id: GameId,
        client: Option<&'a Caller>,
    ) -> Boxed<'a, Result<OwnGame, GameError>> {
        Box::pin(async move { Ok(self.open(id).await?.show(client)) })
    }

    /// The same, but while the match of an older version goes on in the stream of its first game, the first id leads to the
    /// game under way, which has another id.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn look_under_way<'a>(
        self: &'a Arc<Self>,
        id: GameId,
        client: Option<&'a Caller>,
    ) -> Boxed<'a, Result<OwnGame, GameError>> {
        Box::pin(async move { Ok(self.open_under_way(id).await?.show(client)) })
    }

    /// At most `limit` events after number `after`, and whether there are more.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn events(
        self: &Arc<Self>,
        id: GameId,
        after: u64,
        limit: usize,
    ) -> Boxed<'_, Result<(Vec<Stored>, bool), GameError>> {
        Box::pin(async move {
            let open = self.open(id).await?;
            let later: &[Stored] = open
                .events()
                .get(open.events().partition_point(|stored| stored.seq <= after)..)
                .unwrap_or_default();
            Ok((later.iter().take(limit).cloned().collect(), later.len() > limit))
        })
    }

    /// The state of a game.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn state(self: &Arc<Self>, id: GameId) -> Boxed<'_, Result<State, GameError>> {
        Box::pin(async move { Ok(self.open(id).await?.state().clone()) })
    }

    /// All events of a game and their state, for a list of many games: the game does not stay in memory for it.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn whole(self: &Arc<Self>, id: GameId) -> Boxed<'_, Result<(Vec<Stored>, State), GameError>> {
        Box::pin(self.read_briefly(id, |open| (open.events().to_vec(), open.state().clone())))
    }

    /// A game in a list of `client`. Does not stay in memory for it either.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn summary<'a>(
        self: &'a Arc<Self>,
        id: GameId,
        client: Option<&'a Caller>,
    ) -> Boxed<'a, Result<GameSummary, GameError>> {
        Box::pin(self.read_briefly(id, move |open| {
            let summary = GameSummary::new(open.state(), client);
            open.hear_from(&summary.you);
            summary
        }))
    }

    /// Reads a game that may be one of many. If it is not in memory, it does not stay there: its idle time would let a
    /// client that lists games fill the memory.
    async fn read_briefly<T>(
        self: &Arc<Self>,
        id: GameId,
        read: impl FnOnce(&mut OpenRoom) -> T,
    ) -> Result<T, GameError> {
        let is_in_memory = self.map().contains_key(&id);
        let opened = self.open(id).await;
        // Unlocks the game before it is dropped.
        let found = opened.map(|mut open| read(&mut open));
        if !is_in_memory {
            self.forget_unused(id);
        }
        found
    }

    /// Whether the computer plays in this game and has to search for its replies. `false` if the game is not in memory, or
    /// is being used by another task: then the question is not worth waiting for.
    #[must_use]
    pub fn takes_searches(&self, id: GameId) -> bool {
        let Some(room) = self.map().get(&id).cloned() else { return false };
        let Ok(loaded) = room.game.try_lock() else { return false };
        loaded.as_ref().is_some_and(|Loaded { state, .. }| {
            let searches = |side: Side| match state.seats[side] {
                Seat::Computer(level) => self.computer.searches(state.created.rules, level),
                Seat::Open | Seat::Person { .. } => false,
            };
            Side::ALL.into_iter().any(searches)
        })
    }

    /// Subscribes to a game. `after` is the last event that the watcher knows.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn watch<'a>(
        self: &'a Arc<Self>,
        id: GameId,
        client: Option<&'a Caller>,
        after: Option<u64>,
    ) -> Boxed<'a, Result<Watch, GameError>> {
        Box::pin(async move {
            let mut open = self.open_under_way(id).await?;
            open.catch_up(after.unwrap_or(0)).await?;
            let own = open.view(client);
            open.hear_from(&own.you);
            let seq = open.state().seq;
            let is_near = |after: u64| (1..=seq).contains(&after) && seq - after <= LONGEST_GAP;
            let missed = after.filter(|&after| is_near(after)).map(|after| gap(&open, &own, after));
            // Subscribe under the lock, so that no event is lost between `missed` and `live`.
            let live = open.room.live.subscribe();
            Ok(Watch { room: open.room.clone(), own, missed, live })
        })
    }
}

/// The messages of the events after `after`, each with the game after the event. Only the last one has the watcher's
/// tree.
fn gap(open: &OpenRoom, own: &OwnGame, after: u64) -> Vec<Text> {
    let sides = &own.you;
    let mut messages = Vec::new();
    let Some((first, rest)) = open.events().split_first() else { return messages };
    let Ok(mut state) = State::begin(open.room.stream, first) else { return messages };
    for stored in rest {
        if state.apply_in_stream(stored, open.id()).is_err() {
            break;
        }
        if stored.seq > after {
            let sides = if stored.seq == own.game.head.seq { &sides[..] } else { &[] };
            messages.push(event_message(&state, sides, stored));
        }
    }
    messages
}
