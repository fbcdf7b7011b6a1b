//! Requests about puzzles.

use linja::{Message, RuleSet};
use linja_players::{Date, ParseDateError, Puzzle};
use serde::Deserialize;

use super::{Code, Problem};

/// Which puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct Day {
    /// The rule set; defaults to `bonus`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(value_type = linja_api::schema::RuleSet))]
    pub rules: RuleSet,
    /// The day in UTC, such as `2026-11-15`, from 2026-11-01 to tomorrow; defaults to today.
    pub date: Option<String>,
}

/// An attempt at a puzzle.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The rule set; defaults to `bonus`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::RuleSet))]
    pub rules: RuleSet,
    /// The day; defaults to today.
    #[serde(default)]
    pub date: Option<String>,
    /// A complete turn.
    pub turn: String,
}

/// The day that a request means, today by default; from the first day to tomorrow, because somewhere on earth it is tomorrow
/// already.
///
/// # Errors
/// If there is no such day, or no puzzle yet.
pub fn day(date: Option<&str>, today: Date) -> Result<Date, Problem> {
    let wrong = |message| Problem::of(Code::InvalidQuery, message).part("date");
    let date = match date {
        None => today,
        Some(text) => text.parse().map_err(|ParseDateError| {
            wrong(Message::new("problem_no_such_day").with("example", today.to_string()))
        })?,
    };
    if date < Puzzle::FIRST_DAY {
        return Err(wrong(Message::new("problem_first_puzzle").with("date", Puzzle::FIRST_DAY.to_string())));
    }
    if date > today.next().unwrap_or(today) {
        return Err(wrong(Message::new("problem_future_day")));
    }
    Ok(date)
}
