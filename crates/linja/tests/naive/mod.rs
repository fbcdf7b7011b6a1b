//! A deliberately naive model of Linja, to be read side by side with `docs/rules.md`.
//!
//! The model keeps twenty-four separate pawns and plays every turn action by action, in the order of the rules. It
//! shares no code with the crate under test and follows the rules literally: for "the pawns on a row" it counts the
//! pawns one by one. "R1" to "R12" and "H1" to "H8" are the rulings of that document.

// A test that includes this module may need only a part of it.
#![allow(dead_code)]

mod board;
mod rules;

use std::collections::BTreeMap;

use self::board::{Board, Colour, Row, is_inner, letter};
use self::rules::{Duty, End, Goal, Movable, Rules, points};

/// One complete turn as the naive model sees it.
pub struct NaiveTurn {
    /// The turn in the canonical notation of `docs/notation.md`.
    pub written: String,
    /// The position after the turn, with the other side to move.
    pub after: String,
    /// Whether the game is over after this turn: the end condition has held at some point of the turn (R5, H4), or neither
    /// side has an opening after it (R1).
    pub over: bool,
}

/// All distinct turns (by written form) of a position, sorted by `written`. Empty if the position
/// alone is over.
///
/// # Panics
///
/// If the rule set is unknown or the position is not written canonically.
#[must_use]
pub fn turns(rules: &str, position: &str) -> Vec<NaiveTurn> {
    let rules = Rules::named(rules);
    let (board, mover) = Board::read(position);
    if board.is_over(rules) {
        return Vec::new();
    }

    let start = Unfinished { board, written: String::new(), has_ended: false };
    let mut finished = Vec::new();
    if board.has_opening(mover) {
        play_opening(rules, mover, &start, Round::First, &mut finished);
    } else {
        // R1: without an opening the player passes, and nothing on the board changes.
        finished.push(Unfinished { written: "pass".to_string(), ..start });
    }

    // The map removes turns with the same written form, and sorts.
    let mut by_written_form = BTreeMap::new();
    for end in finished {
        let turn = NaiveTurn {
            after: end.board.write(mover.other()),
            // Check the latch of R5 as well as the board: the rest of the turn may have mixed the colours again.
            over: end.has_ended || end.board.is_over(rules),
            written: end.written,
        };
        by_written_form.insert(turn.written.clone(), turn);
    }
    by_written_form.into_values().collect()
}

/// Whether the position alone is over: the end condition of the rule set holds, or neither side has an opening (R1, H5).
///
/// The latch of R5 belongs to the game, not to a position; see [`NaiveTurn::over`].
///
/// # Panics
///
/// If the rule set is unknown or the position is not written canonically.
#[must_use]
pub fn is_over(rules: &str, position: &str) -> bool {
    let (board, _) = Board::read(position);
    board.is_over(Rules::named(rules))
}

/// Points of Black and Red.
///
/// # Panics
///
/// If the rule set is unknown or the position is not written canonically.
#[must_use]
pub fn score(rules: &str, position: &str) -> (i32, i32) {
    let rules = Rules::named(rules);
    let (board, _) = Board::read(position);
    let mut black = 0;
    let mut red = 0;
    for pawn in board.pawns {
        match pawn.colour {
            Colour::Black => black += points(rules, pawn),
            Colour::Red => red += points(rules, pawn),
        }
    }
    (black, red)
}

/// A turn while it is being played: the board as it stands, and the actions so far.
#[derive(Clone)]
struct Unfinished {
    board: Board,
    written: String,
    /// Set once the end condition has held in this turn, and never reset (R5, H4).
    has_ended: bool,
}

impl Unfinished {
    /// Moves one pawn and appends the action, prefixed with `mark`, to the written form.
    fn moved(&self, rules: Rules, index: usize, to: Row, mark: &str) -> Unfinished {
        let mut next = self.clone();
        next.written.push_str(mark);
        next.written.push(letter(self.board.pawns[index].row));
        next.written.push(letter(to));
        next.board.pawns[index].row = to;
        next.has_ended |= next.board.has_ended(rules);
        next
    }

    /// R6, H4: with `end now` nothing follows the end. Otherwise the turn is finished first (R5).
    fn is_cut_short(&self, rules: Rules) -> bool {
        self.has_ended && rules.end == End::Now
    }
}

/// Another turn is earned once per turn only, so a turn has at most two rounds of opening and follow-up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    First,
    Another,
}

/// Action 1 of a turn: move one own pawn one row forward.
///
/// The caller ensures that there is an opening. It must be made (R10); who may decline another turn does not come here.
fn play_opening(
    rules: Rules,
    mover: Colour,
    before: &Unfinished,
    round: Round,
    finished: &mut Vec<Unfinished>,
) {
    let mark = match round {
        Round::First => "",
        Round::Another => " / ",
    };
    for index in before.board.pawns_to_try(mover) {
        let Some(to) = before.board.opening_of(index) else {
            continue;
        };
        let opened = before.moved(rules, index, to, mark);
        if opened.is_cut_short(rules) {
            finished.push(opened);
            continue;
        }
        let steps = if to == mover.goal() {
            match rules.goal {
                Goal::Stop => 0,
                Goal::One => 1,
                // H3: one step more than there were pawns before the opening arrived.
                Goal::Count => before.board.pawns_on(to) + 1,
            }
        } else {
            // Count on the board before the move, without the arriving pawn.
            before.board.pawns_on(to)
        };
        if steps == 0 {
            finished.push(opened);
        } else {
            play_follow_up(rules, mover, &opened, steps, round, finished);
        }
    }
}

/// Action 2 of a turn: move one own pawn, the same or another, exactly `steps` rows forward.
fn play_follow_up(
    rules: Rules,
    mover: Colour,
    before: &Unfinished,
    steps: usize,
    round: Round,
    finished: &mut Vec<Unfinished>,
) {
    let mut can_be_made = false;
    for index in before.board.pawns_to_try(mover) {
        let Some(to) = before.board.follow_up_of(index, steps) else {
            continue;
        };
        can_be_made = true;
        let followed = before.moved(rules, index, to, " ");
        if followed.is_cut_short(rules) {
            finished.push(followed);
            continue;
        }

        // If the goal is nearer than `steps`, a step is dropped.
        let exactly_into_goal = to == mover.goal() && before.board.pawns[index].steps_to_goal() == steps;
        // R2: the goal never counts as an empty row.
        let onto_empty_row = is_inner(to) && before.board.pawns_on(to) == 0;

        if exactly_into_goal && rules.bonus.is_some() {
            play_bonus(rules, mover, &followed, finished);
        } else if onto_empty_row
            && rules.again.is_some()
            && round == Round::First
            // R7: another turn without a possible opening simply ends the turn.
            && followed.board.has_opening(mover)
        {
            // H2: another turn that may be declined is finished here as well.
            if rules.again == Some(Duty::May) {
                finished.push(followed.clone());
            }
            play_opening(rules, mover, &followed, Round::Another, finished);
        } else {
            finished.push(followed);
        }
    }
    // A follow-up that no pawn can make is lost (R12). A possible follow-up must be made unless the rules allow
    // declining it (R10). In both cases the turn consists of the opening alone.
    if !can_be_made || rules.follow == Duty::May {
        finished.push(before.clone());
    }
}

/// Action 3 of a turn: move one own pawn one row forward or backward, or do nothing.
fn play_bonus(rules: Rules, mover: Colour, before: &Unfinished, finished: &mut Vec<Unfinished>) {
    // A bonus is always optional, and a declined one is not written.
    finished.push(before.clone());

    // R4: any own pawn may move, including one in the goal.
    for index in before.board.pawns_to_try(mover) {
        play_bonus_step(rules, before, index, " +", finished);
    }
    if rules.bonus == Some(Movable::Any) {
        for index in before.board.pawns_to_try(mover.other()) {
            // R4: an opponent's pawn in its goal is locked.
            if !before.board.pawns[index].is_in_goal() {
                play_bonus_step(rules, before, index, " ~", finished);
            }
        }
    }
}

/// R4: one row either way, never off the board, never onto a full row. It earns nothing further.
fn play_bonus_step(
    rules: Rules,
    before: &Unfinished,
    index: usize,
    mark: &str,
    finished: &mut Vec<Unfinished>,
) {
    let pawn = before.board.pawns[index];
    for to in [pawn.row_forward(), pawn.row_backward()] {
        if let Some(to) = to.filter(|&to| before.board.can_end_on(to)) {
            finished.push(before.moved(rules, index, to, mark));
        }
    }
}
