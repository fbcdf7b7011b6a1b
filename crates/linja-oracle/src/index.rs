//! Arrangements and their numbers.
//!
//! A side's twelve pawns on eight rows, seen in its own direction (row 0 is its home, row 7 its
//! goal), are an *arrangement*: eight counts that sum to 12. There are C(19,7) = 50,388.
//!
//! They are numbered by advance first (the sum of `row * count`, 0 to 84), so that all with the
//! same advance, a *group*, are neighbours; inside a group in lexicographic order of the counts
//! from home to goal. With `ways(r, p, d)` the number of ways to place `p` pawns on the rows `r` to 7 such that they have
//! advanced `d` rows together,
//!
//! ```text
//! number(x) = Σ ways(0, 12, d) over d < advance(x)
//!           + Σ over rows r, Σ over c < x[r]:  ways(r + 1, p_r − c, d_r − c·r)
//! ```
//!
//! where `p_r` and `d_r` are the pawns and the advance that `x` has on the rows `r` to 7.
//!
//! Worked example: `61111110` (the set-up) has advance 21. 1,722 arrangements have less
//! (the first sum); inside the group 306 come before it, so its number is 2,028.
//!
//! A position is the mover's arrangement and the opponent's; the opponent's row `r` is the mover's
//! row `7 − r`.

use std::ops::Range;

/// Rows of the board.
pub const ROWS: usize = 8;
/// Pawns of one side.
pub const PAWNS: usize = 12;
/// The largest advance of one side: every pawn in the goal.
pub const MAX_ADVANCE: usize = PAWNS * (ROWS - 1);
/// Groups of arrangements with the same advance.
pub const GROUPS: usize = MAX_ADVANCE + 1;
/// The number of arrangements, C(19,7).
pub const ARRANGEMENTS: usize = 50_388;
/// The most pawns an inner row holds, both colours together.
pub const ROW_LIMIT: u8 = 6;
/// Both sides' set-up, seen in their own direction.
pub const SET_UP: Arrangement = [6, 1, 1, 1, 1, 1, 1, 0];

/// The counts of a side's pawns from its home (0) to its goal (7).
pub type Arrangement = [u8; ROWS];

/// How far the pawns have come together.
#[must_use]
pub fn advance(arrangement: &Arrangement) -> usize {
    arrangement.iter().enumerate().map(|(row, &count)| row * usize::from(count)).sum()
}

/// The row of the rearmost pawn.
#[must_use]
pub fn rear(arrangement: &Arrangement) -> usize {
    arrangement.iter().position(|&count| count > 0).unwrap_or(ROWS)
}

/// The arrangement after one pawn moved, if there is one on `from`.
#[must_use]
pub fn moved(arrangement: &Arrangement, from: usize, to: usize) -> Option<Arrangement> {
    let mut after = *arrangement;
    after[from] = after[from].checked_sub(1)?;
    after[to] += 1;
    Some(after)
}

/// `[row][pawns][advance][count]`: the inner sum of the formula, over all counts below `count` on the row, for
/// so many pawns and so much advance on the rows from `row` on.
type Before = [[[[u16; PAWNS + 1]; MAX_ADVANCE + 1]; PAWNS + 1]];

/// Arrangement ↔ number.
pub struct Index {
    before: Box<Before>,
    group_starts: [usize; GROUPS + 1],
    arrangements: Vec<Arrangement>,
}

impl Index {
    /// The index; computing it takes a few milliseconds.
    #[must_use]
    pub fn new() -> Index {
        let ways = count_ways();
        let mut group_starts = [0; GROUPS + 1];
        for advance in 0..GROUPS {
            group_starts[advance + 1] = group_starts[advance] + usize::from(ways[0][PAWNS][advance]);
        }
        let before = sum_before(&ways);
        let mut index = Index { before, group_starts, arrangements: vec![[0; ROWS]; ARRANGEMENTS] };
        index.enumerate(&mut [0; ROWS], 0, PAWNS);
        index
    }

    /// The number of an arrangement, below [`ARRANGEMENTS`]; `None` unless the counts sum to 12.
    #[must_use]
    pub fn number(&self, arrangement: &Arrangement) -> Option<usize> {
        let pawns: usize = arrangement.iter().map(|&count| usize::from(count)).sum();
        (pawns == PAWNS).then(|| self.number_unchecked(arrangement))
    }

    /// The arrangement with this number.
    ///
    /// # Panics
    /// If the number is not below [`ARRANGEMENTS`].
    #[must_use]
    pub fn arrangement(&self, number: usize) -> &Arrangement {
        &self.arrangements[number]
    }

    /// The numbers of the arrangements with this advance.
    #[must_use]
    pub fn group(&self, advance: usize) -> Range<usize> {
        self.group_starts[advance]..self.group_starts[advance + 1]
    }

    fn number_unchecked(&self, arrangement: &Arrangement) -> usize {
        let (mut pawns, mut to_go) = (PAWNS, advance(arrangement));
        let mut number = self.group_starts[to_go];
        for (row, &count) in arrangement.iter().enumerate() {
            number += usize::from(self.before[row][pawns][to_go][usize::from(count)]);
            pawns -= usize::from(count);
            to_go -= usize::from(count) * row;
        }
        number
    }

    /// Fills `arrangements` with every way to place the rest of the pawns on the rows from `row`.
    fn enumerate(&mut self, counts: &mut Arrangement, row: usize, pawns: usize) {
        if row == ROWS - 1 {
            counts[row] = pawns as u8;
            let number = self.number_unchecked(counts);
            self.arrangements[number] = *counts;
            return;
        }
        for count in 0..=pawns {
            counts[row] = count as u8;
            self.enumerate(counts, row + 1, pawns - count);
        }
    }
}

impl Default for Index {
    fn default() -> Index {
        Index::new()
    }
}

/// `[r][p][d]`: how many ways `p` pawns on the rows `r` to 7 can have advanced `d` rows.
type Ways = [[[u16; MAX_ADVANCE + 1]; PAWNS + 1]];

fn count_ways() -> Box<Ways> {
    let mut ways = vec![[[0; MAX_ADVANCE + 1]; PAWNS + 1]; ROWS + 1].into_boxed_slice();
    ways[ROWS][0][0] = 1;
    for row in (0..ROWS).rev() {
        for pawns in 0..=PAWNS {
            for to_go in 0..=MAX_ADVANCE {
                ways[row][pawns][to_go] = (0..=pawns)
                    .filter(|count| count * row <= to_go)
                    .map(|count| ways[row + 1][pawns - count][to_go - count * row])
                    .sum();
            }
        }
    }
    ways
}

#[allow(clippy::large_stack_arrays, reason = "28 kB, once")]
fn sum_before(ways: &Ways) -> Box<Before> {
    let mut before = vec![[[[0; PAWNS + 1]; MAX_ADVANCE + 1]; PAWNS + 1]; ROWS].into_boxed_slice();
    for row in 0..ROWS {
        for pawns in 0..=PAWNS {
            for to_go in 0..=MAX_ADVANCE {
                for count in 0..pawns {
                    let rest = to_go.checked_sub(count * row);
                    let more = rest.map_or(0, |rest| ways[row + 1][pawns - count][rest]);
                    before[row][pawns][to_go][count + 1] = before[row][pawns][to_go][count] + more;
                }
            }
        }
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrangement_has_its_own_number_and_comes_back_from_it() {
        let index = Index::new();
        assert_eq!(index.group(MAX_ADVANCE).end, ARRANGEMENTS);
        for number in 0..ARRANGEMENTS {
            let arrangement = index.arrangement(number);
            assert_eq!(index.number(arrangement), Some(number));
            assert!(index.group(advance(arrangement)).contains(&number));
        }
        assert_eq!(index.number(&[0; ROWS]), None);
    }

    #[test]
    fn set_up_has_the_number_of_the_worked_example() {
        let index = Index::new();
        assert_eq!(advance(&SET_UP), 21);
        let number = index.number(&SET_UP).unwrap();
        assert_eq!((index.group(21).start, number - index.group(21).start), (1_722, 306));
    }
}
