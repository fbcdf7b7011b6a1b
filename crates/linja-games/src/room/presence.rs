//! Who is connected to a game, on this server and on others.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use linja::{BySide, Side};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Broadcast, Live, Room, Text};
use crate::store::PresenceNews;

/// After this long without an announcement, a server counts as having nobody connected.
const SILENT: Duration = Duration::from_secs(50);

/// Up to this many spectators, every arrival and departure is announced at once.
const FEW: u32 = 32;
/// Announcement interval for more spectators; without it, n spectators would cause n² messages.
const CROWD_INTERVAL: Duration = Duration::from_secs(1);

/// Live connections to a game.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    players: BySide<u32>,
    spectators: u32,
    /// Last announcement of each other server, and when it arrived.
    others: HashMap<u64, (PresenceView, Instant)>,
    /// When a player was last connected or heard from; `None` if not since the game was loaded.
    last_heard: BySide<Option<Instant>>,
    /// When a request of a player without a live connection was last announced to the other servers.
    last_announced: BySide<Option<Instant>>,
    /// Counts the changes of the view.
    version: u64,
    /// An announcement is already scheduled.
    is_due: bool,
}

/// Who is connected to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Presence)]
pub struct PresenceView {
    /// Black is connected.
    pub black: bool,
    /// Red is connected.
    pub red: bool,
    /// Connections of others.
    pub spectators: u32,
}

/// The role of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// A player of these sides.
    Player(Vec<Side>),
    /// A spectator.
    Spectator,
}

impl Role {
    /// Whether the role plays that side.
    #[must_use]
    pub fn plays(&self, side: Side) -> bool {
        matches!(self, Role::Player(sides) if sides.contains(&side))
    }
}

impl Presence {
    /// Presence on all servers.
    #[must_use]
    pub fn view(&self) -> PresenceView {
        self.others.values().fold(self.local(), |view, (other, _)| PresenceView {
            black: view.black || other.black,
            red: view.red || other.red,
            spectators: view.spectators.saturating_add(other.spectators),
        })
    }

    /// Presence on this server.
    fn local(&self) -> PresenceView {
        PresenceView { black: self.players.black > 0, red: self.players.red > 0, spectators: self.spectators }
    }

    fn add(&mut self, role: &Role, change: i32) {
        let add = |count: &mut u32| *count = count.saturating_add_signed(change);
        match role {
            Role::Player(sides) => sides.iter().for_each(|&side| add(&mut self.players[side])),
            Role::Spectator => add(&mut self.spectators),
        }
    }
}

impl PresenceView {
    /// Whether the player of `side` is connected.
    #[must_use]
    pub fn has(&self, side: Side) -> bool {
        match side {
            Side::Black => self.black,
            Side::Red => self.red,
        }
    }

    /// Whether nobody is connected.
    #[must_use]
    pub fn is_nobody(&self) -> bool {
        !self.black && !self.red && self.spectators == 0
    }
}

impl Room {
    /// Adds a connection. Returns the presence and its version, so that the new connection can skip older announcements
    /// in its queue.
    pub fn enter(self: &Arc<Self>, role: &Role) -> (PresenceView, u64) {
        self.change_presence(|presence| presence.add(role, 1))
    }

    /// Changes the role of a connection that took a seat, with a single announcement.
    pub fn change_role(self: &Arc<Self>, before: &Role, after: &Role) {
        self.change_presence(|presence| {
            presence.add(before, -1);
            presence.add(after, 1);
        });
    }

    /// Removes a connection.
    pub fn leave(self: &Arc<Self>, role: &Role) {
        self.change_presence(|presence| presence.add(role, -1));
    }

    /// Presence on this server.
    #[must_use]
    pub fn local_presence(&self) -> PresenceView {
        self.presence.lock().map_or_else(|_| Presence::default().local(), |presence| presence.local())
    }

    /// Records a request of the player of these sides. Returns which of them have no live connection here and were not
    /// announced for `pause`.
    pub(super) fn hear_from(&self, sides: &[Side], pause: Duration) -> BySide<bool> {
        let mut news = BySide::default();
        let Ok(mut presence) = self.presence.lock() else { return news };
        for &side in sides {
            let now = Instant::now();
            presence.last_heard[side] = Some(now);
            let is_due = presence.last_announced[side].is_none_or(|last| now - last >= pause);
            if is_due && presence.players[side] == 0 {
                presence.last_announced[side] = Some(now);
                news[side] = true;
            }
        }
        news
    }

    /// Whether a player is not connected to any server, and has not been heard from for `wait`.
    #[must_use]
    pub fn is_gone(&self, side: Side, wait: Duration) -> bool {
        let Ok(presence) = self.presence.lock() else { return false };
        // Before the game was loaded, nobody was watching for players.
        let heard = presence.last_heard[side].unwrap_or(self.loaded_at);
        !presence.view().has(side) && heard.elapsed() >= wait
    }

    /// Records another server's announcement. Returns whether that server is new, and so has not received ours. For `pause`
    /// after it, that server does not announce further requests of a player without a live connection.
    pub(super) fn hear(self: &Arc<Self>, news: &PresenceNews, pause: Duration) -> bool {
        let view = PresenceView { black: news.black, red: news.red, spectators: news.spectators };
        let mut is_new = false;
        self.change_presence(|presence| {
            let known = if view.is_nobody() {
                presence.others.remove(&news.server)
            } else {
                presence.others.insert(news.server, (view, Instant::now()))
            };
            is_new = known.is_none() && !view.is_nobody();
            for side in Side::ALL.into_iter().filter(|&side| news.heard[side]) {
                presence.last_heard[side] = Some(Instant::now() + pause);
            }
        });
        is_new
    }

    /// Drops the announcements of servers that have gone silent.
    pub fn forget_silent(self: &Arc<Self>) {
        self.change_presence(|presence| presence.others.retain(|_, (_, heard)| heard.elapsed() < SILENT));
    }

    fn change_presence(self: &Arc<Self>, change: impl FnOnce(&mut Presence)) -> (PresenceView, u64) {
        let Ok(mut presence) = self.presence.lock() else { return (Presence::default().view(), 0) };
        let before = presence.view();
        change(&mut presence);
        let after = presence.view();
        for side in Side::ALL {
            if before.has(side) && !after.has(side) {
                presence.last_heard[side] = presence.last_heard[side].max(Some(Instant::now()));
            }
        }
        if before == after {
            return (after, presence.version);
        }
        presence.version += 1;
        let is_of_players = (before.black, before.red) != (after.black, after.red);
        if is_of_players || before.spectators.max(after.spectators) <= FEW {
            self.announce(&presence);
        } else if !std::mem::replace(&mut presence.is_due, true) {
            let room = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(CROWD_INTERVAL).await;
                let Ok(mut presence) = room.presence.lock() else { return };
                presence.is_due = false;
                room.announce(&presence);
            });
        }
        (after, presence.version)
    }

    /// Must be called under the lock, so that announcements are sent in the order of changes.
    fn announce(&self, presence: &Presence) {
        let text = Text::of(&Broadcast::Presence(presence.view()));
        // Fails only without receivers.
        let _ = self.live.send(Live::Presence { version: presence.version, text });
    }
}
