//! The fast generator: the same turns as the [`readable`](crate::readable) one, many times faster, without any
//! allocation.
//!
//! # The board in two words
//! Both sides' counts are seen from the player to move, whose home is row 0 and whose goal is row 7. Each side is one
//! 64-bit word with one byte per row, so that all rows are looked at together:
//!
//! ```text
//! own    byte 7 (goal) … byte 1, byte 0 (home)     moving a pawn from row s to row t adds (1 << 8t) − (1 << 8s)
//! other  the opponent's pawns on the same rows     own + other: pawns of both colours (at most 24, no carry)
//! ```
//!
//! Sets of rows are words whose bytes have only their highest bit: adding 122 to every byte of `own + other` raises
//! that bit where there are six pawns or more, adding 127 where there is any. The rows from which a pawn can move *n*
//! rows are then `occupied & !(full >> 8n)`: the zeros shifted in from above say that the goal is never full and that
//! steps past it are dropped.

use crate::{
    Action, ActionKind, Bonus, BySide, CompleteTurn, End, FollowUp, GoalOpening, Position, Row, RuleSet,
    Side, Turn,
};

/// Calls `visit` for every legal turn of `position`; not at all if the position alone is over. The order is
/// unspecified.
///
/// ```
/// use linja::{Position, RuleSet, fast};
/// let mut turns = 0;
/// fast::for_each_turn(&Position::default(), &RuleSet::GEEKY_SPICY, |_| turns += 1);
/// assert_eq!(turns, 163);
/// ```
#[inline]
pub fn for_each_turn(position: &Position, rules: &RuleSet, mut visit: impl FnMut(CompleteTurn)) {
    let board = Board::of(position);
    if board.is_over() {
        return;
    }
    let mut generator = Generator { mover: position.to_move(), rules, visit: &mut visit };
    if board.sources(1) == 0 {
        generator.complete(board, Turn::PASS, false);
    } else {
        generator.openings(board, Turn::PASS, rules.another_turn);
    }
}

/// Every legal turn of `position` as a list, in the order of the written forms.
#[must_use]
pub fn complete_turns(position: &Position, rules: &RuleSet) -> alloc::vec::Vec<CompleteTurn> {
    let mut turns = alloc::vec::Vec::new();
    for_each_turn(position, rules, |turn| turns.push(turn));
    turns.sort_unstable_by_key(|complete| complete.turn);
    turns
}

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// All rows as a set: the highest bit of every byte.
const ROWS: u64 = ONES << 7;
/// The six inner rows as a set.
const INNER: u64 = 0x0080_8080_8080_8000;
/// All rows but the goal as a set.
const BEFORE_GOAL: u64 = ROWS >> 8;
/// All rows but the own home, which is the opponent's goal, as a set.
const BEYOND_HOME: u64 = ROWS << 8;
const GOAL: u32 = 7;

#[derive(Clone, Copy)]
struct Board {
    own: u64,
    other: u64,
}

impl Board {
    #[inline]
    fn of(position: &Position) -> Board {
        let BySide { black, red } = position.pawns();
        match position.to_move() {
            Side::Black => Board { own: u64::from_le_bytes(black), other: u64::from_le_bytes(red) },
            Side::Red => Board { own: u64::from_be_bytes(red), other: u64::from_be_bytes(black) },
        }
    }

    /// The position with the opponent of `mover` to move.
    #[inline]
    fn handed_over(self, mover: Side) -> Position {
        let pawns = match mover {
            Side::Black => BySide { black: self.own.to_le_bytes(), red: self.other.to_le_bytes() },
            Side::Red => BySide { black: self.other.to_be_bytes(), red: self.own.to_be_bytes() },
        };
        Position::from_checked(pawns, !mover)
    }

    /// Pawns of both colours on a row.
    #[inline]
    fn count_both(self, row: u32) -> u8 {
        ((self.own + self.other) >> (8 * row)) as u8
    }

    #[inline]
    fn full(self) -> u64 {
        (self.own + self.other + ONES * u64::from(128 - Row::CAPACITY)) & INNER
    }

    /// The rows from which an own pawn can move `steps` rows forward.
    #[inline]
    fn sources(self, steps: u8) -> u64 {
        occupied(self.own) & BEFORE_GOAL & !(self.full() >> (8 * u32::from(steps)))
    }

    /// The rows of pawns, own or the opponent's, that can move one row towards row 7 in a bonus.
    #[inline]
    fn can_go_up(self, pawns: u64) -> u64 {
        occupied(pawns) & BEFORE_GOAL & !(self.full() >> 8)
    }

    /// The rows of pawns, own or the opponent's, that can move one row towards row 0 in a bonus.
    #[inline]
    fn can_go_down(self, pawns: u64) -> u64 {
        occupied(pawns) & BEYOND_HOME & !(self.full() << 8)
    }

    /// The own rearmost pawn stands beyond the opponent's.
    #[inline]
    fn has_passed(self) -> bool {
        self.own.trailing_zeros() / 8 > 7 - self.other.leading_zeros() / 8
    }

    #[inline]
    fn is_over(self) -> bool {
        self.has_passed() || (self.sources(1) | self.can_go_down(self.other)) == 0
    }

    #[inline]
    fn with_own(self, from: u32, to: u32) -> Board {
        Board { own: moved(self.own, from, to), ..self }
    }

    #[inline]
    fn with_other(self, from: u32, to: u32) -> Board {
        Board { other: moved(self.other, from, to), ..self }
    }
}

#[inline]
fn moved(pawns: u64, from: u32, to: u32) -> u64 {
    pawns.wrapping_sub(1 << (8 * from)).wrapping_add(1 << (8 * to))
}

/// The rows with any of these pawns.
#[inline]
fn occupied(pawns: u64) -> u64 {
    (pawns + ONES * 127) & ROWS
}

/// The rows of a set.
#[inline]
fn rows(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let row = (set != 0).then(|| set.trailing_zeros() / 8);
        set &= set.wrapping_sub(1);
        row
    })
}

struct Generator<'a, F> {
    mover: Side,
    rules: &'a RuleSet,
    visit: &'a mut F,
}

impl<F: FnMut(CompleteTurn)> Generator<'_, F> {
    /// `may_earn` is another turn: only the first follow-up of a turn can.
    #[inline]
    fn openings(&mut self, board: Board, turn: Turn, may_earn: bool) {
        for from in rows(board.sources(1)) {
            let to = from + 1;
            let was_there = board.count_both(to);
            let board = board.with_own(from, to);
            let turn = turn.with(self.action(ActionKind::Opening, from, to));
            let steps = match self.rules.goal_opening {
                GoalOpening::Nothing if to == GOAL => 0,
                GoalOpening::OneStep if to == GOAL => 1,
                _ => was_there,
            };
            self.follow_ups(board, turn, steps, may_earn);
        }
    }

    #[inline]
    fn follow_ups(&mut self, board: Board, turn: Turn, steps: u8, may_earn: bool) {
        let has_passed = board.has_passed();
        let sources = board.sources(steps);
        let ends_here = has_passed && self.rules.end == End::AtOnce;
        if steps == 0 || sources == 0 || ends_here {
            return self.complete(board, turn, has_passed);
        }
        if self.rules.follow_up == FollowUp::Optional {
            self.complete(board, turn, has_passed);
        }
        for from in rows(sources) {
            let past = from + u32::from(steps);
            let to = past.min(GOAL);
            let onto_empty_row = to != GOAL && board.count_both(to) == 0;
            let board = board.with_own(from, to);
            let turn = turn.with(self.action(ActionKind::FollowUp, from, to));
            let has_passed = board.has_passed();
            if past == GOAL && self.rules.bonus != Bonus::None {
                self.bonuses(board, turn, has_passed);
            } else if onto_empty_row && may_earn && !has_passed && board.sources(1) != 0 {
                self.openings(board, turn, false);
            } else {
                self.complete(board, turn, has_passed);
            }
        }
    }

    #[inline]
    fn bonuses(&mut self, board: Board, turn: Turn, has_passed: bool) {
        self.complete(board, turn, has_passed);
        for from in rows(board.can_go_up(board.own)) {
            let action = self.action(ActionKind::Bonus, from, from + 1);
            self.complete(board.with_own(from, from + 1), turn.with(action), has_passed);
        }
        for from in rows(board.can_go_down(board.own)) {
            let action = self.action(ActionKind::Bonus, from, from - 1);
            self.complete(board.with_own(from, from - 1), turn.with(action), has_passed);
        }
        if self.rules.bonus != Bonus::AnyPawn {
            return;
        }
        // The opponent's goal is row 0: its pawns there are locked.
        for from in rows(board.can_go_up(board.other) & BEYOND_HOME) {
            let action = self.action(ActionKind::BonusOnOpponent, from, from + 1);
            self.complete(board.with_other(from, from + 1), turn.with(action), has_passed);
        }
        for from in rows(board.can_go_down(board.other)) {
            let action = self.action(ActionKind::BonusOnOpponent, from, from - 1);
            self.complete(board.with_other(from, from - 1), turn.with(action), has_passed);
        }
    }

    #[inline]
    fn complete(&mut self, board: Board, turn: Turn, has_passed: bool) {
        let is_over = has_passed || board.is_over();
        (self.visit)(CompleteTurn { turn, after: board.handed_over(self.mover), is_over });
    }

    #[inline]
    fn action(&self, kind: ActionKind, from: u32, to: u32) -> Action {
        let row = |row: u32| Row::at_advance(row as u8, self.mover);
        Action { kind, from: row(from), to: row(to) }
    }
}
