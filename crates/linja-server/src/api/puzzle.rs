//! The puzzle of the day.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::{Arc, PoisonError};

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use linja::{Message, Turn};
use linja_api::{Attempted, PuzzleView, RuleSetId, TurnView};
use linja_oracle::Oracle as _;
use linja_players::{Date, ParseDateError, Puzzle};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::positions::{probe, solved};
use crate::app::App;
use crate::extract::{Json as Body, Query};
use crate::problem::{Code, Failure, Problem};

/// Maximum number of cached puzzles. Finding a puzzle is slow.
const REMEMBERED: usize = 64;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/puzzle", get(read)).route("/puzzle/attempts", post(attempt))
}

/// A cache of puzzles, newest last.
#[derive(Default)]
pub struct Puzzles(std::sync::Mutex<Vec<(RuleSetId, Date, Arc<Puzzle>)>>);

/// Which puzzle.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Day {
    /// The rule set; defaults to `bonus`.
    #[serde(default)]
    rules: RuleSetId,
    /// The day in UTC, such as `2026-11-15`, not in the future; defaults to today.
    date: Option<String>,
}

/// An attempt at a puzzle.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The rule set; defaults to `bonus`.
    #[serde(default)]
    pub rules: RuleSetId,
    /// The day; defaults to today.
    #[serde(default)]
    pub date: Option<String>,
    /// A complete turn.
    pub turn: String,
}

/// Returns the puzzle of a day, the same for everybody. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/puzzle", operation_id = "readPuzzle", tag = "puzzle", params(Day), responses(
    (status = 200, description = "The puzzle", body = PuzzleView),
    Failure,
))]
pub(super) async fn read(
    State(app): State<Arc<App>>,
    Query(Day { rules, date }): Query<Day>,
) -> Result<impl IntoResponse, Problem> {
    let (date, puzzle) = find(&app, rules, date.as_deref()).await?;
    Ok(([(header::CACHE_CONTROL, "no-cache")], Json(PuzzleView::new(&puzzle, date))))
}

/// Today's puzzle if it is cached; finding it here would be too slow.
pub(crate) fn todays(app: &App, rules: RuleSetId) -> Option<PuzzleView> {
    let today = Date::today();
    solved(app, rules).ok()?;
    app.puzzles.get(rules, today).map(|puzzle| PuzzleView::new(&puzzle, today))
}

/// Checks an attempt at the puzzle of a day. A wrong turn is returned with its refutation.
#[utoipa::path(post, path = "/api/v1/puzzle/attempts", operation_id = "attemptPuzzle", tag = "puzzle", request_body = Attempt, responses(
    (status = 200, description = "Right or wrong", body = Attempted),
    Failure,
))]
pub(super) async fn attempt(
    State(app): State<Arc<App>>,
    Body(Attempt { rules, date, turn }): Body<Attempt>,
) -> Result<impl IntoResponse, Problem> {
    let (_, puzzle) = find(&app, rules, date.as_deref()).await?;
    let played = Turn::parse(&turn, &puzzle.position, &rules.rules())
        .map_err(|error| Problem::of(Code::IllegalTurn, error.message()).part("turn"))?;
    let table = solved(&app, rules)?;
    let attempted = probe(&app, move || {
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

async fn find(app: &App, rules: RuleSetId, date: Option<&str>) -> Result<(Date, Arc<Puzzle>), Problem> {
    let wrong = |message| Problem::of(Code::InvalidQuery, message).part("date");
    let today = Date::today();
    let date = match date {
        None => today,
        Some(text) => text.parse().map_err(|ParseDateError| {
            wrong(Message::new("problem_no_such_day").with("example", today.to_string()))
        })?,
    };
    if date > today {
        return Err(wrong(Message::new("problem_future_day")));
    }
    let table = solved(app, rules)?;
    if let Some(puzzle) = app.puzzles.get(rules, date) {
        return Ok((date, puzzle));
    }
    let puzzle = Arc::new(probe(app, move || Puzzle::of_the_day(&*table, date)).await?);
    app.puzzles.put(rules, date, puzzle.clone());
    Ok((date, puzzle))
}

impl Puzzles {
    fn get(&self, rules: RuleSetId, date: Date) -> Option<Arc<Puzzle>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.iter().find(|(of, on, _)| (*of, *on) == (rules, date)).map(|(_, _, puzzle)| puzzle.clone())
    }

    fn put(&self, rules: RuleSetId, date: Date, puzzle: Arc<Puzzle>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.remove(0);
        }
        known.push((rules, date, puzzle));
    }
}
