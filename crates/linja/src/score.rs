use core::fmt;
use core::ops::Neg;

use crate::{OwnHalf, Position, Row, RuleSet, Side};

/// What a pawn is worth by the rows it has advanced, on the far half: its goal 5, then 3, 2, 1.
const FAR_HALF: [(u8, i8); 4] = [(7, 5), (6, 3), (5, 2), (4, 1)];

impl RuleSet {
    /// What one pawn of `side` on `row` counts.
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
        far_half(side).unwrap_or_else(|| match self.own_half {
            OwnHalf::Zero => 0,
            OwnHalf::Mirrored => -far_half(!side).unwrap_or(0),
            OwnHalf::MinusOne => -1,
        })
    }
}

impl Position {
    /// The points of both sides if the game were scored as it stands.
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
        write!(f, "{}-{}", self.black, self.red)
    }
}

/// Own points minus the opponent's, −120 to 120. Whose own is said where a margin is returned.
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
        if self.0 == 0 { write!(f, "0") } else { write!(f, "{:+}", self.0) }
    }
}

/// Who wins a game or a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Winner {
    /// This side.
    Side(Side),
    /// Neither: the points are equal.
    Draw,
}

impl Winner {
    /// The word of the record's tag: `black`, `red` or `draw`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Winner::Side(side) => side.id(),
            Winner::Draw => "draw",
        }
    }

    /// The winner with this [`id`](Winner::id), in any letter case.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Winner> {
        if id.eq_ignore_ascii_case("draw") { Some(Winner::Draw) } else { Side::from_id(id).map(Winner::Side) }
    }
}
