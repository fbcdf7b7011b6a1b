//! Open challenges.

use std::sync::Arc;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};

use super::games::{Summaries, summaries};
use crate::app::App;
use crate::client::Client;
use crate::problem::{Failure, Problem};

/// Maximum number of challenges in the list.
const SHOWN: u32 = 100;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/lobby", get(read))
}

/// Lists open challenges, newest first. Accept one with the command `join`.
#[utoipa::path(get, path = "/api/v1/lobby", operation_id = "readLobby", tag = "games", responses(
    (status = 200, description = "The challenges", body = Summaries),
    Failure,
))]
pub(super) async fn read(State(app): State<Arc<App>>, client: Client) -> Result<Json<Summaries>, Problem> {
    let ids = app.rooms.store().lobby(SHOWN).await?;
    Ok(Json(Summaries { games: summaries(&app, &client, ids).await?, next: None }))
}
