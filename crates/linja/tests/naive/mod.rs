//! A deliberately naive model of Linja, to be read side by side with `docs/rules.md`.
//!
//! The model keeps twenty-four separate pawns and plays every turn action by action, in the order of the rules. It
//! shares no code with the crate under test and follows the rules literally: for "the pawns on a row" it counts the
//! pawns one by one. "R1" to "R12" are the rulings of that document.

// A test that includes this module may need only a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;

/// One complete turn as the naive model sees it.
pub struct NaiveTurn {
    /// The turn in the canonical notation of `docs/notation.md`.
    pub written: String,
    /// The position after the turn, with the other side to move.
    pub after: String,
    /// Whether the game is over after this turn: the colours have passed at some point of the turn (R5), or neither
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
    if board.is_over() {
        return Vec::new();
    }

    let start = Unfinished { board, written: String::new(), have_passed: false };
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
            // Check the latch of R5 as well as the board: a bonus may have mixed the colours again.
            over: end.have_passed || end.board.is_over(),
            written: end.written,
        };
        by_written_form.insert(turn.written.clone(), turn);
    }
    by_written_form.into_values().collect()
}

/// Whether the position alone is over: the colours have passed, or neither side has an opening (R1).
///
/// The latch of R5 belongs to the game, not to a position; see [`NaiveTurn::over`].
///
/// # Panics
///
/// If the position is not written canonically.
#[must_use]
pub fn is_over(position: &str) -> bool {
    let (board, _) = Board::read(position);
    board.is_over()
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
            Colour::Black => black += points(rules.edition, pawn),
            Colour::Red => red += points(rules.edition, pawn),
        }
    }
    (black, red)
}

// ---------------------------------------------------------------------------------------------------
// Board and pawns.

/// Rows are numbered 0 to 7 for the letters `a` to `h`.
type Row = usize;

const ROW_A: Row = 0;
const ROW_H: Row = 7;

/// An inner row holds at most this many pawns, both colours together.
const FULL: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Colour {
    Black,
    Red,
}

impl Colour {
    fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::Red,
            Colour::Red => Colour::Black,
        }
    }

    /// A player's goal is the opponent's home row.
    fn goal(self) -> Row {
        match self {
            Colour::Black => ROW_H,
            Colour::Red => ROW_A,
        }
    }

    fn home(self) -> Row {
        self.other().goal()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Pawn {
    colour: Colour,
    row: Row,
}

impl Pawn {
    fn is_in_goal(self) -> bool {
        self.row == self.colour.goal()
    }

    /// The number of steps to the pawn's goal.
    fn steps_to_goal(self) -> usize {
        self.row.abs_diff(self.colour.goal())
    }

    /// The row one step forward; `None` from the goal.
    fn row_forward(self) -> Option<Row> {
        match self.colour {
            _ if self.row == self.colour.goal() => None,
            Colour::Black => Some(self.row + 1),
            Colour::Red => Some(self.row - 1),
        }
    }

    /// The row one step backward; `None` from the home row.
    fn row_backward(self) -> Option<Row> {
        match self.colour {
            _ if self.row == self.colour.home() => None,
            Colour::Black => Some(self.row - 1),
            Colour::Red => Some(self.row + 1),
        }
    }
}

fn is_inner(row: Row) -> bool {
    row != ROW_A && row != ROW_H
}

fn letter(row: Row) -> char {
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][row]
}

#[derive(Clone, Copy)]
struct Board {
    pawns: [Pawn; 24],
}

impl Board {
    /// The pawns on a row, both colours together.
    fn pawns_on(&self, row: Row) -> usize {
        self.pawns.iter().filter(|pawn| pawn.row == row).count()
    }

    /// No move of any kind may end on a full row. Home rows hold any number and are never full.
    fn can_end_on(&self, row: Row) -> bool {
        !is_inner(row) || self.pawns_on(row) < FULL
    }

    /// The indices of the pawns of a colour. Pawns of one colour on one row are interchangeable, so only the first pawn
    /// of each row is listed: the others would give the same turns.
    fn pawns_to_try(&self, colour: Colour) -> Vec<usize> {
        let mut to_try = Vec::new();
        for (index, pawn) in self.pawns.iter().enumerate() {
            if pawn.colour == colour && !self.pawns[..index].contains(pawn) {
                to_try.push(index);
            }
        }
        to_try
    }

    /// The landing row of an opening by this pawn, if possible.
    fn opening_of(&self, index: usize) -> Option<Row> {
        let to = self.pawns[index].row_forward()?;
        self.can_end_on(to).then_some(to)
    }

    fn has_opening(&self, colour: Colour) -> bool {
        self.pawns_to_try(colour).into_iter().any(|index| self.opening_of(index).is_some())
    }

    /// The landing row of a follow-up of `steps` rows by this pawn, if possible.
    ///
    /// The pawn walks step by step. Full rows may be crossed, so only the last row is checked. Steps past the goal are
    /// dropped. A pawn already in its goal can't move.
    fn follow_up_of(&self, index: usize, steps: usize) -> Option<Row> {
        if self.pawns[index].is_in_goal() {
            return None;
        }
        let mut walking = self.pawns[index];
        for _ in 0..steps {
            if let Some(next) = walking.row_forward() {
                walking.row = next;
            }
        }
        self.can_end_on(walking.row).then_some(walking.row)
    }

    /// Whether every Black pawn has a higher letter than every Red pawn. Comparing the rearmost pawns is enough:
    /// Black's has its lowest letter, Red's its highest.
    fn have_passed(&self) -> bool {
        let rows_of =
            |colour| self.pawns.iter().filter(move |pawn| pawn.colour == colour).map(|pawn| pawn.row);
        rows_of(Colour::Black).min() > rows_of(Colour::Red).max()
    }

    /// Whether the position alone is over, by passing or by R1.
    fn is_over(&self) -> bool {
        self.have_passed() || !(self.has_opening(Colour::Black) || self.has_opening(Colour::Red))
    }

    /// Reads the position notation, `<black>/<red> <side>`.
    fn read(position: &str) -> (Board, Colour) {
        let (both, side) = position.split_once(' ').expect("a blank before the side");
        let (black, red) = both.split_once('/').expect("a stroke between the colours");
        let mover = match side {
            "b" => Colour::Black,
            "r" => Colour::Red,
            _ => panic!("the side to move is b or r: {position}"),
        };
        let mut pawns = Vec::new();
        for (colour, counts) in [(Colour::Black, black), (Colour::Red, red)] {
            assert_eq!(counts.len(), 8, "eight rows: {position}");
            for (row, digit) in counts.chars().enumerate() {
                let count = digit.to_digit(13).expect("a count of 0 to 9, a, b or c");
                for _ in 0..count {
                    pawns.push(Pawn { colour, row });
                }
            }
            let so_far = if colour == Colour::Black { 12 } else { 24 };
            assert_eq!(pawns.len(), so_far, "twelve pawns each: {position}");
        }
        let pawns = pawns.try_into().ok().expect("twenty-four pawns");
        let board = Board { pawns };
        for row in ROW_A + 1..ROW_H {
            assert!(board.pawns_on(row) <= FULL, "an overfull row: {position}");
        }
        (board, mover)
    }

    /// Writes the position notation.
    fn write(&self, mover: Colour) -> String {
        let mut text = String::new();
        for colour in [Colour::Black, Colour::Red] {
            for row in ROW_A..=ROW_H {
                let pawn = Pawn { colour, row };
                let count = self.pawns.iter().filter(|&&other| other == pawn).count();
                text.push(b"0123456789abc"[count].into());
            }
            text.push(if colour == Colour::Black { '/' } else { ' ' });
        }
        text.push(if mover == Colour::Black { 'b' } else { 'r' });
        text
    }
}

// ---------------------------------------------------------------------------------------------------
// The editions. Each method below is one line of the table.

#[derive(Clone, Copy, PartialEq, Eq)]
enum Edition {
    Classic,
    Bonus,
    Geeky,
}

/// A rule set is an edition with or without the option `spicy`.
#[derive(Clone, Copy)]
struct Rules {
    edition: Edition,
    spicy: bool,
}

impl Rules {
    fn named(id: &str) -> Rules {
        let (edition, spicy) = match id {
            "classic" => (Edition::Classic, false),
            "bonus" => (Edition::Bonus, false),
            "bonus-spicy" => (Edition::Bonus, true),
            "geeky" => (Edition::Geeky, false),
            "geeky-spicy" => (Edition::Geeky, true),
            _ => panic!("no such rule set: {id}"),
        };
        Rules { edition, spicy }
    }

    /// The follow-up steps earned by an opening into the goal, regardless of the pawns there (R2, R8).
    fn steps_after_opening_into_goal(self) -> usize {
        match self.edition {
            Edition::Classic => 1,
            Edition::Bonus | Edition::Geeky => 0,
        }
    }

    fn follow_up_may_be_declined(self) -> bool {
        self.edition == Edition::Geeky
    }

    fn empty_row_earns_another_turn(self) -> bool {
        self.edition == Edition::Classic
    }

    fn exact_goal_earns_bonus(self) -> bool {
        self.edition == Edition::Bonus || self.edition == Edition::Geeky
    }

    fn ends_in_the_middle_of_a_turn(self) -> bool {
        self.edition == Edition::Classic
    }
}

/// What a single pawn is worth to its owner.
fn points(edition: Edition, pawn: Pawn) -> i32 {
    // The value of a row for a player: the goal, then three rows back; the rest is the own half.
    let value_by_distance_to_goal = [5, 3, 2, 1];
    if let Some(value) = value_by_distance_to_goal.get(pawn.steps_to_goal()) {
        return *value;
    }
    match edition {
        Edition::Classic => 0,
        // R11: minus the value that this row has for the opponent.
        Edition::Bonus => {
            let opponent_there = Pawn { colour: pawn.colour.other(), row: pawn.row };
            -value_by_distance_to_goal[opponent_there.steps_to_goal()]
        }
        Edition::Geeky => -1,
    }
}

// ---------------------------------------------------------------------------------------------------
// A turn, action by action.

/// A turn while it is being played: the board as it stands, and the actions so far.
#[derive(Clone)]
struct Unfinished {
    board: Board,
    written: String,
    /// Set once the colours have passed in this turn, and never reset (R5).
    have_passed: bool,
}

impl Unfinished {
    /// Moves one pawn and appends the action, prefixed with `mark`, to the written form.
    fn moved(&self, index: usize, to: Row, mark: &str) -> Unfinished {
        let mut next = self.clone();
        next.written.push_str(mark);
        next.written.push(letter(self.board.pawns[index].row));
        next.written.push(letter(to));
        next.board.pawns[index].row = to;
        next.have_passed |= next.board.have_passed();
        next
    }

    /// R6: in `classic` nothing follows the end. Elsewhere the turn is finished first (R5).
    fn is_cut_short(&self, rules: Rules) -> bool {
        self.have_passed && rules.ends_in_the_middle_of_a_turn()
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
/// The caller ensures that there is an opening. It must be made, also in another turn (R10).
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
        let opened = before.moved(index, to, mark);
        if opened.is_cut_short(rules) {
            finished.push(opened);
            continue;
        }
        let steps = if to == mover.goal() {
            rules.steps_after_opening_into_goal()
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
        let followed = before.moved(index, to, " ");
        if followed.is_cut_short(rules) {
            finished.push(followed);
            continue;
        }

        // If the goal is nearer than `steps`, a step is dropped.
        let exactly_into_goal = to == mover.goal() && before.board.pawns[index].steps_to_goal() == steps;
        // R2: the goal never counts as an empty row.
        let onto_empty_row = is_inner(to) && before.board.pawns_on(to) == 0;

        if exactly_into_goal && rules.exact_goal_earns_bonus() {
            play_bonus(rules, mover, &followed, finished);
        } else if onto_empty_row
            && rules.empty_row_earns_another_turn()
            && round == Round::First
            // R7: another turn without a possible opening simply ends the turn.
            && followed.board.has_opening(mover)
        {
            play_opening(rules, mover, &followed, Round::Another, finished);
        } else {
            finished.push(followed);
        }
    }
    // A follow-up that no pawn can make is lost (R12). A possible follow-up must be made unless the edition allows
    // declining it (R10). In both cases the turn consists of the opening alone.
    if !can_be_made || rules.follow_up_may_be_declined() {
        finished.push(before.clone());
    }
}

/// Action 3 of a turn: move one own pawn one row forward or backward, or do nothing.
fn play_bonus(rules: Rules, mover: Colour, before: &Unfinished, finished: &mut Vec<Unfinished>) {
    // A bonus is always optional, and a declined one is not written.
    finished.push(before.clone());

    // R4: any own pawn may move, including one in the goal.
    for index in before.board.pawns_to_try(mover) {
        play_bonus_step(before, index, " +", finished);
    }
    if rules.spicy {
        for index in before.board.pawns_to_try(mover.other()) {
            // R4: an opponent's pawn in its goal is locked.
            if !before.board.pawns[index].is_in_goal() {
                play_bonus_step(before, index, " ~", finished);
            }
        }
    }
}

/// R4: one row either way, never off the board, never onto a full row. It earns nothing further.
fn play_bonus_step(before: &Unfinished, index: usize, mark: &str, finished: &mut Vec<Unfinished>) {
    let pawn = before.board.pawns[index];
    for to in [pawn.row_forward(), pawn.row_backward()] {
        if let Some(to) = to.filter(|&to| before.board.can_end_on(to)) {
            finished.push(before.moved(index, to, mark));
        }
    }
}
