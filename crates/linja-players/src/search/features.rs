//! The input of the network: for every inner row the pair (own pawns, opponent's pawns), for the two home rows each of
//! the four counts. Exactly [`ACTIVE`] of the [`COUNT`] features are active.

use linja::{Board, Position};

/// Pairs of counts on an inner row, which holds at most six pawns.
const PAIRS: usize = 28;
/// Counts of one side's pawns on a home row.
const COUNTS: usize = 13;
const INNER_ROWS: usize = 6;

/// The number of features.
pub const COUNT: usize = INNER_ROWS * PAIRS + 4 * COUNTS;
/// The number of active features in a position.
pub const ACTIVE: usize = INNER_ROWS + 4;

/// The features of a position, seen from the player to move.
#[must_use]
pub fn of(position: &Position) -> [u16; ACTIVE] {
    of_board(Board::of(position))
}

#[inline]
pub(crate) fn of_board(board: Board) -> [u16; ACTIVE] {
    let (own, other) = (board.own(), board.other());
    let mut features = [0; ACTIVE];
    for row in 1..=INNER_ROWS {
        let (a, b) = (u16::from(own[row]), u16::from(other[row]));
        features[row - 1] = ((row - 1) * PAIRS) as u16 + a * (15 - a) / 2 + b;
    }
    for (i, count) in [own[0], other[0], own[7], other[7]].into_iter().enumerate() {
        features[INNER_ROWS + i] = (INNER_ROWS * PAIRS + i * COUNTS) as u16 + u16::from(count);
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_counts_on_a_row_is_a_feature_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for own in 0..=6_u16 {
            for other in 0..=6 - own {
                assert!(seen.insert(own * (15 - own) / 2 + other));
            }
        }
        assert_eq!(seen.len(), PAIRS);
        assert_eq!(seen.last(), Some(&(PAIRS as u16 - 1)));
    }

    #[test]
    fn features_do_not_depend_on_the_colour() {
        let position: Position = "00000417/63102000 r".parse().unwrap();
        assert_eq!(of(&position), of(&position.mirrored()));
        assert!(of(&position).iter().all(|&feature| usize::from(feature) < COUNT));
    }
}
