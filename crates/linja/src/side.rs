use core::fmt;
use core::ops::{Index, IndexMut, Not};
use core::str::FromStr;

use crate::notation::ParseValueError;

/// One of the two players: [`Black`](Side::Black) moves from row a to row h, [`Red`](Side::Red) from h to a.
///
/// `!side` is the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Home on row a, goal on row h.
    Black,
    /// Home on row h, goal on row a.
    Red,
}

impl Side {
    /// Both sides, Black first, as in the notation.
    pub const ALL: [Side; 2] = [Side::Black, Side::Red];

    /// The letter of the position notation: `b` or `r`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'b',
            Side::Red => 'r',
        }
    }

    /// The word used in record tags and on the command line: `black` or `red`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::Red => "red",
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::Black => Side::Red,
            Side::Red => Side::Black,
        }
    }
}

/// Writes the name as used in sentences: `Black` or `Red`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Black => "Black",
            Side::Red => "Red",
        })
    }
}

/// Parses the name or the [`id`](Side::id): `black` or `red`, ignoring letter case.
impl FromStr for Side {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Side, ParseValueError> {
        ParseValueError::find(Side::ALL, Side::id, text, "value_side")
    }
}

/// One `T` for each side, indexed by [`Side`].
///
/// ```
/// use linja::{BySide, Side};
/// let pawns = BySide { black: [6, 1], red: [0, 1] };
/// let sums = pawns.map(|counts| counts.iter().sum::<u8>());
/// assert_eq!(sums, BySide { black: 7, red: 1 });
/// assert_eq!(sums.swapped()[Side::Red], 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BySide<T> {
    /// Black's value.
    pub black: T,
    /// Red's value.
    pub red: T,
}

impl<T> BySide<T> {
    /// Calls `f` for Black, then for Red.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { black: f(Side::Black), red: f(Side::Red) }
    }

    /// Calls `f` with Black's value, then with Red's.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide { black: f(self.black), red: f(self.red) }
    }

    /// References to both values.
    #[must_use]
    pub const fn as_ref(&self) -> BySide<&T> {
        BySide { black: &self.black, red: &self.red }
    }

    /// Swaps Black's value and Red's.
    #[must_use]
    pub fn swapped(self) -> BySide<T> {
        BySide { black: self.red, red: self.black }
    }

    /// Both values with their sides, Black first.
    pub fn iter(&self) -> impl Iterator<Item = (Side, &T)> {
        Side::ALL.into_iter().map(|side| (side, &self[side]))
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    fn index(&self, side: Side) -> &T {
        match side {
            Side::Black => &self.black,
            Side::Red => &self.red,
        }
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    fn index_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Black => &mut self.black,
            Side::Red => &mut self.red,
        }
    }
}
