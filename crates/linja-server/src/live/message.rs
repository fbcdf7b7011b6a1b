//! What the server sends on a live connection.

use axum::extract::ws::Utf8Bytes;
use linja_api::OracleView;
use linja_games::game::view::OwnGame;
use linja_games::room::{LiveEvent, PresenceView, Text};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::problem::Problem;

/// A message from the server on a live connection.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LiveMessage {
    /// The whole game, on joining.
    State(Box<OwnGame>),
    /// An event and the game after it. Written by the room, once for all watchers.
    Event(Box<LiveEvent>),
    /// Who is there, on joining and when it changes. Changes are written by the room.
    Presence(PresenceView),
    /// Which rule sets are solved, on joining and when it changes.
    Oracle(OracleView),
    /// What became of a command that came over this connection.
    #[serde(rename = "answer")]
    Receipt(LiveReceipt),
}

/// What became of a command.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LiveAnswer)]
pub struct LiveReceipt {
    /// The command's id; `null` if it could not be read.
    pub id: Option<Uuid>,
    /// As over HTTP: 200 when its event is durable.
    pub status: u16,
    /// The number of its event.
    pub seq: Option<u64>,
    /// Why there is none.
    pub problem: Option<Box<Problem>>,
}

impl LiveMessage {
    /// The message as JSON text.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::of(self)
    }
}

/// A text of a room as the WebSocket sends it. The bytes are shared, not copied.
pub(super) fn utf8(text: Text) -> Utf8Bytes {
    // A `Text` is JSON and so always UTF-8.
    Utf8Bytes::try_from(text.into_bytes()).unwrap_or_default()
}
