//! Messages from a room to its watchers.

use bytes::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use super::presence::PresenceMessage;
use crate::game::view::{EventView, GameView};

/// A message as JSON text, serialised once and shared by all watchers; cloning is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Bytes);

impl Text {
    /// Serialises a message.
    #[must_use]
    pub fn of(message: &impl Serialize) -> Text {
        // Messages hold only strings, numbers and lists, so serialising cannot fail.
        Text(serde_json::to_vec(message).unwrap_or_default().into())
    }

    /// The JSON as bytes, always UTF-8.
    #[must_use]
    pub fn into_bytes(self) -> Bytes {
        self.0
    }
}

/// A message to all watchers of a game.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Broadcast {
    /// An event and the game after it.
    Event(Box<LiveEvent>),
    /// Who is connected.
    Presence(PresenceMessage),
}

/// An event as sent to watchers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LiveEvent {
    /// The event.
    #[serde(flatten)]
    pub event: EventView,
    /// The game after the event.
    pub game: GameView,
}
