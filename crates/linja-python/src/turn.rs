//! Turns, and their codes in arrays.
//!
//! A code has a byte for each action, the first lowest: the kind (0 a pawn forward, 2 a bonus, 3 a bonus on an opponent's
//! pawn) in the two highest bits, then three bits for each of the rows from and to, counted from the mover's home. No action
//! stays on its row, so no byte of an action is 0, and a pass is 0.

use linja::{Action, ActionKind, Row, Side};
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::position::Position;
use crate::side;

/// Stands in arrays for "no turn": the position is over.
pub(crate) const NO_TURN: u64 = u64::MAX;

/// A legal turn, and where it leads.
///
/// >>> import linja
/// >>> turn = linja.Position().turn("ab ac")
/// >>> print(turn, turn.position, turn.is_over)
/// ab ac 42211110/01111116 r False
#[pyclass(name = "Turn", module = "linja", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Turn(pub linja::CompleteTurn);

#[pymethods]
impl Turn {
    /// The actions, such as `ab` or `+gf`; none for a pass.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.0.turn.actions().iter().map(ToString::to_string).collect()
    }

    /// The position after the turn.
    #[getter]
    fn position(&self) -> Position {
        Position(self.0.result.position)
    }

    /// Whether the turn ends the game.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.result.is_over
    }

    /// The turn as one number, as in the arrays of `turns_of` and `Table.best`.
    #[getter]
    fn code(&self) -> u64 {
        code(&self.0.turn, self.0.result.player())
    }

    /// The notation without blanks, as in the engine protocol.
    #[getter]
    fn compact(&self) -> String {
        self.0.turn.compact().to_string()
    }

    fn __str__(&self) -> String {
        self.0.turn.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Turn('{}')", self.0.turn)
    }
}

pub(crate) fn code(turn: &linja::Turn, mover: Side) -> u64 {
    turn.actions().iter().rev().fold(0, |code, action| code << 8 | u64::from(byte(action, mover)))
}

fn byte(action: &Action, mover: Side) -> u8 {
    let kind = match action.kind {
        ActionKind::Opening | ActionKind::FollowUp => 0,
        ActionKind::Bonus => 2,
        ActionKind::BonusOnOpponent => 3,
    };
    kind << 6 | action.from.advance(mover) << 3 | action.to.advance(mover)
}

/// The notation of a code, without the ` / ` before another turn, which is read as well without.
pub(crate) fn written(code: u64, mover: Side) -> PyResult<String> {
    if code == 0 {
        return Ok("pass".to_string());
    }
    let bytes = code.to_le_bytes();
    let used = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    let is_action = |byte: u8| byte >> 6 != 1;
    if used > linja::Turn::MAX_ACTIONS
        || bytes[used..].iter().any(|&byte| byte != 0)
        || !bytes[..used].iter().copied().all(is_action)
    {
        return Err(value_error(format!("{code} is not the code of a turn")));
    }
    let row = |bits: u8| Row::at_advance(bits & 7, mover);
    let actions = bytes[..used].iter().enumerate().map(|(place, &byte)| {
        let prefix = match (byte >> 6, place) {
            (2, _) => "+",
            (3, _) => "~",
            // Another turn: the third action that is not a bonus.
            (_, 2) => "/",
            _ => "",
        };
        format!("{prefix}{}{}", row(byte >> 3), row(byte))
    });
    Ok(actions.collect::<Vec<_>>().join(" "))
}

/// The notation of a turn's code, for the side that plays it.
///
/// >>> import linja
/// >>> linja.turn_text(linja.Position().turn("ab ce").code)
/// 'ab ce'
/// >>> linja.turn_text(linja.Position().turn("ab ce").code, "red")
/// 'hg fd'
#[pyfunction]
#[pyo3(signature = (code, to_move = "black"))]
pub(crate) fn turn_text(code: u64, to_move: &str) -> PyResult<String> {
    let text = written(code, side::read(to_move)?)?;
    let turn: linja::Turn = text.parse().map_err(value_error)?;
    Ok(turn.to_string())
}
