//! Messages from the server on a live connection.

use axum::extract::ws::Utf8Bytes;
use linja_api::OracleView;
use linja_games::answer::Problem;
use linja_games::game::view::OwnGame;
use linja_games::room::{LiveEvent, PresenceMessage, Text};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// A message from the server on a live connection.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LiveMessage {
    /// The whole game, sent on connecting.
    State(Box<OwnGame>),
    /// An event and the game after it. Serialised by the room, once for all watchers.
    Event(Box<LiveEvent>),
    /// Who is connected, sent on connecting and on changes. The room serialises changes.
    Presence(PresenceMessage),
    /// Which rule sets are solved, sent on connecting and on changes.
    Oracle(OracleView),
    /// The result of a command sent over this connection.
    #[serde(rename = "answer")]
    Receipt(LiveReceipt),
}

/// The result of a command.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = LiveAnswer)]
pub struct LiveReceipt {
    /// The command's id; `null` if it could not be parsed.
    pub id: Option<Uuid>,
    /// The status as over HTTP: 200 when the event is durable.
    pub status: u16,
    /// The number of the event; `null` on failure.
    pub seq: Option<u64>,
    /// The problem; `null` on success.
    pub problem: Option<Box<Problem>>,
}

impl LiveMessage {
    /// The message as JSON text.
    #[must_use]
    pub fn text(&self) -> Text {
        Text::of(self)
    }
}

/// Converts a message of a room for the WebSocket without copying the bytes.
pub(super) fn utf8(text: Text) -> Utf8Bytes {
    // Cannot fail: a `Text` is JSON and so always UTF-8.
    Utf8Bytes::try_from(text.into_bytes()).unwrap_or_default()
}
