use alloc::string::String;
use core::error::Error;

use super::note::NoteProblem;
use crate::{Message, ParsePositionError, ParseRuleSetError, ParseTurnError, ParseValueError, Side};

/// The text is not a valid record, or contradicts itself.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// A line that begins with `[` is not a valid tag.
    TagForm {
        /// The line number, counted from 1.
        line: usize,
        /// What is wrong with the tag.
        problem: TagProblem,
    },
    /// A tag that describes the game has an invalid value.
    TagValue {
        /// The line number, counted from 1.
        line: usize,
        /// The tag name.
        name: &'static str,
        /// The reason.
        why: TagValueProblem,
    },
    /// A line of turns does not begin with the next turn number.
    TurnNumber {
        /// The line number, counted from 1.
        line: usize,
        /// The expected turn number.
        expected: usize,
    },
    /// A line has only one turn but is not the last line.
    TurnMissing {
        /// The line number, counted from 1.
        line: usize,
        /// The turn number.
        number: usize,
        /// Whose turn is missing.
        side: Side,
    },
    /// A line has more than two turns.
    TooManyTurns {
        /// The line number, counted from 1.
        line: usize,
        /// The turn number.
        number: usize,
    },
    /// A turn can't be read or is not legal.
    Turn {
        /// The line number, counted from 1.
        line: usize,
        /// The turn number.
        number: usize,
        /// Whose turn it is.
        side: Side,
        /// The reason.
        error: ParseTurnError,
    },
    /// A comment or a line after a turn can't be read.
    Note {
        /// The line number, counted from 1.
        line: usize,
        /// The turn number.
        number: usize,
        /// What is wrong.
        problem: NoteProblem,
    },
    /// A turn of a line that was not played can't be read or is not legal.
    NotedTurn {
        /// The line number, counted from 1.
        line: usize,
        /// The number of the turn after which the line stands.
        number: usize,
        /// Whose turn it is.
        side: Side,
        /// The reason.
        error: ParseTurnError,
    },
    /// A tag contradicts the turns or another tag.
    Contradiction {
        /// The tag name.
        name: &'static str,
        /// The value of the tag.
        says: String,
        /// What it contradicts.
        but: Message,
    },
    /// The game ended by resignation, time or abandonment, but no tag says who won.
    NoWinner {
        /// The value of the tag `Termination`.
        termination: &'static str,
    },
}

/// What is wrong with the form of a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagProblem {
    /// The name is missing or contains a character other than ASCII letters, digits and `_`.
    Name,
    /// The value is not enclosed in quotation marks.
    Quotes,
    /// A `\` is followed by something other than `"` or `\`.
    Escape,
    /// The value contains a control character.
    ControlCharacter,
    /// There is no `]` at the end of the line.
    Bracket,
    /// The tag is a duplicate.
    Twice,
    /// The tag comes after the turns.
    AfterTurns,
}

/// Why the value of a tag is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagValueProblem {
    /// There is no such rule set.
    Rules(ParseRuleSetError),
    /// Not a position.
    Setup(ParsePositionError),
    /// Not one of the possible values.
    Value(ParseValueError),
}

impl RecordError {
    /// The error as a translatable message.
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
            RecordError::Note { line, number, problem } => Message::new("record_note")
                .with("line", *line)
                .with("number", *number)
                .with("why", problem.message()),
            RecordError::NotedTurn { line, number, side, error } => Message::new("record_noted_turn")
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
    /// The problem as a translatable message.
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

impl NoteProblem {
    /// The problem as a translatable message.
    #[must_use]
    pub const fn message(self) -> Message {
        Message::new(match self {
            NoteProblem::CommentEnd => "note_comment_end",
            NoteProblem::CommentEscape => "note_comment_escape",
            NoteProblem::CommentControl => "note_comment_control",
            NoteProblem::LineEnd => "note_line_end",
            NoteProblem::Stray => "note_stray",
            NoteProblem::TooDeep => "note_too_deep",
        })
    }
}

impl TagValueProblem {
    /// The problem as a translatable message.
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
            RecordError::Turn { error, .. } | RecordError::NotedTurn { error, .. } => Some(error),
            RecordError::Note { problem, .. } => Some(problem),
            RecordError::TurnNumber { .. }
            | RecordError::TurnMissing { .. }
            | RecordError::TooManyTurns { .. }
            | RecordError::Contradiction { .. }
            | RecordError::NoWinner { .. } => None,
        }
    }
}

impl Error for TagProblem {}

impl Error for NoteProblem {}

impl Error for TagValueProblem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            TagValueProblem::Rules(error) => Some(error),
            TagValueProblem::Setup(error) => Some(error),
            TagValueProblem::Value(error) => Some(error),
        }
    }
}
