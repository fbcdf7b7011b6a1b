//! The puzzle of the day.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::extract::{Extension, State};
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use linja::{RuleSet, Turn};
use linja_api::{Attempted, PuzzleView, TurnView};
use linja_games::answer::{Attempt, Day, day};
use linja_games::workers::Class;
use linja_oracle::Oracle as _;
use linja_players::{Date, Puzzle};

use super::positions::{probe, solved};
use crate::app::App;
use crate::cost::Cost;
use crate::extract::{Json as Body, Query};
use crate::meter::Meter;
use crate::middleware::Address;
use crate::problem::{Code, Failure, Problem};
use crate::shared::Shared;

/// Maximum number of cached puzzles: those of all rule sets for more than two years, about 1 KB each.
const REMEMBERED: usize = 4_096;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/puzzle", get(read)).route("/puzzle/attempts", post(attempt))
}

/// The puzzles found so far. Finding a puzzle is slow.
pub struct Puzzles(Shared<(RuleSet, Date), Puzzle>);

impl Default for Puzzles {
    fn default() -> Puzzles {
        Puzzles(Shared::new(REMEMBERED))
    }
}

/// Returns the puzzle of a day, the same for everybody. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/puzzle", operation_id = "readPuzzle", tag = "puzzle", params(Day), responses(
    (status = 200, description = "The puzzle", body = PuzzleView),
    Failure,
))]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    Query(Day { rules, date }): Query<Day>,
) -> Result<impl IntoResponse, Problem> {
    let (date, puzzle) = find(&app, address, rules, date.as_deref()).await?;
    Ok(([(header::CACHE_CONTROL, "no-cache")], Json(PuzzleView::new(&puzzle, date))))
}

/// The puzzle of a day if it is cached.
pub(crate) fn known(app: &App, rules: RuleSet, date: Date) -> Option<Arc<Puzzle>> {
    app.puzzles.0.known(&(rules, date))
}

/// Today's puzzle if it is cached; finding it here would be too slow.
pub(crate) fn todays(app: &App, rules: RuleSet) -> Option<PuzzleView> {
    let today = Date::today();
    if !app.tables.is_solved(&rules) {
        return None;
    }
    app.puzzles.0.known(&(rules, today)).map(|puzzle| PuzzleView::new(&puzzle, today))
}

/// Checks an attempt at the puzzle of a day. A wrong turn is returned with its refutation.
#[utoipa::path(post, path = "/api/v1/puzzle/attempts", operation_id = "attemptPuzzle", tag = "puzzle", request_body = Attempt, responses(
    (status = 200, description = "Right or wrong", body = Attempted),
    Failure,
))]
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    Body(Attempt { rules, date, turn }): Body<Attempt>,
) -> Result<impl IntoResponse, Problem> {
    let (_, puzzle) = find(&app, address, rules, date.as_deref()).await?;
    let played = Turn::parse(&turn, &puzzle.position, &rules)
        .map_err(|error| Problem::of(Code::IllegalTurn, error.message()).part("turn"))?;
    let table = solved(&app, rules).await?;
    let attempted = probe(&app, address.0, Cost::PROBE, move || {
        let margin = table.value_after(&played)?;
        let is_solved = margin == puzzle.margin;
        let refutation = if is_solved || played.result.is_over {
            None
        } else {
            table.turns(&played.result.position)?.first().copied()
        };
        let turn = linja_oracle::ValuedTurn { item: played, value: margin };
        Ok(Attempted {
            solved: is_solved,
            turn: TurnView::from(&turn),
            margin: puzzle.margin.0,
            refutation: refutation.as_ref().map(TurnView::from),
        })
    });
    Ok(([(header::CACHE_CONTROL, "no-store")], Json(attempted.await?)))
}

/// The puzzle of a day, from the first day to tomorrow: somewhere on earth it is tomorrow already.
pub(crate) async fn find(
    app: &App,
    Address(address): Address,
    rules: RuleSet,
    date: Option<&str>,
) -> Result<(Date, Arc<Puzzle>), Problem> {
    let date = day(date, Date::today())?;
    let table = solved(app, rules).await?;
    let key = (rules, date);
    if let Some(puzzle) = app.puzzles.0.known(&key) {
        return Ok((date, puzzle));
    }
    app.meter.spend(address, Cost::PUZZLE)?;
    let work = move || Puzzle::of_the_day(&*table, date);
    let found = app.puzzles.0.get(key, &app.workers, Class::Background, Meter::client(address), work);
    Ok((date, found.await?))
}
