//! A deliberately naive model of Linja, to be read side by side with `docs/rules.md`.
//!
//! The model keeps twenty-four separate pawns and plays every turn action by action, in the order of the rules. It
//! shares no code with the crate under test and follows the rules literally: for "the pawns on a row" it counts the
//! pawns one by one. "R1" to "R12" and "H1" to "H8" are the rulings of that document.

// A test that includes this module may need only a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;

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

    /// Whether no inner row holds both colours. The home rows do not matter (H5).
    fn are_apart(&self) -> bool {
        let holds = |row, colour| self.pawns.contains(&Pawn { colour, row });
        (ROW_A + 1..ROW_H).all(|row| !(holds(row, Colour::Black) && holds(row, Colour::Red)))
    }

    /// Whether the end condition of the rule set holds.
    fn has_ended(&self, rules: Rules) -> bool {
        match rules.over {
            Over::Passed => self.have_passed(),
            Over::Apart => self.are_apart(),
        }
    }

    /// Whether the position alone is over, by the end condition or by R1.
    fn is_over(&self, rules: Rules) -> bool {
        self.has_ended(rules) || !(self.has_opening(Colour::Black) || self.has_opening(Colour::Red))
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
// The seven rules in which the leaflets differ. Each enum below is one line of the table of house rules.

/// The opening lands in the goal.
#[derive(Clone, Copy)]
enum Goal {
    Stop,
    One,
    Count,
}

/// Something earned that must or may be used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Duty {
    Must,
    May,
}

/// The pawns that a bonus may move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Movable {
    Own,
    Any,
}

#[derive(Clone, Copy)]
enum Over {
    Passed,
    Apart,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Now,
    Turn,
}

/// A pawn on its own half at the end.
#[derive(Clone, Copy)]
enum Left {
    Zero,
    Mirror,
    One,
}

#[derive(Clone, Copy)]
struct Rules {
    goal: Goal,
    follow: Duty,
    again: Option<Duty>,
    bonus: Option<Movable>,
    over: Over,
    end: End,
    left: Left,
}

impl Rules {
    /// The rule set with a canonical id: a published name, or an edition and the choices in which it differs.
    fn named(id: &str) -> Rules {
        let mut parts = id.split('+');
        let mut rules = Rules::published(parts.next().expect("an id begins with a name"));
        for part in parts {
            match part {
                "goal-stop" => rules.goal = Goal::Stop,
                "goal-one" => rules.goal = Goal::One,
                "goal-count" => rules.goal = Goal::Count,
                "follow-must" => rules.follow = Duty::Must,
                "follow-may" => rules.follow = Duty::May,
                "again-none" => rules.again = None,
                "again-must" => rules.again = Some(Duty::Must),
                "again-may" => rules.again = Some(Duty::May),
                "bonus-none" => rules.bonus = None,
                "bonus-own" => rules.bonus = Some(Movable::Own),
                "bonus-any" => rules.bonus = Some(Movable::Any),
                "over-passed" => rules.over = Over::Passed,
                "over-apart" => rules.over = Over::Apart,
                "end-now" => rules.end = End::Now,
                "end-turn" => rules.end = End::Turn,
                "left-zero" => rules.left = Left::Zero,
                "left-mirror" => rules.left = Left::Mirror,
                "left-one" => rules.left = Left::One,
                _ => panic!("no such choice: {part}"),
            }
        }
        rules
    }

    /// The columns of the table.
    fn published(name: &str) -> Rules {
        let classic = Rules {
            goal: Goal::One,
            follow: Duty::Must,
            again: Some(Duty::Must),
            bonus: None,
            over: Over::Passed,
            end: End::Now,
            left: Left::Zero,
        };
        let bonus = Rules {
            goal: Goal::Stop,
            follow: Duty::Must,
            again: None,
            bonus: Some(Movable::Own),
            over: Over::Passed,
            end: End::Turn,
            left: Left::Mirror,
        };
        let geeky = Rules {
            goal: Goal::Stop,
            follow: Duty::May,
            again: None,
            bonus: Some(Movable::Own),
            over: Over::Passed,
            end: End::Turn,
            left: Left::One,
        };
        match name {
            "classic" => classic,
            "bonus" => bonus,
            "geeky" => geeky,
            "bonus-spicy" => Rules { bonus: Some(Movable::Any), ..bonus },
            "geeky-spicy" => Rules { bonus: Some(Movable::Any), ..geeky },
            _ => panic!("no such rule set: {name}"),
        }
    }
}

/// What a single pawn is worth to its owner.
fn points(rules: Rules, pawn: Pawn) -> i32 {
    // The value of a row for a player: the goal, then three rows back; the rest is the own half.
    let value_by_distance_to_goal = [5, 3, 2, 1];
    if let Some(value) = value_by_distance_to_goal.get(pawn.steps_to_goal()) {
        return *value;
    }
    match rules.left {
        Left::Zero => 0,
        // R11: minus the value that this row has for the opponent.
        Left::Mirror => {
            let opponent_there = Pawn { colour: pawn.colour.other(), row: pawn.row };
            -value_by_distance_to_goal[opponent_there.steps_to_goal()]
        }
        Left::One => -1,
    }
}

// ---------------------------------------------------------------------------------------------------
// A turn, action by action.

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
