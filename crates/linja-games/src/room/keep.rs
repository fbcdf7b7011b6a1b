//! Keeps rooms in sync with other servers and drops idle rooms.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use linja::{BySide, Side};
use tokio::sync::broadcast;

use super::identities::IdentityPoll;
use super::{Live, PresenceView, Room, Rooms};
use crate::id::GameId;
use crate::store::{Notice, PresenceNews, StoreError};
use crate::{Boxed, GameError};

/// A room without watchers and requests is dropped after this many milliseconds.
const IDLE: u64 = 60_000;
/// Interval of polling for events of other servers, in case a notification is lost.
const LOOK: Duration = Duration::from_secs(2);
/// Announce presence every Nth poll, so that other servers can detect a server that is down.
const PRESENCE_LOOKS: u32 = 10;

impl Rooms {
    /// Keeps rooms in sync and drops idle ones. Never returns while the store is open.
    pub fn keep(self: Arc<Self>) -> Boxed<'static, ()> {
        Box::pin(async move {
            let mut notices = self.store.notices();
            let mut look = tokio::time::interval(LOOK);
            let mut looks = 0_u32;
            let mut identities = IdentityPoll::default();
            look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                let notice = tokio::select! {
                    _ = look.tick() => {
                        self.forget_idle();
                        self.keep_challenges();
                        if self.store.is_shared() {
                            self.keep_presence(looks.is_multiple_of(PRESENCE_LOOKS));
                            looks += 1;
                            self.poll_identities(&mut identities).await;
                        }
                        Notice::Resync
                    }
                    notice = notices.recv() => match notice {
                        Ok(notice) => notice,
                        // The queue of notices overflowed.
                        Err(broadcast::error::RecvError::Lagged(_)) => Notice::Resync,
                        Err(broadcast::error::RecvError::Closed) => return,
                    }
                };
                match notice {
                    Notice::Changed(id) => self.refresh_in_background(id),
                    Notice::Presence(news) => {
                        let room = self.room_of_stream(news.game);
                        // A server that is new to this room has not received our presence yet.
                        if let Some(room) = room.filter(|room| room.hear(&news, self.between_announcements()))
                        {
                            self.announce_presence(&room);
                        }
                    }
                    Notice::Identity(identity) => self.identity_changed(identity),
                    Notice::Resync => self.look_for_changes().await,
                }
            }
        })
    }

    /// Announces to the other servers who is connected to a room here.
    pub fn announce_presence(&self, room: &Room) {
        self.announce(room, BySide::default());
    }

    fn announce(&self, room: &Room, heard: BySide<bool>) {
        // News of a stream are about its last game.
        if room.is_past() {
            return;
        }
        let PresenceView { black, red, spectators } = room.local_presence();
        let (game, lag) = (room.stream, room.local_lag());
        self.store.announce_presence(PresenceNews { server: 0, game, black, red, spectators, heard, lag });
    }

    /// Records a request of the player of these sides, who may have no live connection, here and on the other servers.
    pub(super) fn hear_from(&self, room: &Room, sides: &[Side]) {
        let heard = room.hear_from(sides, self.between_announcements());
        if self.store.is_shared() && heard != BySide::default() {
            self.announce(room, heard);
        }
    }

    /// The other servers hear no more often of a player who sends requests without being connected.
    fn between_announcements(&self) -> Duration {
        self.claim_after / 4
    }

    fn keep_presence(&self, is_announced: bool) {
        let rooms: Vec<Arc<Room>> = self.map().values().cloned().collect();
        for room in rooms {
            room.forget_silent();
            if is_announced && !room.local_presence().is_nobody() {
                self.announce_presence(&room);
            }
        }
    }

    /// Refreshes the rooms whose games others have changed: other servers, or `linja admin`.
    async fn look_for_changes(self: &Arc<Self>) {
        match self.store.has_changed_outside().await {
            Ok(false) => {}
            Ok(true) => {
                if !self.store.is_shared() {
                    tracing::warn!("an operator has changed games with linja admin");
                    let streams: Vec<GameId> = self.map().values().map(|room| room.stream).collect();
                    for stream in streams {
                        self.forget_ended(stream);
                    }
                }
                self.look_at_all().await;
            }
            Err(error) => tracing::warn!(%error, "can't look for changes of games"),
        }
    }

    /// Compares all rooms with the last event numbers in the database and refreshes rooms that are behind.
    async fn look_at_all(self: &Arc<Self>) {
        let current = |room: &&Arc<Room>| !room.is_past();
        let ids: Vec<GameId> = self.map().values().filter(current).map(|room| room.stream).collect();
        if ids.is_empty() {
            return;
        }
        match self.store.last_numbers(&ids).await {
            Ok(numbers) => {
                for (id, seq) in numbers {
                    let room = self.room_of_stream(id);
                    let is_behind = room.is_some_and(|room| {
                        // A locked room is being changed right now and catches up by itself.
                        let game = room.game.try_lock();
                        game.is_ok_and(|game| game.as_ref().is_some_and(|loaded| loaded.state.seq < seq))
                    });
                    if is_behind {
                        self.refresh_in_background(id);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "can't look for events of other servers"),
        }
    }

    fn refresh_in_background(self: &Arc<Self>, id: GameId) {
        self.forget_ended(id);
        let Some(room) = self.room_of_stream(id) else { return };
        let rooms = self.clone();
        tokio::spawn(async move {
            let Some(mut open) = rooms.lock(&room).await else { return };
            match open.refresh().await {
                Ok(()) => {}
                Err(GameError::Store(error @ StoreError::Newer { .. })) => {
                    tracing::warn!(%error, "a game is paused");
                    rooms.close(&room, Live::Paused);
                }
                Err(GameError::Store(error @ StoreError::Removed { .. })) => {
                    tracing::warn!(%error, "an operator has removed a game");
                    rooms.close(&room, Live::Changed);
                }
                // The next poll tries again.
                Err(error) => tracing::warn!(game = %room.id, %error, "a game could not be refreshed"),
            }
        });
    }

    /// Drops the rooms of the games in a stream that another game follows. Only an operator changes such a game.
    fn forget_ended(&self, stream: GameId) {
        let rooms: Vec<Arc<Room>> =
            self.map().values().filter(|room| room.stream == stream).cloned().collect();
        for room in rooms {
            // A locked room is being read right now, with the change or shortly before it.
            let Ok(game) = room.game.try_lock() else { continue };
            let is_followed = game.as_ref().is_some_and(|loaded| loaded.state.next.is_some());
            drop(game);
            if is_followed || room.is_past() {
                self.close(&room, Live::Changed);
            }
        }
    }

    /// Drops the room of a game that a newer version has continued or an operator has removed, and closes the connections
    /// of its watchers. Further requests read the events from the store and fail there.
    fn close(&self, room: &Room, why: Live) {
        self.map().remove(&room.id);
        // Fails only without watchers.
        let _ = room.live.send(why);
    }

    /// Drops a room that is not in use, to bound the memory of a sweep over many games.
    pub(super) fn forget_unused(&self, id: GameId) {
        let mut map = self.map();
        // The map is locked, so a count of 1 means that only the map holds the room.
        let is_unused = |room: &Arc<Room>| Arc::strong_count(room) == 1 && room.live.receiver_count() == 0;
        if map.get(&id).is_some_and(is_unused) {
            map.remove(&id);
        }
    }

    fn forget_idle(&self) {
        let now = self.store.now();
        self.map().retain(|_, room| {
            let used = room.used.load(Ordering::Relaxed);
            // The map is locked, so a count of 1 means that only the map holds the room.
            Arc::strong_count(room) > 1 || room.live.receiver_count() > 0 || now.saturating_sub(used) < IDLE
        });
        let known: Vec<GameId> = self.aliases().values().copied().collect();
        for id in known {
            if !self.map().contains_key(&id) {
                self.aliases().retain(|_, alias| *alias != id);
            }
        }
    }
}
