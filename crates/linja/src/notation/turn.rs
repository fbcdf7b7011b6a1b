use core::error::Error;
use core::str::FromStr;

use super::{Cursor, Found};
use crate::{
    Action, ActionKind, CompleteTurn, Message, PartialTurn, Phase, PlayError, Position, Row, RuleSet, Turn,
};

impl Turn {
    /// Parses a complete turn and plays it in `position`.
    ///
    /// Blanks and letter case do not matter; `+`, `~` and `/` do.
    ///
    /// ```
    /// use linja::{Position, RuleSet, Turn};
    /// let start = Position::default();
    /// let played = Turn::parse("AB ce", &start, &RuleSet::BONUS)?;
    /// assert_eq!(played.turn.to_string(), "ab ce");
    /// assert_eq!(played.result.position.to_string(), "52012110/01111116 r");
    ///
    /// let error = Turn::parse("ab cf", &start, &RuleSet::BONUS).unwrap_err();
    /// assert_eq!(error.to_string(), "the follow-up must be 2 rows, “cf” is 3");
    /// # Ok::<(), linja::ParseTurnError>(())
    /// ```
    ///
    /// # Errors
    /// Where the text is malformed, or why the turn is illegal.
    pub fn parse(text: &str, position: &Position, rules: &RuleSet) -> Result<CompleteTurn, ParseTurnError> {
        let mut turn = PartialTurn::begin(*position, *rules).ok_or(PlayError::GameOver)?;
        turn.read(text)?.finish(&turn)
    }
}

impl PartialTurn {
    /// Parses further actions, as if written after the actions so far, and plays them.
    ///
    /// # Errors
    /// Where the text is malformed, or which action is illegal and why; the turn is then unchanged.
    pub fn extend(&mut self, text: &str) -> Result<(), ParseTurnError> {
        let mut longer = *self;
        longer.read(text)?;
        *self = longer;
        Ok(())
    }

    /// Plays the actions as they are parsed, up to the first error.
    fn read(&mut self, text: &str) -> Result<Written, ParseTurnError> {
        let mut cursor = Cursor::new(text);
        if cursor.peek().is_none() {
            return Ok(Written::Nothing);
        }
        if matches!(cursor.peek(), Some('p' | 'P')) {
            read_pass(&mut cursor)?;
            if self.phase() != Phase::Done || !self.so_far().is_pass() {
                return Err(PlayError::CannotPass { side: self.side() }.into());
            }
            return Ok(Written::Pass);
        }
        while cursor.peek().is_some() {
            self.read_action(&mut cursor)?;
        }
        Ok(Written::Actions)
    }

    fn read_action(&mut self, cursor: &mut Cursor<'_>) -> Result<(), ParseTurnError> {
        let column = cursor.column();
        let is_another = cursor.take_if('/');
        if is_another && self.phase() != Phase::AnotherTurn {
            return Err(ParseTurnError::NoOtherTurn { column });
        }
        if is_another && cursor.peek().is_none() {
            return Ok(());
        }
        let kind = match cursor.peek() {
            Some('+') => ActionKind::Bonus,
            Some('~') => ActionKind::BonusOnOpponent,
            _ if is_another || self.phase() == Phase::Opening => ActionKind::Opening,
            _ => ActionKind::FollowUp,
        };
        if matches!(kind, ActionKind::Bonus | ActionKind::BonusOnOpponent) {
            cursor.take();
        }
        let (from, to) = (read_row(cursor)?, read_row(cursor)?);
        Ok(self.apply(Action { kind, from, to })?)
    }
}

/// What a text contained.
enum Written {
    Nothing,
    Pass,
    Actions,
}

impl Written {
    fn finish(self, turn: &PartialTurn) -> Result<CompleteTurn, ParseTurnError> {
        match self {
            // A pass must be written, so that a missing turn is not mistaken for one.
            Written::Nothing => Err(ParseTurnError::Empty),
            Written::Pass | Written::Actions => Ok(turn.finish()?),
        }
    }
}

/// Parses only the written form, so the turn may be illegal. [`Turn::parse`] also checks legality.
///
/// ```
/// use linja::Turn;
/// let turn: Turn = "AB ce/bc df".parse()?;
/// assert_eq!(turn.to_string(), "ab ce / bc df");
/// # Ok::<(), linja::ParseTurnError>(())
/// ```
impl FromStr for Turn {
    type Err = ParseTurnError;

    fn from_str(text: &str) -> Result<Turn, ParseTurnError> {
        let mut cursor = Cursor::new(text);
        match cursor.peek() {
            None => return Err(ParseTurnError::Empty),
            Some('p' | 'P') => return read_pass(&mut cursor).map(|()| Turn::PASS),
            Some(_) => {}
        }
        let mut turn = Turn::PASS;
        while let Some(next) = cursor.peek() {
            let last = turn.actions().last().map(|action| action.kind);
            let has_another = turn.actions().len() > 2;
            let kind = match (next, last) {
                ('+', Some(ActionKind::FollowUp)) => ActionKind::Bonus,
                ('~', Some(ActionKind::FollowUp)) => ActionKind::BonusOnOpponent,
                ('/', Some(ActionKind::FollowUp)) if !has_another => ActionKind::Opening,
                ('a'..='h' | 'A'..='H', Some(ActionKind::Opening)) => ActionKind::FollowUp,
                (_, None) => ActionKind::Opening,
                _ => return Err(ParseTurnError::expected(&mut cursor, TurnPart::End)),
            };
            if matches!(next, '+' | '~' | '/') && last.is_some() {
                cursor.take();
            }
            turn.push(Action { kind, from: read_row(&mut cursor)?, to: read_row(&mut cursor)? });
        }
        Ok(turn)
    }
}

/// Reads the word `pass` and nothing else.
fn read_pass(cursor: &mut Cursor<'_>) -> Result<(), ParseTurnError> {
    for wanted in "pass".chars() {
        if cursor.peek().map(|c| c.to_ascii_lowercase()) != Some(wanted) {
            return Err(ParseTurnError::expected(cursor, TurnPart::Pass));
        }
        cursor.take();
    }
    if cursor.peek().is_some() {
        return Err(ParseTurnError::expected(cursor, TurnPart::End));
    }
    Ok(())
}

fn read_row(cursor: &mut Cursor<'_>) -> Result<Row, ParseTurnError> {
    let Some(row) = cursor.peek().and_then(Row::from_letter) else {
        return Err(ParseTurnError::expected(cursor, TurnPart::Row));
    };
    cursor.take();
    Ok(row)
}

/// The text is not a legal turn of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseTurnError {
    /// The text is empty; a pass is written `pass`.
    Empty,
    /// The text is malformed.
    Form(TurnFormError),
    /// There is a `/`, but another turn has not been earned.
    NoOtherTurn {
        /// The column of the `/`, counted in characters from 1.
        column: usize,
    },
    /// The text is well-formed, but the turn is illegal.
    Play(PlayError),
}

/// Where the text of a turn is malformed, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnFormError {
    column: usize,
    expected: TurnPart,
    found: Found,
}

impl TurnFormError {
    /// The column of the error, counted in characters from 1.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What was expected there.
    #[must_use]
    pub fn expected(&self) -> TurnPart {
        self.expected
    }

    /// The character found instead; `None` at the end of the text.
    #[must_use]
    pub fn found(&self) -> Option<char> {
        match self.found {
            Found::Character(character) => Some(character),
            Found::End => None,
        }
    }

    /// The error as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        let (wrong, missing) = match self.expected {
            TurnPart::Row => ("turn_row_expected", "turn_row_missing"),
            TurnPart::Pass => ("turn_pass_expected", "turn_pass_missing"),
            // The end of the text can't be missing.
            TurnPart::End => ("turn_end_expected", "turn_end_expected"),
        };
        self.found.message(wrong, missing).with("column", self.column)
    }
}

/// A part of the written form of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnPart {
    /// The letter of a row.
    Row,
    /// The word `pass`.
    Pass,
    /// The end of the text.
    End,
}

impl ParseTurnError {
    fn expected(cursor: &mut Cursor<'_>, expected: TurnPart) -> ParseTurnError {
        let (column, found) = (cursor.column(), cursor.found());
        ParseTurnError::Form(TurnFormError { column, expected, found })
    }

    /// The error as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            ParseTurnError::Empty => Message::new("turn_empty"),
            ParseTurnError::Form(error) => error.message(),
            ParseTurnError::NoOtherTurn { column } => {
                Message::new("turn_no_other_turn").with("column", *column)
            }
            ParseTurnError::Play(error) => error.message(),
        }
    }
}

impl Error for TurnFormError {}

impl Error for ParseTurnError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ParseTurnError::Empty | ParseTurnError::NoOtherTurn { .. } => None,
            ParseTurnError::Form(error) => Some(error),
            ParseTurnError::Play(error) => Some(error),
        }
    }
}

impl From<PlayError> for ParseTurnError {
    fn from(error: PlayError) -> ParseTurnError {
        ParseTurnError::Play(error)
    }
}
