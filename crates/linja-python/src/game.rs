use linja::Termination;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::value_error;
use crate::position::{Position, PositionArg, TurnArg};
use crate::record::Record;
use crate::rule_set::{RuleSet, Rules, or_bonus};
use crate::side;
use crate::turn::Turn;

/// A game: its start, the turns played, and its end.
///
/// >>> import linja
/// >>> game = linja.Game("classic")
/// >>> game.play("ab ce")
/// Turn('ab ce')
/// >>> game.position.to_move, game.is_over
/// ('red', False)
/// >>> print(game.record())
/// [Rules "classic"]
/// [First "black"]
/// [Result "*"]
/// [Termination "unfinished"]
/// <BLANKLINE>
/// 1. ab ce
/// <BLANKLINE>
#[pyclass(name = "Game", module = "linja", eq)]
#[derive(Clone, PartialEq)]
pub(crate) struct Game(pub linja::Game);

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (rules = None, position = None))]
    fn new(rules: Option<Rules<'_>>, position: Option<PositionArg<'_>>) -> PyResult<Game> {
        let start = position.map_or(Ok(linja::Position::default()), |position| position.read())?;
        Ok(Game(linja::Game::from_position(or_bonus(rules)?, start)))
    }

    /// The game of the text of a record.
    ///
    /// >>> import linja
    /// >>> linja.Game.of_record('[Rules "classic"]\n\n1. ab ce | hg ec\n').position
    /// Position('52012110/01210125 b')
    #[classmethod]
    fn of_record(_type: &Bound<'_, PyType>, text: &str) -> PyResult<Game> {
        linja::Record::parse(text).map(|record| Game(record.into_game())).map_err(value_error)
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet(*self.0.rules())
    }

    /// The position where the game began.
    #[getter]
    fn start(&self) -> Position {
        Position(*self.0.start())
    }

    /// The position now.
    #[getter]
    fn position(&self) -> Position {
        Position(*self.0.position())
    }

    /// The turns played.
    #[getter]
    fn turns(&self) -> Vec<Turn> {
        self.0.turns().iter().copied().map(Turn).collect()
    }

    /// The legal turns now; none if the game is over, although the position may look unfinished.
    fn legal_turns(&self) -> Vec<Turn> {
        if self.0.is_over() {
            return Vec::new();
        }
        self.0.position().turns(self.0.rules()).into_iter().map(Turn).collect()
    }

    /// Plays a turn: a `Turn`, its notation, or its code.
    fn play(&mut self, turn: TurnArg<'_>) -> PyResult<Turn> {
        if self.0.is_over() {
            return Err(value_error(linja::PlayError::GameOver));
        }
        let complete = turn.read(self.0.position(), self.0.rules())?;
        self.0.play(&complete.turn).map(|&played| Turn(played)).map_err(value_error)
    }

    /// Takes back the last turn and returns it; `None` if there is none, or after a resignation.
    fn undo(&mut self) -> Option<Turn> {
        self.0.undo().map(Turn)
    }

    /// Resigns for a side.
    fn resign(&mut self, side: &str) -> PyResult<()> {
        self.0.resign(side::read(side)?).map_err(value_error)
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// How the game ended: `normal`, `resignation`, `time` or `abandoned`; `None` if it is not over.
    #[getter]
    fn termination(&self) -> Option<&'static str> {
        self.0.termination().map(Termination::id)
    }

    /// Who won: `black`, `red` or `draw`; `None` if the game is not over, or was abandoned.
    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.result()?.winner.map(linja::Winner::id)
    }

    /// The points of Black and of Red now.
    #[getter]
    fn score(&self) -> (i8, i8) {
        let score = self.0.score();
        (score.black, score.red)
    }

    /// The game as a record, which `str` writes.
    fn record(&self) -> Record {
        Record(linja::Record::new(self.0.clone()))
    }

    /// A copy that goes its own way.
    fn copy(&self) -> Game {
        self.clone()
    }

    /// Pickled as its record.
    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("of_record")?, (slf.borrow().record().0.to_string(),)))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.position().svg("black", 420)
    }

    fn __repr__(&self) -> String {
        format!("<Game of {} after {} turns: {}>", self.0.rules(), self.0.turns().len(), self.0.position())
    }
}
