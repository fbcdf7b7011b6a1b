//! Games: creating, reading, playing.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use linja::{Message, Record, RuleSet};
use linja_games::game::command::{Command, Wish};
use linja_games::game::state::State as GameState;
use linja_games::game::view::{GameSummary, OwnGame};
use linja_games::id::GameId;
use linja_games::identity::Caller;
use linja_games::newcomer::Newcomer;
use linja_games::room::{CommandReceipt, NewGame, OpponentWish, Subject};
use linja_games::store::Place;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::positions::secrets;
use super::rules;
use crate::app::App;
use crate::client::Client;
use crate::cost::Cost;
use crate::extract::{Id, Json as Body, Query};
use crate::middleware::Address;
use crate::problem::{Code, Failure, Problem};

/// Games on a page of the list of own games.
const GAMES_OF_A_PAGE: u32 = 50;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(list).post(create))
        .route("/games/{id}", get(read))
        .route("/games/{id}/commands", post(command))
        .route("/games/{id}/record", get(record))
}

/// Games in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Summaries {
    /// The games.
    pub games: Vec<GameSummary>,
    /// The `after` that requests the rest of the list; missing if the list is complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// Creates a game. Repeating a request returns the same game; a different game with the same `id` is a conflict.
#[utoipa::path(post, path = "/api/v1/games", operation_id = "createGame", tag = "games", request_body = NewGame, responses(
    (status = 201, description = "The game", body = CommandReceipt),
    Failure,
))]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    client: Client,
    Body(mut wish): Body<NewGame>,
) -> Result<impl IntoResponse, Problem> {
    app.meter.game(address)?;
    let asked = wish.id;
    let (caller, mut headers) = client.seated(&app, None, asked).await?;
    refuse_computers_help(&app, address, &caller, &wish).await?;
    wish.id = Newcomer::stored_id(&caller.token, None, asked);
    let (most, rules) = (app.config.limits.games, wish.rules);
    let rooms = app.rooms.clone();
    // In a separate task, so that a disconnecting client does not cancel the creation.
    let created = tokio::spawn(async move { rooms.create(&caller, wish, most).await });
    let mut receipt = created.await.map_err(|error| Problem::internal(&error))??;
    receipt.event.command = Some(asked);
    solve_house_rules(&app, address, rules).await;
    if let Ok(location) = format!("/api/v1/games/{}", receipt.game.head.id).parse() {
        headers.insert(header::LOCATION, location);
    }
    Ok((StatusCode::CREATED, no_store(headers), Json(receipt)))
}

/// Asks for the house rules of a new game to be solved. If that is refused, the game has estimates.
async fn solve_house_rules(app: &Arc<App>, address: IpAddr, rules: RuleSet) {
    if rules.published_name().is_some() {
        return;
    }
    if let Err(problem) = rules::ask(app, address, rules).await {
        tracing::debug!(%rules, detail = problem.detail, "the rules of a new game are not solved");
    }
}

/// The computer's turns in a game from a position are help with that position.
async fn refuse_computers_help(
    app: &Arc<App>,
    address: IpAddr,
    caller: &Caller,
    wish: &NewGame,
) -> Result<(), Problem> {
    let position = wish.position.as_deref().and_then(|text| text.parse().ok());
    match (wish.opponent, position) {
        (OpponentWish::Computer { .. }, Some(position)) => {
            let secrets = secrets(app, address, &caller.identity).await?;
            Ok(secrets.refuse_help(Subject::Position(&position))?)
        }
        _ => Ok(()),
    }
}

/// Where a page of the list of games starts.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct AfterGame {
    /// The `next` of the page before; the first page by default.
    after: Option<String>,
}

impl AfterGame {
    /// The last entry of the page before.
    pub(super) fn place<T: FromStr>(&self) -> Result<Option<T>, Problem> {
        self.after.as_ref().map(|after| after.parse()).transpose().map_err(|_| {
            let message = Message::new("problem_query").with("why", "after must be the `next` of a page");
            Problem::of(Code::InvalidQuery, message).part("after")
        })
    }
}

/// Lists the client's own games, unfinished games first, 50 at a time.
#[utoipa::path(get, path = "/api/v1/games", operation_id = "listGames", tag = "games", params(AfterGame), responses(
    (status = 200, description = "The games", body = Summaries),
    Failure,
))]
pub(super) async fn list(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    client: Client,
    Query(after): Query<AfterGame>,
) -> Result<impl IntoResponse, Problem> {
    Ok((no_store(HeaderMap::new()), Json(own(&app, address, &client, after.place()?).await?)))
}

/// A page of the games of a client, unfinished games first.
pub(crate) async fn own(
    app: &Arc<App>,
    address: Address,
    client: &Client,
    after: Option<Place>,
) -> Result<Summaries, Problem> {
    let mut places = match &client.caller {
        // One more than shown tells whether the list goes on.
        Some(caller) => app.rooms.store().games_of(&caller.identity, after, GAMES_OF_A_PAGE + 1).await?,
        None => Vec::new(),
    };
    let goes_on = places.len() > GAMES_OF_A_PAGE as usize;
    places.truncate(GAMES_OF_A_PAGE as usize);
    let next = places.last().map(Place::to_string).filter(|_| goes_on);
    let ids = places.into_iter().map(|place| place.game).collect();
    Ok(Summaries { games: summaries(app, address, client, ids).await?, next })
}

/// Returns the current state of a game.
#[utoipa::path(get, path = "/api/v1/games/{id}", operation_id = "readGame", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses(
    (status = 200, description = "The game", body = OwnGame),
    (status = 307, description = "A match that began before every game had its own id goes on: the game under way"),
    Failure,
))]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    client: Client,
    Id(id): Id,
) -> Result<Response, Problem> {
    let own = app.rooms.look_under_way(id, client.caller.as_ref()).await?;
    if own.game.head.id != id {
        let under_way = format!("/api/v1/games/{}", own.game.head.id);
        return Ok((no_store(HeaderMap::new()), Redirect::temporary(&under_way)).into_response());
    }
    Ok((no_store(HeaderMap::new()), Json(own)).into_response())
}

/// Sends a command to a game: join, play a turn, take back, resign, start the next game.
///
/// The next game has its own id, the field `next` of the game in the response.
///
/// `seen` is the number of the last event that the client knows; if there are newer events, the response is 409 `stale`
/// with the current game. Repeating a command returns the same response; a different command with the same `id` gets
/// 409 `reused_id`.
#[utoipa::path(post, path = "/api/v1/games/{id}/commands", operation_id = "commandGame", tag = "games", request_body = Command,
    params(("id" = String, Path, description = "The game")),
    responses(
    (status = 200, description = "What followed, durable", body = CommandReceipt),
    Failure,
))]
pub(super) async fn command(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    client: Client,
    Id(id): Id,
    Body(command): Body<Command>,
) -> Result<impl IntoResponse, Problem> {
    // Joining gives a token to a client without one; all other commands require the token of a seat.
    let (caller, headers) = match command.wish {
        Wish::Join { .. } => client.seated(&app, Some(id), command.id).await?,
        _ => (client.caller.ok_or(linja_games::game::refusal::Refusal::NoSeat)?, HeaderMap::new()),
    };
    let receipt = carry_out(&app, address, id, caller, command).await?;
    Ok((no_store(headers), Json(receipt)))
}

/// Executes a command to completion, even if the client disconnects.
pub(crate) async fn carry_out(
    app: &Arc<App>,
    Address(address): Address,
    id: GameId,
    caller: Caller,
    mut command: Command,
) -> Result<CommandReceipt, Problem> {
    let begun = Instant::now();
    let is_turn = matches!(command.wish, Wish::Turn { .. });
    if is_turn && app.rooms.takes_searches(id) {
        app.meter.spend(address, Cost::SEARCH)?;
    }
    let is_next = matches!(command.wish, Wish::NextGame {} | Wish::Rematch {});
    if is_next {
        app.meter.game(address)?;
    }
    let asked = command.id;
    if matches!(command.wish, Wish::Join { .. }) {
        command.id = Newcomer::stored_id(&caller.token, Some(id), asked);
    }
    let rooms = app.rooms.clone();
    let done = tokio::spawn(async move { rooms.command(id, &caller, &command).await });
    let mut receipt = done.await.map_err(|error| Problem::internal(&error))??;
    receipt.event.command = Some(asked);
    if is_next {
        solve_house_rules(app, address, receipt.game.head.rules).await;
    }
    if is_turn {
        metrics::histogram!("linja_turn_seconds").record(begun.elapsed().as_secs_f64());
    }
    Ok(receipt)
}

/// Another game with the same players.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Number {
    /// The number of a game with the same players, counted from 1 over all matches. Leads to the address of that game.
    #[param(format = "uint32")]
    game: Option<u32>,
}

impl Number {
    /// The permanent redirect to `part` of the game with this number; `None` if it is the game `id` itself.
    pub(super) async fn elsewhere(
        &self,
        app: &App,
        id: GameId,
        part: &str,
    ) -> Result<Option<Response>, Problem> {
        let Some(number) = self.game else { return Ok(None) };
        let other = app.rooms.by_number(id, number).await?;
        let address = format!("/api/v1/games/{other}/{part}");
        let redirect = || (no_store(HeaderMap::new()), Redirect::permanent(&address)).into_response();
        Ok((other != id).then(redirect))
    }
}

/// Returns the record of a game as text.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", operation_id = "readRecord", tag = "games",
    params(("id" = String, Path, description = "The game"), Number),
    responses(
    (status = 200, description = "The record", body = String, content_type = "text/plain"),
    (status = 308, description = "The record of the game with that number"),
    Failure,
))]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Query(number): Query<Number>,
) -> Result<Response, Problem> {
    if let Some(elsewhere) = number.elsewhere(&app, id, "record").await? {
        return Ok(elsewhere);
    }
    let record = written(&app.rooms.state(id).await?)?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/plain; charset=utf-8"));
    Ok((no_store(headers), record.to_string()).into_response())
}

/// The record of a game, with the players and the date.
pub(super) fn written(state: &GameState) -> Result<Record, Problem> {
    linja_games::game::record::of(state).map_err(|error| Problem::internal(&error))
}

/// The summaries of games, which count by their number. Damaged and paused games are skipped and logged.
pub(super) async fn summaries(
    app: &Arc<App>,
    Address(address): Address,
    client: &Client,
    ids: Vec<GameId>,
) -> Result<Vec<GameSummary>, Problem> {
    app.meter.spend(address, Cost::of_games(ids.len()))?;
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        match app.rooms.summary(id, client.caller.as_ref()).await {
            Ok(summary) => found.push(summary),
            // Already logged by the conversion.
            Err(error) => match Problem::from(error) {
                problem if matches!(problem.code, Code::Internal | Code::GamePaused) => {}
                problem => return Err(problem),
            },
        }
    }
    Ok(found)
}

/// Adds `Cache-Control: no-store`, for responses that depend on the client.
pub(super) fn no_store(mut headers: HeaderMap) -> HeaderMap {
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    headers
}
