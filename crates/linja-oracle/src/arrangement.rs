//! Positions as two arrangements, each side's pawns seen in its own direction.

use linja::{BySide, Position, Row, RuleSet, Setup, SetupError, Side};

use crate::index::{Arrangement, ROWS};

/// The arrangements of the player to move and of the opponent.
#[must_use]
pub fn of(position: &Position) -> (Arrangement, Arrangement) {
    let pawns = position.pawns();
    let (black, red) = (pawns.black, turned(pawns.red));
    match position.to_move() {
        Side::Black => (black, red),
        Side::Red => (red, black),
    }
}

/// The position of two arrangements, with `to_move` as the player to move.
///
/// # Errors
/// If the two share an overfull row, or one has not twelve pawns.
pub fn position(mover: Arrangement, opponent: Arrangement, to_move: Side) -> Result<Position, SetupError> {
    let pawns = match to_move {
        Side::Black => BySide { black: mover, red: turned(opponent) },
        Side::Red => BySide { black: opponent, red: turned(mover) },
    };
    Setup { pawns, to_move }.check()
}

/// The points of a side whose pawns stand so.
pub(crate) fn score(rules: &RuleSet, arrangement: &Arrangement) -> i16 {
    let points = |row: usize| {
        let worth = rules.worth(Row::at_advance(row as u8, Side::Black), Side::Black);
        i16::from(worth) * i16::from(arrangement[row])
    };
    (0..ROWS).map(points).sum()
}

/// Red's counts from its home on, or back again.
fn turned(mut counts: Arrangement) -> Arrangement {
    counts.reverse();
    counts
}
