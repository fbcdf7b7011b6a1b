//! One side's pawns, seen in that side's direction.

use linja::{Board, BySide, Position, Row, RuleSet, Setup, SetupError, Side};

use crate::numbers::numbers;

/// Rows of the board.
pub(crate) const ROWS: usize = Row::COUNT;
/// The last row: the goal.
pub(crate) const GOAL: usize = ROWS - 1;
/// Pawns of one side.
pub(crate) const PAWNS: usize = Position::PAWNS as usize;
/// Groups of arrangements with the same advance, 0 to [`Arrangement::MAX_ADVANCE`].
pub(crate) const GROUPS: usize = Arrangement::MAX_ADVANCE + 1;

/// How the twelve pawns of one side are spread over the eight rows, from its home (0) to its goal (7).
///
/// A position is the arrangement of the player to move and that of the opponent; the opponent's row `r` is the
/// mover's row `7 − r`. Arrangements are numbered as described in `docs/table-format.md`: by advance, then in
/// lexicographic order of the counts from home to goal.
///
/// ```
/// use linja_oracle::Arrangement;
/// let setup = Arrangement::SETUP;
/// assert_eq!((setup.advance(), setup.number()), (21, 2_028));
/// assert_eq!(Arrangement::from_number(2_028), Some(setup));
/// assert_eq!(Arrangement::new([12, 1, 0, 0, 0, 0, 0, 0]), None, "thirteen pawns");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Arrangement([u8; ROWS]);

impl Arrangement {
    /// The number of arrangements, C(19,7).
    pub const COUNT: usize = 50_388;
    /// The largest advance of one side: every pawn in the goal.
    pub const MAX_ADVANCE: usize = PAWNS * (ROWS - 1);
    /// The set-up of either side.
    pub const SETUP: Arrangement = Arrangement([6, 1, 1, 1, 1, 1, 1, 0]);

    /// The arrangement with these counts from home to goal; `None` unless they sum to 12.
    #[must_use]
    pub fn new(counts: [u8; ROWS]) -> Option<Arrangement> {
        let pawns: usize = counts.iter().map(|&count| usize::from(count)).sum();
        (pawns == PAWNS).then_some(Arrangement(counts))
    }

    /// The arrangements of the player to move and of the opponent.
    #[must_use]
    pub fn of(position: &Position) -> (Arrangement, Arrangement) {
        Arrangement::of_board(&Board::of(position))
    }

    /// As [`Arrangement::of`], of a position seen from the player to move.
    #[must_use]
    pub fn of_board(board: &Board) -> (Arrangement, Arrangement) {
        (Arrangement(board.own()), Arrangement(reversed(board.other())))
    }

    /// The position in which `to_move` has this arrangement and the opponent the other.
    ///
    /// # Errors
    /// If the two overfill a row together.
    pub fn against(self, opponent: Arrangement, to_move: Side) -> Result<Position, SetupError> {
        let pawns = match to_move {
            Side::Black => BySide { black: self.0, red: reversed(opponent.0) },
            Side::Red => BySide { black: opponent.0, red: reversed(self.0) },
        };
        Setup { pawns, to_move }.check()
    }

    /// The counts of the pawns from home (0) to goal (7).
    #[must_use]
    pub const fn counts(self) -> [u8; ROWS] {
        self.0
    }

    /// The rows that all pawns have advanced, added up.
    #[must_use]
    pub fn advance(self) -> usize {
        self.0.iter().enumerate().map(|(row, &count)| row * usize::from(count)).sum()
    }

    /// The number of the arrangement, below [`Arrangement::COUNT`].
    #[must_use]
    pub fn number(self) -> usize {
        numbers().number(&self.0)
    }

    /// The arrangement with this number; `None` from [`Arrangement::COUNT`] on.
    #[must_use]
    pub fn from_number(number: usize) -> Option<Arrangement> {
        numbers().arrangement(number).map(Arrangement)
    }

    /// All arrangements with this advance, by number; none above [`Arrangement::MAX_ADVANCE`].
    pub fn with_advance(advance: usize) -> impl Iterator<Item = Arrangement> {
        numbers().group(advance).filter_map(Arrangement::from_number)
    }

    /// The row of the rearmost pawn.
    pub(crate) fn rear(self) -> usize {
        self.0.iter().position(|&count| count > 0).unwrap_or(ROWS)
    }

    /// The arrangement after one pawn moved, if there is a pawn on `from`.
    pub(crate) fn moved(self, from: usize, to: usize) -> Option<Arrangement> {
        let mut after = self.0;
        after[from] = after[from].checked_sub(1)?;
        after[to] += 1;
        Some(Arrangement(after))
    }

    /// Whether the pawns alone overfill an inner row: such an arrangement is part of no position.
    pub(crate) fn overfills_row(self) -> bool {
        self.0[1..ROWS - 1].iter().any(|&count| count > Row::CAPACITY)
    }

    /// The points of the side.
    pub(crate) fn score(self, rules: &RuleSet) -> i16 {
        (0..ROWS).map(|row| Arrangement::worth(rules, row) * i16::from(self.0[row])).sum()
    }

    /// The points of a pawn on a row, counted from its home.
    pub(crate) fn worth(rules: &RuleSet, row: usize) -> i16 {
        rules.worth(Row::at_advance(row as u8, Side::Black), Side::Black).into()
    }
}

/// Converts Red's counts between the order of the rows and home to goal.
fn reversed(mut counts: [u8; ROWS]) -> [u8; ROWS] {
    counts.reverse();
    counts
}
