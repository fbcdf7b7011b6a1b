use linja::{Board, BySide, Setup, fast};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::value_error;
use crate::rule_set::{Rules, or_bonus};
use crate::side;
use crate::turn::Turn;

/// A legal position: how many pawns each side has on each row, and whose turn it is.
///
/// >>> import linja
/// >>> start = linja.Position()
/// >>> print(start)
/// 61111110/01111116 b
/// >>> len(start.turns("bonus"))
/// 92
///
/// In a notebook it shows as a drawing of the board.
#[pyclass(name = "Position", module = "linja", frozen, eq, hash, ord)]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Position(pub linja::Position);

#[pymethods]
impl Position {
    /// Reads the notation; without it, the start of every game.
    #[new]
    #[pyo3(signature = (text = "61111110/01111116 b"))]
    fn new(text: &str) -> PyResult<Position> {
        text.parse().map(Position).map_err(value_error)
    }

    /// The position with these counts for the rows a to h.
    ///
    /// >>> import linja
    /// >>> linja.Position.of_counts([0, 0, 0, 0, 0, 4, 1, 7], [6, 3, 1, 0, 2, 0, 0, 0])
    /// Position('00000417/63102000 b')
    #[classmethod]
    #[pyo3(signature = (black, red, to_move = "black"))]
    fn of_counts(
        _type: &Bound<'_, PyType>,
        black: [u8; 8],
        red: [u8; 8],
        to_move: &str,
    ) -> PyResult<Position> {
        let setup = Setup { pawns: BySide { black, red }, to_move: side::read(to_move)? };
        setup.check().map(Position).map_err(value_error)
    }

    /// The position with this key and this side to move.
    ///
    /// >>> import linja
    /// >>> linja.Position.of_key(linja.Position().key, "red")
    /// Position('61111110/01111116 r')
    #[classmethod]
    #[pyo3(signature = (key, to_move = "black"))]
    fn of_key(_type: &Bound<'_, PyType>, key: u64, to_move: &str) -> PyResult<Position> {
        let board = Board::from_key(key).map_err(value_error)?;
        Ok(Position(board.position(side::read(to_move)?)))
    }

    /// Black's pawns on the rows a to h.
    #[getter]
    fn black(&self) -> [u32; 8] {
        self.0.pawns().black.map(u32::from)
    }

    /// Red's pawns on the rows a to h.
    #[getter]
    fn red(&self) -> [u32; 8] {
        self.0.pawns().red.map(u32::from)
    }

    /// Whose turn it is: `black` or `red`.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.0.to_move().id()
    }

    /// The position seen from the player to move, as one number: what the functions over arrays take. A position and its
    /// mirror image have the same key.
    #[getter]
    fn key(&self) -> u64 {
        Board::of(&self.0).key()
    }

    /// The rows that all pawns have advanced, added up: 42 at the start, 168 at most.
    #[getter]
    fn advance(&self) -> u8 {
        self.0.advance()
    }

    /// The same position with colours swapped and the board turned round.
    fn mirrored(&self) -> Position {
        Position(self.0.mirrored())
    }

    /// Every legal turn, in alphabetical order; none if the position alone is over.
    #[pyo3(signature = (rules = None))]
    fn turns(&self, rules: Option<Rules<'_>>) -> PyResult<Vec<Turn>> {
        let rules = or_bonus(rules)?;
        Ok(self.0.turns(&rules).into_iter().map(Turn).collect())
    }

    /// A legal turn by its notation or its code.
    ///
    /// >>> import linja
    /// >>> linja.Position().turn("abac").position
    /// Position('42211110/01111116 r')
    #[pyo3(signature = (turn, rules = None))]
    fn turn(&self, turn: TurnArg<'_>, rules: Option<Rules<'_>>) -> PyResult<Turn> {
        turn.read(&self.0, &or_bonus(rules)?).map(Turn)
    }

    /// The points of Black and of Red.
    ///
    /// >>> import linja
    /// >>> linja.Position("00000417/63102000 b").score("classic")
    /// (46, 41)
    #[pyo3(signature = (rules = None))]
    fn score(&self, rules: Option<Rules<'_>>) -> PyResult<(i8, i8)> {
        let score = self.0.score(&or_bonus(rules)?);
        Ok((score.black, score.red))
    }

    /// Whether the position alone is over. A game can be over though its position is not: see `Game.is_over`.
    #[pyo3(signature = (rules = None))]
    fn is_over(&self, rules: Option<Rules<'_>>) -> PyResult<bool> {
        Ok(self.0.is_over(&or_bonus(rules)?))
    }

    /// A drawing of the board as SVG, with the side `view` below.
    #[pyo3(signature = (view = "black", width = 420))]
    pub(crate) fn svg(&self, view: &str, width: u32) -> PyResult<String> {
        Ok(linja_picture::position(&self.0, side::read(view)?).svg(width))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("black", 420)
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// A position as an argument: a position, or its notation.
#[derive(FromPyObject)]
pub(crate) enum PositionArg<'py> {
    #[pyo3(annotation = "Position")]
    Position(PyRef<'py, Position>),
    #[pyo3(annotation = "str")]
    Text(String),
}

impl PositionArg<'_> {
    pub(crate) fn read(&self) -> PyResult<linja::Position> {
        match self {
            PositionArg::Position(position) => Ok(position.0),
            PositionArg::Text(text) => text.parse().map_err(value_error),
        }
    }
}

/// A turn as an argument: a turn, its notation, or its code.
#[derive(FromPyObject)]
pub(crate) enum TurnArg<'py> {
    #[pyo3(annotation = "Turn")]
    Turn(PyRef<'py, Turn>),
    #[pyo3(annotation = "str")]
    Text(String),
    #[pyo3(annotation = "int")]
    Code(u64),
}

impl TurnArg<'_> {
    /// The legal turn of the position.
    pub(crate) fn read(
        &self,
        position: &linja::Position,
        rules: &linja::RuleSet,
    ) -> PyResult<linja::CompleteTurn> {
        let parse = |text: &str| linja::Turn::parse(text, position, rules).map_err(value_error);
        match self {
            TurnArg::Turn(turn) => parse(&turn.0.turn.to_string()),
            TurnArg::Text(text) => parse(text),
            TurnArg::Code(code) => parse(&crate::turn::written(*code, position.to_move())?),
        }
    }
}

/// The number of legal sequences of `depth` turns.
///
/// >>> import linja
/// >>> linja.perft(linja.Position(), 2, "bonus")
/// 8692
#[pyfunction]
#[pyo3(signature = (position, depth, rules = None))]
pub(crate) fn perft(
    py: Python<'_>,
    position: PositionArg<'_>,
    depth: u32,
    rules: Option<Rules<'_>>,
) -> PyResult<u64> {
    counted(py, &position.read()?, &or_bonus(rules)?, depth)
}

/// The depth that is counted at once: a moment's work. Deeper counts ask Python for Ctrl-C in between.
const COUNTED_AT_ONCE: u32 = 3;

fn counted(py: Python<'_>, position: &linja::Position, rules: &linja::RuleSet, depth: u32) -> PyResult<u64> {
    py.check_signals()?;
    if depth <= COUNTED_AT_ONCE {
        return Ok(py.detach(|| linja::perft(position, rules, depth)));
    }
    let turns = fast::complete_turns(position, rules);
    let open = turns.iter().map(|complete| &complete.result).filter(|result| !result.is_over);
    open.map(|result| counted(py, &result.position, rules, depth - 1)).sum()
}
