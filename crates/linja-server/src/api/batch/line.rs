//! A line of a request and of a response.

use std::io::Write as _;

use axum::body::Bytes;
use linja::{Position, RuleSet};
use linja_api::TurnView;
use linja_text::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::extract::read_json;
use crate::problem::{Code, Problem};

/// A position in a list: an object, or just the position as a string.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionLine {
    /// The position in notation.
    #[schema(example = "61111110-01111116-b")]
    pub pos: String,
    /// The rule set; by default that of the request.
    #[schema(value_type = Option<linja_api::schema::RuleSet>)]
    pub rules: Option<RuleSet>,
    /// Comes back with the answer.
    pub id: Option<String>,
}

/// The answer to a line: a margin, and turns if wanted, or a problem.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PositionAnswer {
    /// The number of the line in the request, from 1.
    pub line: u64,
    /// The `id` of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The exact margin under perfect play, for the side to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i8>,
    /// The best turns, or all turns with the best first, as the request wants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<Vec<TurnView>>,
    /// Why there is no margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<Box<linja_games::answer::Problem>>,
}

impl PositionAnswer {
    pub(super) fn refused(line: u64, id: Option<String>, problem: Problem) -> PositionAnswer {
        PositionAnswer { line, id, margin: None, turns: None, problem: Some(Box::new(problem.0)) }
    }
}

/// What a line asks.
#[derive(Debug)]
pub(super) struct AskedPosition {
    pub(super) position: Position,
    pub(super) rules: RuleSet,
}

/// Reads a line. The `id` comes back even if the rest of the line can't be read.
pub(super) fn read(bytes: &[u8], rules: RuleSet) -> (Option<String>, Result<AskedPosition, Problem>) {
    let line = match serde_json::from_slice::<String>(bytes) {
        Ok(pos) => Ok(PositionLine { pos, rules: None, id: None }),
        Err(_) => read_json::<PositionLine>(bytes),
    };
    let line = match line {
        Ok(line) => line,
        Err(problem) => return (None, Err(problem)),
    };
    let position = line
        .pos
        .parse::<Position>()
        .map_err(|error| Problem::of(Code::InvalidPosition, error.message()).part("pos"));
    let rules = line.rules.unwrap_or(rules);
    (line.id, position.map(|position| AskedPosition { position, rules }))
}

/// The answers as lines of JSON.
pub(super) fn write(answers: impl Iterator<Item = PositionAnswer>, language: Language) -> Bytes {
    let mut text = Vec::with_capacity(answers.size_hint().0 * 32);
    for mut answer in answers {
        answer.problem = answer.problem.map(|problem| Box::new(Problem(*problem).in_language(language).0));
        match &answer {
            // Most lines are as plain as this.
            PositionAnswer { line, id: None, margin: Some(margin), turns: None, problem: None } => {
                let _ = write!(text, "{{\"line\":{line},\"margin\":{margin}}}");
            }
            // Cannot fail: no answer has a map with keys other than strings.
            _ => text.extend(serde_json::to_vec(&answer).unwrap_or_default()),
        }
        text.push(b'\n');
    }
    text.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_are_the_same_json() {
        let plain = PositionAnswer { line: 7, id: None, margin: Some(-3), turns: None, problem: None };
        let written = write(std::iter::once(plain.clone()), Language::English);
        assert_eq!(written, [serde_json::to_vec(&plain).unwrap(), b"\n".to_vec()].concat());
    }

    #[test]
    fn lines_are_strings_or_objects() {
        let start = Position::default();
        for text in ["\"61111110-01111116-b\"", "{\"pos\":\"61111110/01111116 b\",\"rules\":\"geeky\"}"] {
            let (id, asked) = read(text.as_bytes(), RuleSet::BONUS);
            assert_eq!((id, asked.unwrap().position), (None, start));
        }
        let (id, asked) = read(b"{\"pos\":\"x\",\"id\":\"seven\"}", RuleSet::BONUS);
        assert_eq!((id.as_deref(), asked.unwrap_err().code), (Some("seven"), Code::InvalidPosition));
        for (text, code) in [("{", Code::MalformedJson), ("{}", Code::InvalidBody), ("7", Code::InvalidBody)]
        {
            assert_eq!(read(text.as_bytes(), RuleSet::BONUS).1.unwrap_err().code, code, "{text}");
        }
    }
}
