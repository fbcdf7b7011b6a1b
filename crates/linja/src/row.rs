use core::fmt;
use core::str::FromStr;

use crate::Side;
use crate::notation::ParseValueError;

/// One of the eight rows, `a` (Black's home) to `h` (Red's home). The six rows between are the *inner rows*.
///
/// Directions depend on the side; use [`Row::forward`] and [`Row::steps_ahead`] instead of comparing rows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(u8);

impl Row {
    /// The number of rows.
    pub const COUNT: usize = 8;

    /// All rows from a to h.
    pub const ALL: [Row; Row::COUNT] = [Row(0), Row(1), Row(2), Row(3), Row(4), Row(5), Row(6), Row(7)];

    /// The maximum number of pawns, both colours together, on an inner row.
    pub const CAPACITY: u8 = 6;

    /// The row with this letter, in either case.
    ///
    /// ```
    /// use linja::Row;
    /// assert_eq!(Row::from_letter('c').map(Row::index), Some(2));
    /// assert_eq!(Row::from_letter('i'), None);
    /// ```
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Row> {
        match letter.to_ascii_lowercase() {
            letter @ 'a'..='h' => Some(Row(letter as u8 - b'a')),
            _ => None,
        }
    }

    /// The row's index, counted from a: 0 to 7.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The row's letter, `a` to `h`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// The home row of `side`.
    #[must_use]
    pub const fn home(side: Side) -> Row {
        match side {
            Side::Black => Row(0),
            Side::Red => Row(7),
        }
    }

    /// The goal of `side`: the opponent's home row.
    #[must_use]
    pub const fn goal(side: Side) -> Row {
        match side {
            Side::Black => Row(7),
            Side::Red => Row(0),
        }
    }

    /// Whether this is an inner row.
    #[must_use]
    pub const fn is_inner(self) -> bool {
        0 < self.0 && self.0 < 7
    }

    /// How many rows a pawn of `side` on this row has advanced from its home: 0 to 7.
    #[must_use]
    pub const fn advance(self, side: Side) -> u8 {
        match side {
            Side::Black => self.0,
            Side::Red => 7 - self.0,
        }
    }

    /// The row of a pawn of `side` that has advanced `advance` rows. Steps past the goal are dropped.
    #[must_use]
    pub const fn at_advance(advance: u8, side: Side) -> Row {
        let advance = if advance > 7 { 7 } else { advance };
        match side {
            Side::Black => Row(advance),
            Side::Red => Row(7 - advance),
        }
    }

    /// `steps` rows forward for `side`. Steps past the goal are dropped.
    ///
    /// ```
    /// use linja::{Row, Side};
    /// let f = Row::from_letter('f').unwrap();
    /// assert_eq!(f.forward(1, Side::Black).letter(), 'g');
    /// assert_eq!(f.forward(5, Side::Black), Row::goal(Side::Black));
    /// assert_eq!(f.forward(5, Side::Red), Row::goal(Side::Red));
    /// ```
    #[must_use]
    pub const fn forward(self, steps: u8, side: Side) -> Row {
        Row::at_advance(self.advance(side).saturating_add(steps), side)
    }

    /// The adjacent rows, in the order of their letters: one for a home row, two for an inner row.
    pub fn neighbours(self) -> impl Iterator<Item = Row> {
        let below = self.0.checked_sub(1).map(Row);
        let above = (self.0 < 7).then(|| Row(self.0 + 1));
        below.into_iter().chain(above)
    }

    /// How many rows `to` lies ahead of this row for `side`; negative if it lies behind.
    #[must_use]
    pub const fn steps_ahead(self, to: Row, side: Side) -> i8 {
        to.advance(side) as i8 - self.advance(side) as i8
    }

    /// The same row with the board turned round: a becomes h.
    #[must_use]
    pub const fn turned(self) -> Row {
        Row(7 - self.0)
    }
}

/// Writes the row's letter.
impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letter().encode_utf8(&mut [0; 1]))
    }
}

/// Parses a letter, ignoring letter case and surrounding blanks.
impl FromStr for Row {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Row, ParseValueError> {
        let mut letters = text.trim().chars();
        match (letters.next().and_then(Row::from_letter), letters.next()) {
            (Some(row), None) => Ok(row),
            _ => Err(ParseValueError::new(text, "value_row")),
        }
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Row({})", self.letter())
    }
}
