//! Who watches a game, on this server.

use linja::{BySide, Side};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Live, LiveMessage, Room};

/// Live connections to a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    players: BySide<u32>,
    spectators: u32,
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

impl Presence {
    /// As watchers see it.
    #[must_use]
    pub fn view(&self) -> PresenceView {
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

impl Room {
    /// Somebody came; returns who is there now.
    pub fn enter(&self, role: &Role) -> PresenceView {
        self.change_presence(role, 1)
    }

    /// Somebody left.
    pub fn leave(&self, role: &Role) {
        self.change_presence(role, -1);
    }

    fn change_presence(&self, role: &Role, change: i32) -> PresenceView {
        let Ok(mut presence) = self.presence.lock() else { return Presence::default().view() };
        let before = presence.view();
        presence.add(role, change);
        let after = presence.view();
        if before != after {
            // Sent under the lock, so that the last message is the last change.
            let _ = self.live.send(Live::Presence(LiveMessage::Presence(after).text()));
        }
        after
    }
}
