//! Who watches a game, on this server and on the others.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use linja::{BySide, Side};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Broadcast, Live, Room, Text};
use crate::store::PresenceNews;

/// A server that has announced nothing about a game for this long has nobody there, or is down.
const SILENT: Duration = Duration::from_secs(50);

/// Up to this many spectators, each one who comes or goes is announced.
const FEW: u32 = 32;
/// How often a larger crowd is announced: else n spectators would cost n² messages.
const CROWD_INTERVAL: Duration = Duration::from_secs(1);

/// Live connections to a game.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    players: BySide<u32>,
    spectators: u32,
    /// What other servers announced, and when.
    others: HashMap<u64, (PresenceView, Instant)>,
    /// Counts the changes of the view.
    version: u64,
    /// The crowd will be announced soon.
    is_due: bool,
}

/// Who is there, as watchers see it.
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

/// As whom somebody watches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// Plays these sides.
    Player(Vec<Side>),
    /// Only watches.
    Spectator,
}

impl Role {
    /// Whether it is one who plays that side.
    #[must_use]
    pub fn plays(&self, side: Side) -> bool {
        matches!(self, Role::Player(sides) if sides.contains(&side))
    }
}

impl Presence {
    /// On all servers.
    #[must_use]
    pub fn view(&self) -> PresenceView {
        self.others.values().fold(self.local(), |view, (other, _)| PresenceView {
            black: view.black || other.black,
            red: view.red || other.red,
            spectators: view.spectators.saturating_add(other.spectators),
        })
    }

    /// On this server.
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
    /// Nobody is there.
    #[must_use]
    pub fn is_nobody(&self) -> bool {
        !self.black && !self.red && self.spectators == 0
    }
}

impl Room {
    /// Somebody came. Returns who is there now, and the version of that: older announcements still in the queue of the
    /// one who came are out of date.
    pub fn enter(self: &Arc<Self>, role: &Role) -> (PresenceView, u64) {
        self.change_presence(|presence| presence.add(role, 1))
    }

    /// Somebody who is here took a seat: one change, announced once.
    pub fn change_role(self: &Arc<Self>, before: &Role, after: &Role) {
        self.change_presence(|presence| {
            presence.add(before, -1);
            presence.add(after, 1);
        });
    }

    /// Somebody left.
    pub fn leave(self: &Arc<Self>, role: &Role) {
        self.change_presence(|presence| presence.add(role, -1));
    }

    /// Who is there on this server.
    #[must_use]
    pub fn local_presence(&self) -> PresenceView {
        self.presence.lock().map_or_else(|_| Presence::default().local(), |presence| presence.local())
    }

    /// Another server announces who is there. Returns whether this is its first announcement: then it has not heard ours.
    pub fn hear(self: &Arc<Self>, news: &PresenceNews) -> bool {
        let view = PresenceView { black: news.black, red: news.red, spectators: news.spectators };
        let mut is_new = false;
        self.change_presence(|presence| {
            let known = if view.is_nobody() {
                presence.others.remove(&news.server)
            } else {
                presence.others.insert(news.server, (view, Instant::now()))
            };
            is_new = known.is_none() && !view.is_nobody();
        });
        is_new
    }

    /// Forgets the announcements of servers that have been silent since.
    pub fn forget_silent(self: &Arc<Self>) {
        self.change_presence(|presence| presence.others.retain(|_, (_, heard)| heard.elapsed() < SILENT));
    }

    fn change_presence(self: &Arc<Self>, change: impl FnOnce(&mut Presence)) -> (PresenceView, u64) {
        let Ok(mut presence) = self.presence.lock() else { return (Presence::default().view(), 0) };
        let before = presence.view();
        change(&mut presence);
        let after = presence.view();
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

    /// Called under the lock, so that the last message is the last change.
    fn announce(&self, presence: &Presence) {
        let text = Text::of(&Broadcast::Presence(presence.view()));
        // Fails only if nobody watches.
        let _ = self.live.send(Live::Presence { version: presence.version, text });
    }
}
