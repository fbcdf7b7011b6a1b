use core::fmt;
use core::ops::{Index, IndexMut, Not};

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
    /// Both sides, Black first, as everywhere in the notation.
    pub const ALL: [Side; 2] = [Side::Black, Side::Red];

    /// The letter of the position notation: `b` or `r`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::Black => 'b',
            Side::Red => 'r',
        }
    }

    /// The word of the record's tags and the command line: `black` or `red`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Side::Black => "black",
            Side::Red => "red",
        }
    }

    /// The side with this [`id`](Side::id), in any letter case.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.id().eq_ignore_ascii_case(id))
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

/// Writes the name as it stands in a sentence: `Black` or `Red`.
impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Black => "Black",
            Side::Red => "Red",
        })
    }
}

/// One `T` for each side, indexed by [`Side`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// Black's.
    pub black: T,
    /// Red's.
    pub red: T,
}

impl<T> BySide<T> {
    /// Calls `f` for Black, then for Red.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> BySide<T> {
        BySide { black: f(Side::Black), red: f(Side::Red) }
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
