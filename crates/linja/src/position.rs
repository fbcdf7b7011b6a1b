use alloc::vec::Vec;

use crate::{BySide, CompleteTurn, Over, Row, RuleSet, Setup, SetupError, Side, fast};

/// A legal position: how many pawns each side has on each row, and whose turn it is.
///
/// Each side always has twelve pawns, and an inner row at most six: [`Setup::check`] is the only constructor for
/// arbitrary counts.
///
/// # Equality and order
/// Pawns of one colour on one row are interchangeable, so two positions are equal if their counts and the side to move
/// are equal. The history is not part of a position. In particular, the last turn may have ended the
/// [`Game`](crate::Game) although [`Position::is_over`] is false (ruling R5). Positions are ordered by their written
/// form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    pawns: BySide<[u8; Row::COUNT]>,
    to_move: Side,
}

impl Position {
    /// How many pawns each side has.
    pub const PAWNS: u8 = 12;

    /// The highest possible [`advance`](Position::advance): every pawn in its goal.
    pub const MAX_ADVANCE: u8 = 2 * Position::PAWNS * 7;

    /// The set-up of every game: six pawns at home and one on each inner row.
    #[must_use]
    pub const fn start(first: Side) -> Position {
        Position {
            pawns: BySide { black: [6, 1, 1, 1, 1, 1, 1, 0], red: [0, 1, 1, 1, 1, 1, 1, 6] },
            to_move: first,
        }
    }

    pub(crate) const fn from_checked(pawns: BySide<[u8; Row::COUNT]>, to_move: Side) -> Position {
        Position { pawns, to_move }
    }

    /// The counts of both sides for the rows a to h.
    #[must_use]
    pub const fn pawns(&self) -> BySide<[u8; Row::COUNT]> {
        self.pawns
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// How many pawns of `side` stand on `row`.
    #[must_use]
    pub fn count(&self, side: Side, row: Row) -> u8 {
        self.pawns[side][row.index()]
    }

    /// How many pawns of both colours stand on `row`.
    #[must_use]
    pub fn count_both(&self, row: Row) -> u8 {
        self.count(Side::Black, row) + self.count(Side::Red, row)
    }

    /// Whether `row` is an inner row with six pawns, where no move may end. Home rows are never full.
    #[must_use]
    pub fn is_full(&self, row: Row) -> bool {
        row.is_inner() && self.count_both(row) >= Row::CAPACITY
    }

    /// Every legal turn with its result, in the order of the written forms; none if the position alone is over.
    ///
    /// [`fast::for_each_turn`] visits the same turns without building a list.
    #[must_use]
    pub fn turns(&self, rules: &RuleSet) -> Vec<CompleteTurn> {
        fast::complete_turns(self, rules)
    }

    /// The rows from which `side` can move a pawn exactly `steps` rows forward (steps past the goal are dropped), in
    /// the order of their letters.
    ///
    /// One step is an opening; the count on its landing row gives the steps of a follow-up.
    pub fn sources(&self, side: Side, steps: u8) -> impl Iterator<Item = Row> + '_ {
        Row::ALL.into_iter().filter(move |&row| {
            row != Row::goal(side) && self.count(side, row) > 0 && !self.is_full(row.forward(steps, side))
        })
    }

    /// Whether `side` has an opening, no matter which side is to move.
    #[must_use]
    pub fn has_opening(&self, side: Side) -> bool {
        self.sources(side, 1).next().is_some()
    }

    /// The row of the rearmost pawn of `side`: the occupied row nearest to its home.
    #[must_use]
    pub fn rearmost(&self, side: Side) -> Row {
        (0..7)
            .map(|advance| Row::at_advance(advance, side))
            .find(|&row| self.count(side, row) > 0)
            .unwrap_or(Row::goal(side))
    }

    /// Whether the colours have passed: every Black pawn has a higher letter than every Red pawn.
    ///
    /// Colours that share a row, including a home row, have not passed.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        self.rearmost(Side::Black) > self.rearmost(Side::Red)
    }

    /// Whether the colours are apart: no inner row holds both.
    #[must_use]
    pub fn is_apart(&self) -> bool {
        let holds_both = |row| Side::ALL.iter().all(|&side| self.count(side, row) > 0);
        !Row::ALL.into_iter().any(|row| row.is_inner() && holds_both(row))
    }

    /// Whether the end condition of the rule set holds.
    #[must_use]
    pub fn has_ended(&self, rules: &RuleSet) -> bool {
        match rules.over {
            Over::Passed => self.has_passed(),
            Over::Apart => self.is_apart(),
        }
    }

    /// Whether the position alone is over by a rule set: its end condition holds, or neither side has an opening.
    #[must_use]
    pub fn is_over(&self, rules: &RuleSet) -> bool {
        self.has_ended(rules) || Side::ALL.iter().all(|&side| !self.has_opening(side))
    }

    /// The sum, over all 24 pawns, of the rows they have advanced: 42 at the start, 168 at most.
    ///
    /// Every turn except a pass increases the advance, so every game ends.
    #[must_use]
    pub fn advance(&self) -> u8 {
        Side::ALL
            .into_iter()
            .flat_map(|side| Row::ALL.map(|row| self.count(side, row) * row.advance(side)))
            .sum()
    }

    /// The same position with colours swapped and the board turned round.
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let turned = |mut counts: [u8; Row::COUNT]| {
            counts.reverse();
            counts
        };
        Position { pawns: self.pawns.swapped().map(turned), to_move: !self.to_move }
    }

    /// Moves one pawn. The caller must ensure that the pawn exists and that `to` is not full.
    pub(crate) fn move_pawn(&mut self, side: Side, from: Row, to: Row) {
        self.pawns[side][from.index()] -= 1;
        self.pawns[side][to.index()] += 1;
    }

    /// The same pawns with the other side to move.
    pub(crate) fn handed_over(mut self) -> Position {
        self.to_move = !self.to_move;
        self
    }
}

/// The start position with Black to move.
impl Default for Position {
    fn default() -> Position {
        Position::start(Side::Black)
    }
}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        setup.check()
    }
}
