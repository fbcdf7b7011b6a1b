//! Games: creating, reading, playing.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Extension, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use linja::{Record, Side};
use linja_games::game::command::{Command, Wish};
use linja_games::game::event::{ClockSetting, Opponent};
use linja_games::game::state::Seat;
use linja_games::game::view::{EventView, MatchView, OwnGame, Players, ResultView, StatusWord};
use linja_games::id::GameId;
use linja_games::room::{CommandReceipt, NewGame};
use linja_games::words::{RulesWord, ScoreView, SideWord};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::app::App;
use crate::client::Client;
use crate::extract::{Id, Json as Body, Query};
use crate::middleware::Address;
use crate::problem::{Code, Problem};

/// Own games shown at most.
const SHOWN: u32 = 50;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/games", get(list).post(create))
        .route("/games/{id}", get(read))
        .route("/games/{id}/commands", post(command))
        .route("/games/{id}/events", get(events))
        .route("/games/{id}/record", get(record))
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct GameSummary {
    /// Its id.
    #[schema(value_type = String)]
    pub id: GameId,
    /// The number of the last event.
    pub seq: u64,
    /// The sides that you play.
    pub you: Vec<SideWord>,
    /// Where it is between its creation and its end.
    pub status: StatusWord,
    /// The rule set.
    pub rules: RulesWord,
    /// Against whom it is played.
    pub opponent: Opponent,
    /// Who sits where.
    pub players: Players,
    /// The match.
    #[serde(rename = "match")]
    pub match_view: MatchView,
    /// The clock, if any.
    pub clock: Option<ClockSetting>,
    /// Where it stands.
    pub position: String,
    /// Turns played in the game under way.
    pub turns: usize,
    /// Who is to move.
    pub to_move: Option<SideWord>,
    /// The points as the board stands.
    pub score: ScoreView,
    /// How the game ended.
    pub result: Option<ResultView>,
    /// When it was created, in milliseconds since 1970.
    pub created_at: u64,
    /// When the last event happened.
    pub updated_at: u64,
}

/// Games in a list.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Summaries {
    /// The games.
    pub games: Vec<GameSummary>,
}

/// Events in order.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Events {
    /// The events.
    pub events: Vec<EventView>,
}

/// Creates a game. The same `id` from the same client again is the same game.
#[utoipa::path(post, path = "/api/v1/games", operation_id = "createGame", tag = "games", request_body = NewGame, responses(
    (status = 201, description = "The game", body = CommandReceipt),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn create(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    client: Client,
    Body(wish): Body<NewGame>,
) -> Result<impl IntoResponse, Problem> {
    app.meter.game(address)?;
    let (token, mut headers) = client.token_or_new()?;
    let most = app.config.limits.games;
    let rooms = app.rooms.clone();
    // In a task of its own: a client that goes away must not stop what has begun.
    let created = tokio::spawn(async move { rooms.create(&token, wish, most).await });
    let receipt = created.await.map_err(|error| Problem::internal(&error))??;
    if let Ok(location) = format!("/api/v1/games/{}", receipt.game.id).parse() {
        headers.insert(header::LOCATION, location);
    }
    Ok((StatusCode::CREATED, no_store(headers), Json(receipt)))
}

/// The client's own games, unfinished ones first.
#[utoipa::path(get, path = "/api/v1/games", operation_id = "listGames", tag = "games", responses(
    (status = 200, description = "The games", body = Summaries),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn list(State(app): State<Arc<App>>, client: Client) -> Result<impl IntoResponse, Problem> {
    Ok((no_store(HeaderMap::new()), Json(own(&app, &client).await?)))
}

/// The games of a client, unfinished ones first.
pub(crate) async fn own(app: &Arc<App>, client: &Client) -> Result<Summaries, Problem> {
    let ids = match &client.token {
        Some(token) => app.rooms.store().games_of(&token.hash(), SHOWN).await?,
        None => Vec::new(),
    };
    Ok(Summaries { games: summaries(app, client, ids).await? })
}

/// A game as it stands.
#[utoipa::path(get, path = "/api/v1/games/{id}", operation_id = "readGame", tag = "games",
    params(("id" = String, Path, description = "The game")),
    responses(
    (status = 200, description = "The game", body = OwnGame),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    client: Client,
    Id(id): Id,
) -> Result<impl IntoResponse, Problem> {
    let own = app.rooms.look(id, client.token.as_ref()).await?;
    Ok((no_store(HeaderMap::new()), Json(own)))
}

/// Changes a game: joins it, plays a turn, takes back, resigns, goes on.
///
/// `seen` is the number of the last event that the client knows; if there are newer ones, the answer is 409 with the
/// game as it stands. The same `id` from the same client again is answered with the same event.
#[utoipa::path(post, path = "/api/v1/games/{id}/commands", operation_id = "commandGame", tag = "games", request_body = Command,
    params(("id" = String, Path, description = "The game")),
    responses(
    (status = 200, description = "What followed, durable", body = CommandReceipt),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn command(
    State(app): State<Arc<App>>,
    client: Client,
    Id(id): Id,
    Body(command): Body<Command>,
) -> Result<impl IntoResponse, Problem> {
    // Only somebody who takes a seat needs to be somebody; all others have their seat already.
    let (token, headers) = match command.wish {
        Wish::Join { .. } => client.token_or_new()?,
        _ => (client.token.clone().ok_or(linja_games::game::refusal::Refusal::NoSeat)?, HeaderMap::new()),
    };
    let receipt = carry_out(&app, id, token, command).await?;
    Ok((no_store(headers), Json(receipt)))
}

/// Carries out a command to its end, whether or not the client stays.
pub(crate) async fn carry_out(
    app: &Arc<App>,
    id: GameId,
    token: linja_games::token::Token,
    command: Command,
) -> Result<CommandReceipt, Problem> {
    let begun = Instant::now();
    let is_turn = matches!(command.wish, Wish::Turn { .. });
    let rooms = app.rooms.clone();
    let done = tokio::spawn(async move { rooms.command(id, &token, &command).await });
    let receipt = done.await.map_err(|error| Problem::internal(&error))??;
    if is_turn {
        metrics::histogram!("linja_turn_seconds").record(begun.elapsed().as_secs_f64());
    }
    Ok(receipt)
}

/// Where to begin.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct After {
    /// The last event that the client knows.
    #[serde(default)]
    #[param(format = "uint64")]
    after: u64,
}

/// The events of a game behind a number, for programs without a live connection.
#[utoipa::path(get, path = "/api/v1/games/{id}/events", operation_id = "listEvents", tag = "games",
    params(("id" = String, Path, description = "The game"), After),
    responses(
    (status = 200, description = "The events in order", body = Events),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn events(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Query(After { after }): Query<After>,
) -> Result<impl IntoResponse, Problem> {
    let events = app.rooms.events(id, after).await?;
    let events = events.iter().map(EventView::from).collect();
    Ok((no_store(HeaderMap::new()), Json(Events { events })))
}

/// Which game of a match.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Number {
    /// Counted from 1 over all matches; the game under way or just finished if it is missing.
    #[param(format = "uint32")]
    pub(super) game: Option<u32>,
}

/// The record of a game, as text.
#[utoipa::path(get, path = "/api/v1/games/{id}/record", operation_id = "readRecord", tag = "games",
    params(("id" = String, Path, description = "The game"), Number),
    responses(
    (status = 200, description = "The record", body = String, content_type = "text/plain"),
    (status = "default", description = "A problem", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn record(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Query(Number { game }): Query<Number>,
) -> Result<impl IntoResponse, Problem> {
    let (game, state) = app.rooms.game(id, game).await?;
    let mut record = Record::new(game);
    for side in Side::ALL {
        let name = match &state.seats[side] {
            Seat::Person { name: Some(name), .. } => name.clone(),
            Seat::Computer(level) => format!("Computer ({level})"),
            Seat::Person { name: None, .. } | Seat::Open => continue,
        };
        let tag = if side == Side::Black { "Black" } else { "Red" };
        record.set_tag(tag, &name).map_err(|error| Problem::internal(&error))?;
    }
    record.set_tag("Date", &date(state.created_at)).map_err(|error| Problem::internal(&error))?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, header::HeaderValue::from_static("text/plain; charset=utf-8"));
    Ok((no_store(headers), record.to_string()))
}

/// What lists show of these games. One that can't be read is left out; the log tells why.
pub(super) async fn summaries(
    app: &Arc<App>,
    client: &Client,
    ids: Vec<GameId>,
) -> Result<Vec<GameSummary>, Problem> {
    let mut found = Vec::with_capacity(ids.len());
    for id in ids {
        match app.rooms.look(id, client.token.as_ref()).await {
            Ok(own) => found.push(summary(own)),
            // Damaged games are skipped and logged.
            Err(error) => match Problem::from(error) {
                problem if problem.code == Code::Internal => {}
                problem => return Err(problem),
            },
        }
    }
    Ok(found)
}

fn summary(own: OwnGame) -> GameSummary {
    let OwnGame { you, game, .. } = own;
    GameSummary {
        id: game.id,
        seq: game.seq,
        you,
        status: game.status,
        rules: game.rules,
        opponent: game.opponent,
        players: game.players,
        match_view: game.match_view,
        clock: game.clock.map(|clock| clock.setting),
        position: game.position,
        turns: game.turns.len(),
        to_move: game.to_move,
        score: game.score,
        result: game.result,
        created_at: game.created_at,
        updated_at: game.updated_at,
    }
}

/// What belongs to one client at one moment is kept by nobody.
pub(super) fn no_store(mut headers: HeaderMap) -> HeaderMap {
    headers.insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    headers
}

/// The day of a moment, in UTC: `2026-11-15`. Counted by the civil calendar of the proleptic Gregorian era.
fn date(milliseconds: u64) -> String {
    let days = (milliseconds / 86_400_000) as i64 + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Years begin in March, so that the leap day is the last.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", year_of_era + era * 400 + carry)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let day = 86_400_000;
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(day * 59), "1970-03-01");
        assert_eq!(date(951_782_400_000), "2000-02-29");
        assert_eq!(date(951_868_800_000), "2000-03-01");
        assert_eq!(date(1_794_700_800_000), "2026-11-15");
        assert_eq!(date(1_798_675_200_000), "2026-12-31");
    }
}
