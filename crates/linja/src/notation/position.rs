use alloc::string::ToString as _;
use core::error::Error;
use core::fmt::{self, Write as _};
use core::str::FromStr;

use super::{Cursor, Found, pad};
use crate::{BySide, Message, Position, Row, Setup, SetupError, Side};

/// Writes the canonical form: `61111110/01111116 b`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Setup::from(*self).fmt(f)
    }
}

/// Writes the notation of a position; counts above twelve are written `?`.
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BySide { black, red } = self.pawns.map(Counts);
        pad(f, format_args!("{black}/{red} {}", self.to_move.letter()))
    }
}

impl Position {
    /// The form for URLs, with hyphens: `61111110-01111116-b`. It parses like the canonical form.
    ///
    /// ```
    /// use linja::Position;
    /// assert_eq!(Position::default().address().to_string(), "61111110-01111116-b");
    /// assert_eq!("61111110-01111116-b".parse(), Ok(Position::default()));
    /// ```
    #[must_use]
    pub fn address(&self) -> impl fmt::Display + use<> {
        Address(*self)
    }
}

struct Address(Position);

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BySide { black, red } = self.0.pawns().map(Counts);
        pad(f, format_args!("{black}-{red}-{}", self.0.to_move().letter()))
    }
}

/// The counts of one side, one character each.
struct Counts([u8; Row::COUNT]);

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for count in self.0 {
            f.write_char(char::from_digit(u32::from(count), 13).unwrap_or('?'))?;
        }
        Ok(())
    }
}

/// Parses a position. The error lists every violated rule.
impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        text.parse::<Setup>()?.check().map_err(ParsePositionError::Setup)
    }
}

/// Parses the notation of a position without checking the counts. Blanks and letter case are ignored, and both
/// separators may be hyphens.
impl FromStr for Setup {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Setup, ParsePositionError> {
        let mut cursor = Cursor::new(text);
        if cursor.peek().is_none() {
            return Err(ParsePositionError::Empty);
        }
        let black = read_counts(&mut cursor, Side::Black)?;
        if !cursor.take_if('/') && !cursor.take_if('-') {
            return Err(ParsePositionError::expected(&mut cursor, Expected::Separator));
        }
        let red = read_counts(&mut cursor, Side::Red)?;
        cursor.take_if('-');
        let to_move = match cursor.peek() {
            Some('b' | 'B') => Side::Black,
            Some('r' | 'R') => Side::Red,
            _ => return Err(ParsePositionError::expected(&mut cursor, Expected::Side)),
        };
        cursor.take();
        match cursor.peek() {
            None => Ok(Setup { pawns: BySide { black, red }, to_move }),
            Some(_) => Err(ParsePositionError::expected(&mut cursor, Expected::End)),
        }
    }
}

fn read_counts(cursor: &mut Cursor<'_>, side: Side) -> Result<[u8; Row::COUNT], ParsePositionError> {
    let mut counts = [0; Row::COUNT];
    for row in Row::ALL {
        let Some(count) = cursor.peek().and_then(|c| c.to_digit(13)) else {
            return Err(ParsePositionError::expected(cursor, Expected::Count { side, row }));
        };
        counts[row.index()] = count as u8;
        cursor.take();
    }
    Ok(counts)
}

/// The text is not a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParsePositionError {
    /// The text is empty.
    Empty,
    /// The text is malformed.
    Form(PositionFormError),
    /// The text is well-formed, but the position breaks a rule.
    Setup(SetupError),
}

/// Where the text of a position is malformed, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFormError {
    column: usize,
    expected: Expected,
    found: Found,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expected {
    Count { side: Side, row: Row },
    Separator,
    Side,
    End,
}

impl ParsePositionError {
    fn expected(cursor: &mut Cursor<'_>, expected: Expected) -> ParsePositionError {
        let (column, found) = (cursor.column(), cursor.found());
        ParsePositionError::Form(PositionFormError { column, expected, found })
    }

    /// The error as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            ParsePositionError::Empty => {
                Message::new("position_empty").with("start", Position::default().to_string())
            }
            ParsePositionError::Form(error) => error.message(),
            ParsePositionError::Setup(error) => error.message(),
        }
    }
}

impl PositionFormError {
    /// The error as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        let (wrong, missing) = match self.expected {
            Expected::Count { .. } => ("position_count_expected", "position_count_missing"),
            Expected::Separator => ("position_separator_expected", "position_separator_missing"),
            Expected::Side => ("position_side_expected", "position_side_missing"),
            // The end of the text can't be missing.
            Expected::End => ("position_end_expected", "position_end_expected"),
        };
        let message = self.found.message(wrong, missing).with("column", self.column);
        match self.expected {
            Expected::Count { side, row } => message.with("side", side).with("row", row),
            Expected::Separator | Expected::Side | Expected::End => message,
        }
    }
}

impl Error for PositionFormError {}

impl Error for ParsePositionError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            ParsePositionError::Empty => None,
            ParsePositionError::Form(error) => Some(error),
            ParsePositionError::Setup(error) => Some(error),
        }
    }
}
