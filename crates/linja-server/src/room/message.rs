//! What a live connection tells.

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::presence::PresenceView;
use crate::game::view::{EventView, GameView, OwnGame};
use crate::oracle::OracleView;
use crate::problem::Problem;

/// A message from the server on a live connection.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum LiveMessage {
    /// The whole game, on joining.
    State(Box<OwnGame>),
    /// An event and the game after it.
    Event(Box<LiveEvent>),
    /// Who is there, on joining and when it changes.
    Presence(PresenceView),
    /// Which rule sets are solved, on joining and when it changes.
    Oracle(OracleView),
    /// What became of a command that came over this connection.
    Answer(LiveAnswer),
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

/// What became of a command.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LiveAnswer {
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
    /// The message as text.
    #[must_use]
    pub fn text(&self) -> Utf8Bytes {
        // Messages hold only text, numbers and lists, which always have a written form.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}
