//! What a room sends to everybody who watches it.

use bytes::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use super::presence::PresenceView;
use crate::game::view::{EventView, GameView};

/// A message as JSON text, written once and shared by all watchers: cloning copies nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Bytes);

impl Text {
    /// The JSON of a message.
    #[must_use]
    pub fn of(message: &impl Serialize) -> Text {
        // Messages hold only texts, numbers and lists, which always have a JSON form.
        Text(serde_json::to_vec(message).unwrap_or_default().into())
    }

    /// The text as bytes, which are always UTF-8.
    #[must_use]
    pub fn into_bytes(self) -> Bytes {
        self.0
    }
}

/// A message to everybody who watches a game.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Broadcast {
    /// An event and the game after it.
    Event(Box<LiveEvent>),
    /// Who is there.
    Presence(PresenceView),
}

/// An event as watchers get it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LiveEvent {
    /// What happened, in its place.
    #[serde(flatten)]
    pub event: EventView,
    /// The game after it.
    pub game: GameView,
}
