//! What servers on one database tell each other.

use linja::BySide;

use crate::id::GameId;
use crate::token::Hash;

/// A notification from another server on the same database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A game has new events.
    Changed(GameId),
    /// Presence in a game changed at another server.
    Presence(PresenceNews),
    /// The tokens or the names of an identity have changed.
    Identity(Hash),
    /// Notifications may have been lost: refresh everything.
    Resync,
}

/// Who is connected to a game at one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceNews {
    /// The server's random id.
    pub server: u64,
    /// The game.
    pub game: GameId,
    /// Whether Black is connected there.
    pub black: bool,
    /// Whether Red is connected there.
    pub red: bool,
    /// Number of spectators there.
    pub spectators: u32,
    /// Whether Black and Red have sent a request there without being connected.
    pub heard: BySide<bool>,
    /// The network lag of the players' connections there, in milliseconds, if it is known.
    pub lag: BySide<Option<u64>>,
}
