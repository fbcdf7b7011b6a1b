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
    /// Last announcement of each other server.
    others: HashMap<u64, Elsewhere>,
    /// The network lag of the players' connections to this server, in milliseconds, as last measured.
    lag: BySide<Option<u64>>,
    /// When a player was last connected or heard from; `None` if not since the game was loaded.
    last_heard: BySide<Option<Instant>>,
    /// When a request of a player without a live connection was last announced to the other servers.
    last_announced: BySide<Option<Instant>>,
    /// Counts the changes of the view.
    version: u64,
    /// An announcement is already scheduled.
    is_due: bool,
}

/// What another server has announced.
#[derive(Clone, Copy, Debug)]
struct Elsewhere {
    view: PresenceView,
    lag: BySide<Option<u64>>,
    heard: Instant,
}

/// Who is connected to a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceView {
    /// Black is connected.
    pub black: bool,
    /// Red is connected.
    pub red: bool,
    /// Connections of others.
    pub spectators: u32,
}

/// Who is connected to a game, as watchers are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Presence)]
pub struct PresenceMessage {
    /// Black is connected.
    pub black: bool,
    /// Red is connected.
    pub red: bool,
    /// Connections of others.
    pub spectators: u32,
    /// For how long the players have been away.
    pub away: Away,
    /// Milliseconds that a player must be away, and to move, before the opponent can claim the game.
    pub claim_after: u64,
}

/// For how long the players have been away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Away {
    /// Milliseconds since Black was connected or sent a request; `null` while Black is connected.
    pub black: Option<u64>,
    /// The same for Red.
    pub red: Option<u64>,
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
        self.others.values().map(|other| other.view).fold(self.local(), |view, other| PresenceView {
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
    pub fn enter(self: &Arc<Self>, role: &Role) -> (PresenceMessage, u64) {
        self.change_presence(|presence| presence.add(role, 1))
    }

    /// Records the network lag of a connection. Returns whether it is the first of its player, which other servers do not
    /// know yet.
    pub fn measure(&self, role: &Role, lag: Duration) -> bool {
        let (Role::Player(sides), Ok(mut presence)) = (role, self.presence.lock()) else { return false };
        let lag = lag.as_millis() as u64;
        let mut is_first = false;
        for &side in sides {
            is_first |= presence.lag[side].replace(lag).is_none();
        }
        is_first
    }

    /// The network lag of the players' connections to this server, in milliseconds.
    pub(super) fn local_lag(&self) -> BySide<Option<u64>> {
        self.presence.lock().map_or_else(|_| BySide::default(), |presence| presence.lag)
    }

    /// The network lag of the player of these sides in milliseconds, as measured on live connections to any server; 0 if
    /// it is unknown.
    pub(super) fn lag_of(&self, sides: &[Side]) -> u64 {
        let Ok(presence) = self.presence.lock() else { return 0 };
        let of = |lag: BySide<Option<u64>>| sides.iter().find_map(|&side| lag[side]);
        let elsewhere = || presence.others.values().find_map(|other| of(other.lag));
        of(presence.lag).or_else(elsewhere).unwrap_or(0)
    }

    /// Whether a player is connected to any server.
    pub(super) fn is_connected(&self, side: Side) -> bool {
        self.presence.lock().is_ok_and(|presence| presence.view().has(side))
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
        self.away(&presence, side).is_some_and(|away| away >= wait)
    }

    /// For how long a player has been away; `None` while the player is connected.
    fn away(&self, presence: &Presence, side: Side) -> Option<Duration> {
        // Before the game was loaded, nobody was watching for players.
        let heard = presence.last_heard[side].unwrap_or(self.loaded_at);
        (!presence.view().has(side)).then(|| heard.elapsed())
    }

    fn presence_message(&self, presence: &Presence) -> PresenceMessage {
        let PresenceView { black, red, spectators } = presence.view();
        let away = |side| self.away(presence, side).map(|away| away.as_millis() as u64);
        let away = Away { black: away(Side::Black), red: away(Side::Red) };
        PresenceMessage { black, red, spectators, away, claim_after: self.claim_after.as_millis() as u64 }
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
                let elsewhere = Elsewhere { view, lag: news.lag, heard: Instant::now() };
                presence.others.insert(news.server, elsewhere)
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
        self.change_presence(|presence| presence.others.retain(|_, other| other.heard.elapsed() < SILENT));
    }

    fn change_presence(self: &Arc<Self>, change: impl FnOnce(&mut Presence)) -> (PresenceMessage, u64) {
        let Ok(mut presence) = self.presence.lock() else {
            return (self.presence_message(&Presence::default()), 0);
        };
        let before = presence.view();
        change(&mut presence);
        let after = presence.view();
        for side in Side::ALL {
            if before.has(side) && !after.has(side) {
                presence.last_heard[side] = presence.last_heard[side].max(Some(Instant::now()));
            }
        }
        let message = self.presence_message(&presence);
        if before == after {
            return (message, presence.version);
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
        (message, presence.version)
    }

    /// Must be called under the lock, so that announcements are sent in the order of changes.
    fn announce(&self, presence: &Presence) {
        let text = Text::of(&Broadcast::Presence(self.presence_message(presence)));
        // Fails only without receivers.
        let _ = self.live.send(Live::Presence { version: presence.version, text });
    }
}
