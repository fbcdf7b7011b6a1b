use alloc::string::String;
use core::error::Error;

use crate::{Message, ParsePositionError, ParseRuleSetError, ParseTurnError, ParseValueError, Side};

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
        but: Message,
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

impl RecordError {
    /// The error for people, in any language.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            RecordError::TagForm { line, problem } => {
                Message::new("record_tag_form").with("line", *line).with("why", problem.message())
            }
            RecordError::TagValue { line, name, why } => Message::new("record_tag_value")
                .with("line", *line)
                .with("name", *name)
                .with("why", why.message()),
            RecordError::TurnNumber { line, expected } => {
                Message::new("record_turn_number").with("line", *line).with("expected", *expected)
            }
            RecordError::TurnMissing { line, number, side } => Message::new("record_turn_missing")
                .with("line", *line)
                .with("number", *number)
                .with("side", *side),
            RecordError::TooManyTurns { line, number } => {
                Message::new("record_too_many_turns").with("line", *line).with("number", *number)
            }
            RecordError::Turn { line, number, side, error } => Message::new("record_turn")
                .with("line", *line)
                .with("number", *number)
                .with("side", *side)
                .with("why", error.message()),
            RecordError::Contradiction { name, says, but } => Message::new("record_contradiction")
                .with("name", *name)
                .with("says", &**says)
                .with("but", but.clone()),
            RecordError::NoWinner { termination } => {
                Message::new("record_no_winner").with("termination", *termination)
            }
        }
    }
}

impl TagProblem {
    /// The problem for people, in any language.
    #[must_use]
    pub const fn message(self) -> Message {
        Message::new(match self {
            TagProblem::Name => "tag_name",
            TagProblem::Quotes => "tag_quotes",
            TagProblem::Escape => "tag_escape",
            TagProblem::ControlCharacter => "tag_control_character",
            TagProblem::Bracket => "tag_bracket",
            TagProblem::Twice => "tag_twice",
            TagProblem::AfterTurns => "tag_after_turns",
        })
    }
}

impl TagValueProblem {
    /// The problem for people, in any language.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            TagValueProblem::Rules(error) => error.message(),
            TagValueProblem::Setup(error) => error.message(),
            TagValueProblem::Value(error) => error.message(),
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
