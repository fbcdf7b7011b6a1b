//! Reviews of finished games of this server and of uploaded records.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use linja::{Game, Message};
use linja_api::ReviewView;
use linja_games::answer::{Upload, not_solved};
use linja_games::room::Subject;

use super::games::{Number, no_store};
use super::positions::{probe, refuse_help};
use crate::app::App;
use crate::client::Client;
use crate::cost::Cost;
use crate::extract::{Id, Json as Body, Query};
use crate::middleware::Address;
use crate::problem::{Code, Failure, Problem};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/reviews", post(upload)).route("/games/{id}/review", get(of_game))
}

/// Reviews an uploaded record. Its rule set must be solved, unless estimates are accepted.
#[utoipa::path(post, path = "/api/v1/reviews", operation_id = "reviewRecord", tag = "reviews", request_body = Upload, responses(
    (status = 200, description = "The review", body = ReviewView),
    Failure,
))]
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    client: Client,
    Body(upload): Body<Upload>,
) -> Result<impl IntoResponse, Problem> {
    review(&app, address, &client, upload.game()?, upload.estimates).await
}

/// Reviews a game of this server once it is over. Its rule set must be solved.
#[utoipa::path(get, path = "/api/v1/games/{id}/review", operation_id = "reviewGame", tag = "reviews",
    params(("id" = String, Path, description = "The game"), Number),
    responses(
    (status = 200, description = "The review", body = ReviewView),
    (status = 308, description = "The review of the game with that number"),
    Failure,
))]
pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    client: Client,
    Id(id): Id,
    Query(number): Query<Number>,
) -> Result<Response, Problem> {
    if let Some(elsewhere) = number.elsewhere(&app, id, "review").await? {
        return Ok(elsewhere);
    }
    let game = app.rooms.state(id).await?.game;
    if !game.is_over() {
        // The review of an unfinished game would reveal the best turn.
        return Err(Problem::of(Code::NotOver, Message::new("problem_review_not_over")));
    }
    Ok(review(&app, address, &client, game, false).await?.into_response())
}

async fn review(
    app: &Arc<App>,
    Address(address): Address,
    client: &Client,
    game: Game,
    estimates: bool,
) -> Result<impl IntoResponse + use<>, Problem> {
    let identity = client.caller.as_ref().map(|caller| &caller.identity);
    refuse_help(app, address, identity, Subject::Game(&game)).await?;
    let rules = *game.rules();
    let table = match app.tables.table(rules).await {
        None if !estimates => return Err(not_solved(rules).into()),
        table => table,
    };
    let cost = if table.is_some() { Cost::REVIEW } else { Cost::SEARCHED_REVIEW };
    let view = app.computer.analysis(table, rules, move |judge| ReviewView::judged(&game, judge));
    let view = probe(app, address, cost, view).await?;
    Ok((no_store(HeaderMap::new()), Json(view)))
}
