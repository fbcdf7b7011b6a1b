//! Reviews of finished games of this server and of uploaded records.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use linja::{Game, Message, Record};
use linja_api::ReviewView;
use linja_games::room::Subject;
use linja_players::Review;
use serde::Deserialize;
use utoipa::ToSchema;

use super::games::{Number, no_store};
use super::positions::{probe, refuse_help, solved};
use crate::app::App;
use crate::client::Client;
use crate::cost::Cost;
use crate::extract::{Id, Json as Body, Query};
use crate::middleware::Address;
use crate::problem::{Code, Failure, Problem};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/reviews", post(upload)).route("/games/{id}/review", get(of_game))
}

/// A record to review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    /// The text of the record.
    pub record: String,
}

/// Reviews an uploaded record. Its rule set must be solved.
#[utoipa::path(post, path = "/api/v1/reviews", operation_id = "reviewRecord", tag = "reviews", request_body = Upload, responses(
    (status = 200, description = "The review", body = ReviewView),
    Failure,
))]
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    client: Client,
    Body(Upload { record }): Body<Upload>,
) -> Result<impl IntoResponse, Problem> {
    let record = Record::parse(&record)
        .map_err(|error| Problem::of(Code::InvalidRecord, error.message()).part("record"))?;
    review(&app, address, &client, record.into_game()).await
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
    Ok(review(&app, address, &client, game).await?.into_response())
}

async fn review(
    app: &Arc<App>,
    Address(address): Address,
    client: &Client,
    game: Game,
) -> Result<impl IntoResponse + use<>, Problem> {
    let identity = client.caller.as_ref().map(|caller| &caller.identity);
    refuse_help(app, address, identity, Subject::Game(&game)).await?;
    let table = solved(app, *game.rules()).await?;
    let view = move || Ok(ReviewView::new(&game, &Review::of(&game, &*table)?));
    let view = probe(app, address, Cost::REVIEW, view).await?;
    Ok((no_store(HeaderMap::new()), Json(view)))
}
