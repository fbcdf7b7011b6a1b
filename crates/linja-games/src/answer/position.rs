//! Requests about positions.

use linja::{Message, Position, RuleSet};
use serde::Deserialize;

use super::{Code, Problem};

/// Which position.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
#[serde(deny_unknown_fields)]
pub struct Which {
    /// The position in notation, with `/` and a blank or with hyphens: `61111110-01111116-b`. Defaults to the start.
    pub pos: Option<String>,
    /// The rule set; defaults to `bonus`.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(value_type = linja_api::schema::RuleSet))]
    pub rules: RuleSet,
    /// Include exact margins in the tree if the rule set is solved.
    #[serde(default)]
    pub values: bool,
    /// Accept a hint by estimates if the rule set is not solved.
    #[serde(default)]
    pub estimates: bool,
}

impl Which {
    /// The position.
    ///
    /// # Errors
    /// If the text is not a possible position.
    pub fn position(&self) -> Result<Position, Problem> {
        let Some(text) = &self.pos else { return Ok(Position::default()) };
        text.parse().map_err(|error: linja::ParsePositionError| {
            Problem::of(Code::InvalidPosition, error.message()).part("pos")
        })
    }
}

/// Seconds after which a rule set may be solved.
const SOLVED_IN: u32 = 10;

/// The problem that a rule set is not solved.
#[must_use]
pub fn not_solved(rules: RuleSet) -> Problem {
    let message = Message::new("problem_not_solved").with("rules", rules);
    Problem::of(Code::NotSolved, message).part("rules").retry_after(SOLVED_IN)
}
