//! A game played action by action, with numbered actions: what environments for learning need.
//!
//! | number | action of the side to move; rows are counted from its home, 0, to its goal, 7 |
//! |---|---|
//! | 0–6 | an own pawn forward from this row: an opening or a follow-up, as the phase demands |
//! | 7–13 | bonus: an own pawn one row forward, from row 0 to 6 |
//! | 14–20 | bonus: an own pawn one row back, from row 1 to 7 |
//! | 21–27 | bonus: an opponent's pawn one row towards our goal, from row 0 to 6 |
//! | 28–34 | bonus: an opponent's pawn one row towards our home, from row 1 to 7 |
//! | 35 | finish the turn: decline what is optional, or pass |

use linja::{Action, ActionKind, Board, PartialTurn, Phase, Side};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::value_error;
use crate::game::Game;
use crate::numpy::array;
use crate::position::{Position, PositionArg};
use crate::rule_set::{RuleSet, Rules, or_bonus};

/// The number of numbers.
pub(crate) const ACTIONS: u8 = 36;
/// Ends the turn.
const FINISH: u8 = ACTIONS - 1;

/// A game played action by action: a turn is one to five of them. All actions have numbers from 0 to 35, the same for both
/// sides, counted from the home of the side to move.
///
/// >>> import linja
/// >>> state = linja.State("bonus")
/// >>> state.legal_actions()
/// [0, 1, 2, 3, 4, 5, 6]
/// >>> state.apply(0)  # ab: two pawns were on b, so a follow-up of two rows is next
/// >>> state.phase, state.steps, state.text_of(2)
/// ('follow_up', 2, 'ce')
/// >>> state.apply(2)
/// >>> state.to_move, state.position
/// ('red', Position('52012110/01111116 r'))
#[pyclass(name = "State", module = "linja", eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct State {
    game: linja::Game,
    /// The turn under way; `None` if the game is over.
    turn: Option<PartialTurn>,
    history: Vec<u8>,
}

impl State {
    fn begin(game: linja::Game) -> State {
        State { turn: game.begin_turn(), game, history: Vec::new() }
    }

    fn step(&mut self, number: u8) -> PyResult<()> {
        let mut turn = self.turn.ok_or_else(|| value_error(linja::PlayError::GameOver))?;
        let legal = turn.actions().into_iter().find(|action| number_of(action, turn.side()) == number);
        let is_finished = match legal {
            Some(action) => {
                turn.apply(action).map_err(value_error)?;
                turn.phase() == Phase::Done
            }
            None if number == FINISH && turn.can_finish() => true,
            None => return Err(self.illegal(number)),
        };
        self.turn = Some(turn);
        if is_finished {
            let complete = turn.finish().map_err(value_error)?;
            self.game.play(&complete.turn).map_err(value_error)?;
            self.turn = self.game.begin_turn();
        }
        self.history.push(number);
        Ok(())
    }

    fn illegal(&self, number: u8) -> PyErr {
        value_error(format!("action {number} is not legal: {:?} are", self.legal_actions()))
    }

    /// The pawns now, and whose turn it is.
    fn now(&self) -> linja::Position {
        self.turn.as_ref().map_or(*self.game.position(), |turn| *turn.now())
    }
}

fn number_of(action: &Action, mover: Side) -> u8 {
    let (from, to) = (action.from.advance(mover), action.to.advance(mover));
    let either_way = if to > from { from } else { 7 + from - 1 };
    match action.kind {
        ActionKind::Opening | ActionKind::FollowUp => from,
        ActionKind::Bonus => 7 + either_way,
        ActionKind::BonusOnOpponent => 21 + either_way,
    }
}

#[pymethods]
impl State {
    #[new]
    #[pyo3(signature = (rules = None, position = None))]
    fn new(rules: Option<Rules<'_>>, position: Option<PositionArg<'_>>) -> PyResult<State> {
        let start = position.map_or(Ok(linja::Position::default()), |position| position.read())?;
        Ok(State::begin(linja::Game::from_position(or_bonus(rules)?, start)))
    }

    /// The state that `str` has written.
    ///
    /// >>> import linja
    /// >>> state = linja.State("geeky")
    /// >>> state.apply(0)
    /// >>> str(state)
    /// 'geeky|61111110/01111116 b|0'
    /// >>> linja.State.of_text(str(state)) == state
    /// True
    #[classmethod]
    fn of_text(_type: &Bound<'_, PyType>, text: &str) -> PyResult<State> {
        let mut parts = text.split('|');
        let (Some(rules), Some(start), Some(history), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(value_error("a state is written as rules|position|actions"));
        };
        let rules = rules.parse().map_err(value_error)?;
        let start = start.parse().map_err(value_error)?;
        let mut state = State::begin(linja::Game::from_position(rules, start));
        for number in history.split_whitespace() {
            let wrong = || value_error(format!("\"{number}\" is not the number of an action"));
            state.step(number.parse().map_err(|_| wrong())?)?;
        }
        Ok(state)
    }

    /// The numbers of the legal actions, in order; none if the game is over.
    fn legal_actions(&self) -> Vec<u32> {
        let Some(turn) = &self.turn else { return Vec::new() };
        let mover = turn.side();
        let number = |action: &Action| u32::from(number_of(action, mover));
        let mut numbers: Vec<u32> = turn.actions().iter().map(number).collect();
        if turn.can_finish() {
            numbers.push(FINISH.into());
        }
        numbers.sort_unstable();
        numbers
    }

    /// The legal actions as an array of 36 zeros and ones.
    fn action_mask(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut mask = [0; ACTIONS as usize];
        self.legal_actions().into_iter().for_each(|number| mask[number as usize] = 1);
        Ok(array(py, &mask, "int8")?.unbind())
    }

    /// What the side to move, or else `side`, sees, as an array of 23 numbers: its own pawns from its home to its goal, the
    /// opponent's on the same rows, which phase it is (opening, follow-up, bonus, another turn, pass) as zeros and a one, the
    /// steps of a follow-up, and whether the turn ends the game.
    #[pyo3(signature = (side = None))]
    fn observation(&self, py: Python<'_>, side: Option<&str>) -> PyResult<Py<PyAny>> {
        let now = self.now();
        let side = side.map_or(Ok(now.to_move()), crate::side::read)?;
        let board = Board::of(&now);
        let board = if side == now.to_move() { board } else { board.handed_over() };
        let mut numbers = [board.own(), board.other()].concat();
        let mut phases = [0; 5];
        if let Some(turn) = &self.turn {
            phases[place(turn.phase())] = 1;
        }
        numbers.extend_from_slice(&phases);
        numbers.push(self.steps());
        numbers.push(self.turn.as_ref().map_or(1, |turn| u8::from(turn.ends_game())));
        Ok(array(py, &numbers, "int8")?.unbind())
    }

    /// Plays an action.
    fn apply(&mut self, action: u8) -> PyResult<()> {
        self.step(action)
    }

    /// The notation of a legal action.
    fn text_of(&self, action: u8) -> PyResult<String> {
        let found = self.turn.as_ref().and_then(|turn| {
            if action == FINISH && turn.can_finish() {
                let word = if turn.so_far().is_pass() { "pass" } else { "finish" };
                return Some(word.to_string());
            }
            let mover = turn.side();
            let actions = turn.actions();
            actions.iter().find(|one| number_of(one, mover) == action).map(ToString::to_string)
        });
        found.ok_or_else(|| self.illegal(action))
    }

    /// The phase of the turn: `opening`, `follow_up`, `bonus`, `another_turn`, or `done` if only a pass is left; `None` if the
    /// game is over.
    #[getter]
    fn phase(&self) -> Option<&'static str> {
        self.turn.as_ref().map(|turn| turn.phase().id())
    }

    /// The steps of the follow-up that is next; 0 in other phases.
    #[getter]
    fn steps(&self) -> u8 {
        match self.turn.as_ref().map(PartialTurn::phase) {
            Some(Phase::FollowUp(steps)) => steps.get(),
            _ => 0,
        }
    }

    /// The pawns now, also in the middle of a turn.
    #[getter]
    fn position(&self) -> Position {
        Position(self.now())
    }

    /// Whose turn it is: `black` or `red`.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.now().to_move().id()
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.turn.is_none()
    }

    /// The margins of Black and of Red: the final ones, or zeros while the game goes on.
    #[getter]
    fn returns(&self) -> (i8, i8) {
        let margin = if self.is_over() { self.game.score().margin(Side::Black).0 } else { 0 };
        (margin, -margin)
    }

    /// The finished turns as a game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet(*self.game.rules())
    }

    /// The actions played.
    #[getter]
    fn history(&self) -> Vec<u32> {
        self.history.iter().copied().map(u32::from).collect()
    }

    /// A copy that goes its own way.
    fn copy(&self) -> State {
        self.clone()
    }

    /// Pickled as its text.
    fn __reduce__<'py>(slf: &Bound<'py, State>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("of_text")?, (slf.borrow().__str__(),)))
    }

    fn _repr_svg_(&self) -> String {
        linja_picture::position(&self.now(), Side::Black).svg(420)
    }

    fn __str__(&self) -> String {
        let history: Vec<String> = self.history.iter().map(ToString::to_string).collect();
        format!("{}|{}|{}", self.game.rules(), self.game.start(), history.join(" "))
    }

    fn __repr__(&self) -> String {
        format!("<State of {} after {} actions: {}>", self.game.rules(), self.history.len(), self.now())
    }
}

fn place(phase: Phase) -> usize {
    match phase {
        Phase::Opening => 0,
        Phase::FollowUp(_) => 1,
        Phase::Bonus => 2,
        Phase::AnotherTurn => 3,
        Phase::Done => 4,
    }
}
