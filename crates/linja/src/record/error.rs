use alloc::string::String;
use core::error::Error;
use core::fmt;

use crate::{ParsePositionError, ParseRuleSetError, ParseTurnError, ParseValueError, Side};

/// A text is no record, or one that contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// A line that begins with `[` is no tag.
    TagForm {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with it.
        problem: TagProblem,
    },
    /// A tag that the reader needs has a value it can't have.
    TagValue {
        /// Which line, counted from 1.
        line: usize,
        /// Which tag.
        name: &'static str,
        /// Why not.
        why: TagValueProblem,
    },
    /// A line of turns does not begin with the number that is next.
    TurnNumber {
        /// Which line, counted from 1.
        line: usize,
        /// The number expected.
        expected: usize,
    },
    /// A line has only one turn, but more follow.
    TurnMissing {
        /// Which line, counted from 1.
        line: usize,
        /// The number of the turn.
        number: usize,
        /// Whose turn is missing.
        side: Side,
    },
    /// A line has more than two turns.
    TooManyTurns {
        /// Which line, counted from 1.
        line: usize,
        /// The number of the turn.
        number: usize,
    },
    /// A turn can't be read or is not legal.
    Turn {
        /// Which line, counted from 1.
        line: usize,
        /// The number of the turn.
        number: usize,
        /// Whose turn it is.
        side: Side,
        /// Why not.
        error: ParseTurnError,
    },
    /// A tag says something else than the turns.
    Contradiction {
        /// Which tag.
        name: &'static str,
        /// What it says.
        says: String,
        /// What the turns say.
        but: String,
    },
    /// The game ended by resignation, time or abandonment, but no tag says who won.
    NoWinner {
        /// How it ended.
        termination: &'static str,
    },
}

/// What is wrong with the form of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagProblem {
    /// The name is missing or holds something other than ASCII letters, digits and `_`.
    Name,
    /// The value does not stand between quotation marks.
    Quotes,
    /// A `\` stands before something other than `"` or `\`.
    Escape,
    /// The value holds a control character.
    ControlCharacter,
    /// There is no `]` at the end of the line.
    Bracket,
    /// The same tag stands twice.
    Twice,
    /// A tag stands behind the turns.
    AfterTurns,
}

/// Why a tag can't have its value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagValueProblem {
    /// There is no such rule set.
    Rules(ParseRuleSetError),
    /// It is no position.
    Setup(ParsePositionError),
    /// It is none of the possible values.
    Value(ParseValueError),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::TagForm { line, problem } => write!(f, "line {line}: {problem}"),
            RecordError::TagValue { line, name, why } => write!(f, "line {line}, tag {name}: {why}"),
            RecordError::TurnNumber { line, expected } => {
                write!(
                    f,
                    "line {line}: the number of the turn, \"{expected}.\", is expected at its beginning"
                )
            }
            RecordError::TurnMissing { line, number, side } => {
                write!(f, "turn {number}: {side}'s turn is missing (line {line})")
            }
            RecordError::TooManyTurns { line, number } => {
                write!(f, "turn {number}: there are more than two turns (line {line})")
            }
            RecordError::Turn { line, number, side, error } => {
                write!(f, "turn {number}: {error} ({side}'s turn, line {line})")
            }
            RecordError::Contradiction { name, says, but } => {
                write!(f, "tag {name} says \"{says}\", but {but}")
            }
            RecordError::NoWinner { termination } => {
                write!(f, "tag Termination says \"{termination}\": a tag Winner must say who won")
            }
        }
    }
}

impl fmt::Display for TagProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TagProblem::Name => "a tag begins with its name, as in [Rules \"bonus\"]",
            TagProblem::Quotes => "a tag's value stands between quotation marks, as in [Rules \"bonus\"]",
            TagProblem::Escape => "in a tag's value \\ stands only before \" or \\",
            TagProblem::ControlCharacter => "a tag's value can't hold a control character",
            TagProblem::Bracket => "a tag ends with ] at the end of its line",
            TagProblem::Twice => "this tag stands twice",
            TagProblem::AfterTurns => "tags stand before the turns",
        })
    }
}

impl fmt::Display for TagValueProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TagValueProblem::Rules(error) => error.fmt(f),
            TagValueProblem::Setup(error) => error.fmt(f),
            TagValueProblem::Value(error) => error.fmt(f),
        }
    }
}

impl Error for RecordError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            RecordError::TagForm { problem, .. } => Some(problem),
            RecordError::TagValue { why, .. } => Some(why),
            RecordError::Turn { error, .. } => Some(error),
            RecordError::TurnNumber { .. }
            | RecordError::TurnMissing { .. }
            | RecordError::TooManyTurns { .. }
            | RecordError::Contradiction { .. }
            | RecordError::NoWinner { .. } => None,
        }
    }
}

impl Error for TagProblem {}

impl Error for TagValueProblem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            TagValueProblem::Rules(error) => Some(error),
            TagValueProblem::Setup(error) => Some(error),
            TagValueProblem::Value(error) => Some(error),
        }
    }
}
