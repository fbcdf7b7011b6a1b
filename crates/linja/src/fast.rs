//! The fast generator: the same turns as the [`readable`](crate::readable) generator, many times faster and without
//! allocation. It works on [`Board`]s, where a set of rows is one word.

use alloc::vec::Vec;

use crate::board::{BEYOND_HOME, Board, rows};
use crate::{
    Action, ActionKind, Again, Bonus, CompleteTurn, End, Follow, Goal, Position, Row, RuleSet, Side, Turn,
    TurnResult,
};

/// Calls `visit` for every legal turn of `position`, in unspecified order. Never calls it if the position alone is
/// over.
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
    if board.is_over(rules) {
        return;
    }
    let mut generator = Generator { mover: position.to_move(), rules, visit: &mut visit };
    if board.sources(1) == 0 {
        generator.complete(board, Turn::PASS, false);
    } else {
        generator.openings(board, Turn::PASS, false, rules.again != Again::None);
    }
}

/// All legal turns of `position`, in the order of the written forms.
#[must_use]
pub fn complete_turns(position: &Position, rules: &RuleSet) -> Vec<CompleteTurn> {
    let mut turns = Vec::new();
    for_each_turn(position, rules, |turn| turns.push(turn));
    turns.sort_unstable_by_key(|complete| complete.turn);
    turns
}

const GOAL: u32 = 7;

struct Generator<'a, F> {
    mover: Side,
    rules: &'a RuleSet,
    visit: &'a mut F,
}

// `over`: whether the end condition has held in this turn, which ends the game after it (R5, H4).
impl<F: FnMut(CompleteTurn)> Generator<'_, F> {
    /// `may_earn`: whether the follow-up can earn another turn, which is true only for the first one of a turn.
    #[inline]
    fn openings(&mut self, board: Board, turn: Turn, over: bool, may_earn: bool) {
        for from in rows(board.sources(1)) {
            let to = from + 1;
            let was_there = board.count_both(to);
            let board = board.with_own(from, to);
            let turn = turn.with(self.action(ActionKind::Opening, from, to));
            let steps = match self.rules.goal {
                _ if to != GOAL => was_there,
                Goal::Stop => 0,
                Goal::One => 1,
                Goal::Count => was_there + 1,
            };
            self.follow_ups(board, turn, steps, over || board.has_ended(self.rules), may_earn);
        }
    }

    #[inline]
    fn follow_ups(&mut self, board: Board, turn: Turn, steps: u8, over: bool, may_earn: bool) {
        let sources = board.sources(steps);
        if steps == 0 || sources == 0 || self.ends_here(over) {
            return self.complete(board, turn, over);
        }
        if self.rules.follow == Follow::May {
            self.complete(board, turn, over);
        }
        for from in rows(sources) {
            let past = from + u32::from(steps);
            let to = past.min(GOAL);
            let onto_empty_row = to != GOAL && board.count_both(to) == 0;
            let board = board.with_own(from, to);
            let turn = turn.with(self.action(ActionKind::FollowUp, from, to));
            let over = over || board.has_ended(self.rules);
            if self.ends_here(over) {
                self.complete(board, turn, over);
            } else if past == GOAL && self.rules.bonus != Bonus::None {
                self.bonuses(board, turn, over);
            } else if onto_empty_row && may_earn && board.sources(1) != 0 {
                if self.rules.again == Again::May {
                    self.complete(board, turn, over);
                }
                self.openings(board, turn, over, false);
            } else {
                self.complete(board, turn, over);
            }
        }
    }

    #[inline]
    fn bonuses(&mut self, board: Board, turn: Turn, over: bool) {
        self.complete(board, turn, over);
        for from in rows(board.can_go_up(board.own)) {
            let action = self.action(ActionKind::Bonus, from, from + 1);
            self.complete(board.with_own(from, from + 1), turn.with(action), over);
        }
        for from in rows(board.can_go_down(board.own)) {
            let action = self.action(ActionKind::Bonus, from, from - 1);
            self.complete(board.with_own(from, from - 1), turn.with(action), over);
        }
        if self.rules.bonus != Bonus::Any {
            return;
        }
        // The opponent's goal is row 0: its pawns there are locked.
        for from in rows(board.can_go_up(board.other) & BEYOND_HOME) {
            let action = self.action(ActionKind::BonusOnOpponent, from, from + 1);
            self.complete(board.with_other(from, from + 1), turn.with(action), over);
        }
        for from in rows(board.can_go_down(board.other)) {
            let action = self.action(ActionKind::BonusOnOpponent, from, from - 1);
            self.complete(board.with_other(from, from - 1), turn.with(action), over);
        }
    }

    /// Whether nothing may follow in this turn.
    #[inline]
    fn ends_here(&self, over: bool) -> bool {
        over && self.rules.end == End::Now
    }

    #[inline]
    fn complete(&mut self, board: Board, turn: Turn, over: bool) {
        let is_over = over || board.is_over(self.rules);
        let position = board.handed_over().position(!self.mover);
        (self.visit)(CompleteTurn { turn, result: TurnResult { position, is_over } });
    }

    #[inline]
    fn action(&self, kind: ActionKind, from: u32, to: u32) -> Action {
        let row = |row: u32| Row::at_advance(row as u8, self.mover);
        Action { kind, from: row(from), to: row(to) }
    }
}
