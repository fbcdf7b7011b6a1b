//! Open challenges.

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::routing::get;
use axum::{Json, Router};

use linja_games::id::GameId;

use super::games::{AfterGame, Summaries, summaries};
use crate::app::App;
use crate::client::Client;
use crate::extract::Query;
use crate::middleware::Address;
use crate::problem::{Failure, Problem};

/// Challenges on a page of the list.
const CHALLENGES_OF_A_PAGE: u32 = 100;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/lobby", get(read))
}

/// Lists open challenges, newest first, 100 at a time. Accept one with the command `join`.
#[utoipa::path(get, path = "/api/v1/lobby", operation_id = "readLobby", tag = "games", params(AfterGame), responses(
    (status = 200, description = "The challenges", body = Summaries),
    Failure,
))]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    client: Client,
    Query(after): Query<AfterGame>,
) -> Result<Json<Summaries>, Problem> {
    // One more than shown tells whether the list goes on.
    let mut ids = app.rooms.store().lobby(after.place()?, CHALLENGES_OF_A_PAGE + 1).await?;
    let goes_on = ids.len() > CHALLENGES_OF_A_PAGE as usize;
    ids.truncate(CHALLENGES_OF_A_PAGE as usize);
    let next = ids.last().map(GameId::to_string).filter(|_| goes_on);
    Ok(Json(Summaries { games: summaries(&app, address, &client, ids).await?, next }))
}
