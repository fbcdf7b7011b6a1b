use core::fmt;
use core::ops::Neg;
use core::str::FromStr;

use crate::notation::{ParseValueError, pad};
use crate::{Left, Position, Row, RuleSet, Side};

/// Rows advanced and points of a pawn on the far half: 5 in its goal, then 3, 2, 1.
const FAR_HALF: [(u8, i8); 4] = [(7, 5), (6, 3), (5, 2), (4, 1)];

impl RuleSet {
    /// The points of one pawn of `side` on `row`.
    ///
    /// ```
    /// use linja::{Row, RuleSet, Side};
    /// let b = Row::from_letter('b').unwrap();
    /// assert_eq!(RuleSet::BONUS.worth(b, Side::Red), 3);
    /// assert_eq!(RuleSet::BONUS.worth(b, Side::Black), -3);
    /// assert_eq!(RuleSet::GEEKY.worth(b, Side::Black), -1);
    /// assert_eq!(RuleSet::CLASSIC.worth(b, Side::Black), 0);
    /// ```
    #[must_use]
    pub fn worth(&self, row: Row, side: Side) -> i8 {
        let far_half = |side| {
            let advance = row.advance(side);
            FAR_HALF.iter().find(|(at, _)| *at == advance).map(|&(_, points)| points)
        };
        far_half(side).unwrap_or_else(|| match self.left {
            Left::Zero => 0,
            Left::Mirror => -far_half(!side).unwrap_or(0),
            Left::One => -1,
        })
    }
}

impl Position {
    /// The points of both sides if the game ended here.
    ///
    /// ```
    /// use linja::{Position, RuleSet};
    /// let position: Position = "00000417/63102000 b".parse()?;
    /// let score = position.score(&RuleSet::BONUS);
    /// assert_eq!((score.black, score.red), (46, 39));
    /// # Ok::<(), linja::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn score(&self, rules: &RuleSet) -> Score {
        let points =
            |side| Row::ALL.iter().map(|&row| self.count(side, row) as i8 * rules.worth(row, side)).sum();
        Score { black: points(Side::Black), red: points(Side::Red) }
    }
}

/// The points of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Black's points.
    pub black: i8,
    /// Red's points.
    pub red: i8,
}

impl Score {
    /// The points of `side`.
    #[must_use]
    pub const fn of(self, side: Side) -> i8 {
        match side {
            Side::Black => self.black,
            Side::Red => self.red,
        }
    }

    /// The points of `side` minus the opponent's.
    #[must_use]
    pub const fn margin(self, side: Side) -> Margin {
        match side {
            Side::Black => Margin(self.black - self.red),
            Side::Red => Margin(self.red - self.black),
        }
    }

    /// Who has more points.
    #[must_use]
    pub const fn winner(self) -> Winner {
        match self.margin(Side::Black).0 {
            1.. => Winner::Side(Side::Black),
            0 => Winner::Draw,
            _ => Winner::Side(Side::Red),
        }
    }
}

/// Writes the points as a record does, Black first: `46-39`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, format_args!("{}-{}", self.black, self.red))
    }
}

/// Parses Black's points and Red's, each with optional blanks around it.
impl FromStr for Score {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Score, ParseValueError> {
        let read = || {
            // The first character may be a minus sign; the hyphen between the points comes later.
            let text = text.trim();
            let (at, _) = text.char_indices().skip(1).find(|&(_, c)| c == '-')?;
            let (black, red) = (text[..at].trim(), text[at + 1..].trim());
            Some(Score { black: black.parse().ok()?, red: red.parse().ok()? })
        };
        read().ok_or_else(|| ParseValueError::new(text, "value_score"))
    }
}

/// Own points minus the opponent's, −120 to 120. Every function that returns a margin documents the side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Margin(pub i8);

impl Neg for Margin {
    type Output = Margin;

    fn neg(self) -> Margin {
        Margin(-self.0)
    }
}

/// Writes the margin with its sign: `+1`, `0`, `-3`.
impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.pad("0") } else { pad(f, format_args!("{:+}", self.0)) }
    }
}

/// Parses a whole number with an optional sign.
impl FromStr for Margin {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Margin, ParseValueError> {
        let read = text.trim().parse().ok().map(Margin).filter(|margin| margin.0.unsigned_abs() <= 120);
        read.ok_or_else(|| ParseValueError::new(text, "value_margin"))
    }
}

/// Who wins a game or a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// This side.
    Side(Side),
    /// Neither side.
    Draw,
}

impl Winner {
    /// Both sides, Black first, and a draw.
    pub const ALL: [Winner; 3] = [Winner::Side(Side::Black), Winner::Side(Side::Red), Winner::Draw];

    /// The word used in record tags: `black`, `red` or `draw`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Winner::Side(side) => side.id(),
            Winner::Draw => "draw",
        }
    }
}

/// Writes the [`id`](Winner::id).
impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Parses an [`id`](Winner::id), ignoring letter case.
impl FromStr for Winner {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Winner, ParseValueError> {
        ParseValueError::find(Winner::ALL, Winner::id, text, "value_winner")
    }
}
