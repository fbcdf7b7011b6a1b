use core::error::Error;
use core::fmt;

use super::pad;
use crate::{Message, ParsePositionError, ParseTurnError, PartialTurn, PlayError, Position, RuleSet};

/// Writes the position where the turn began, then ` : ` and the actions so far: `61111110/01111116 b : ab`.
impl fmt::Display for PartialTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (start, so_far) = (self.start(), self.so_far());
        if so_far.is_pass() { start.fmt(f) } else { pad(f, format_args!("{start} : {so_far}")) }
    }
}

impl PartialTurn {
    /// Parses a position and the actions so far. Without a `:` the turn has no actions yet.
    ///
    /// ```
    /// use linja::{PartialTurn, RuleSet};
    /// let turn = PartialTurn::parse("61111110/01111116 b : ab", &RuleSet::BONUS)?;
    /// assert_eq!(turn.actions().len(), 7);
    /// # Ok::<(), linja::ParsePartialTurnError>(())
    /// ```
    ///
    /// # Errors
    /// Where the text is malformed, or why the position or an action is illegal.
    pub fn parse(text: &str, rules: &RuleSet) -> Result<PartialTurn, ParsePartialTurnError> {
        let (position, actions) = text.split_once(':').unwrap_or((text, ""));
        let position: Position = position.parse().map_err(ParsePartialTurnError::Position)?;
        let mut turn = PartialTurn::begin(position, *rules)
            .ok_or(ParsePartialTurnError::Turn(PlayError::GameOver.into()))?;
        turn.extend(actions.trim()).map_err(ParsePartialTurnError::Turn)?;
        Ok(turn)
    }
}

/// The text is not a valid turn in progress.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePartialTurnError {
    /// The part before the `:` is not a position.
    Position(ParsePositionError),
    /// The part after the `:` is not the beginning of a legal turn.
    Turn(ParseTurnError),
}

impl ParsePartialTurnError {
    /// The error as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            ParsePartialTurnError::Position(error) => error.message(),
            ParsePartialTurnError::Turn(error) => error.message(),
        }
    }
}

impl Error for ParsePartialTurnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ParsePartialTurnError::Position(error) => Some(error),
            ParsePartialTurnError::Turn(error) => Some(error),
        }
    }
}
