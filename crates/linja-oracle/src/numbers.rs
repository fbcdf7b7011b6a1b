//! How arrangements are numbered.
//!
//! A side's twelve pawns on eight rows are an arrangement: eight counts that sum to 12. There are C(19,7) = 50,388.
//!
//! They are numbered by advance first (the sum of `row * count`, 0 to 84), so that all with the same advance, a *group*,
//! are neighbours; inside a group in lexicographic order of the counts from home to goal. With `ways(r, p, d)` the
//! number of ways to place `p` pawns on the rows `r` to 7 with a total advance of `d`,
//!
//! ```text
//! number(x) = Σ ways(0, 12, d) over d < advance(x)
//!           + Σ over rows r, Σ over c < x[r]:  ways(r + 1, p_r − c, d_r − c·r)
//! ```
//!
//! where `p_r` and `d_r` are the pawns and the advance of `x` on the rows `r` to 7.
//!
//! Worked example: `61111110` (the set-up) has advance 21. 1,722 arrangements have less (the first sum); 306 of its
//! group precede it (the second), so its number is 2,028.

use std::ops::Range;
use std::sync::LazyLock;

use crate::arrangement::{Arrangement, GROUPS, PAWNS, ROWS};

/// Advances of one side and one more than the largest, the size of the arrays below.
const ADVANCES: usize = Arrangement::MAX_ADVANCE + 1;

/// The counts of an arrangement.
type Counts = [u8; ROWS];

/// `[row][pawns][advance][count]`: the inner sum of the formula over all counts below `count` on the row, for this many
/// pawns and this advance on the rows from `row` on.
type Before = [[[[u16; PAWNS + 1]; ADVANCES]; PAWNS + 1]];

/// The tables behind [`Arrangement::number`] and [`Arrangement::from_number`].
pub(crate) struct Numbers {
    before: Box<Before>,
    group_starts: [usize; GROUPS + 1],
    counts: Vec<Counts>,
}

/// The numbering, computed in a few milliseconds when it is first needed.
pub(crate) fn numbers() -> &'static Numbers {
    static NUMBERS: LazyLock<Numbers> = LazyLock::new(Numbers::new);
    &NUMBERS
}

impl Numbers {
    fn new() -> Numbers {
        let ways = count_ways();
        let mut group_starts = [0; GROUPS + 1];
        for advance in 0..GROUPS {
            group_starts[advance + 1] = group_starts[advance] + usize::from(ways[0][PAWNS][advance]);
        }
        let before = sum_before(&ways);
        let mut numbers = Numbers { before, group_starts, counts: vec![[0; ROWS]; Arrangement::COUNT] };
        numbers.enumerate(&mut [0; ROWS], 0, PAWNS);
        numbers
    }

    /// The number of counts that sum to 12.
    pub fn number(&self, counts: &Counts) -> usize {
        let weighted = counts.iter().enumerate().map(|(row, &count)| row * usize::from(count));
        let (mut pawns, mut to_go) = (PAWNS, weighted.sum::<usize>());
        let mut number = self.group_starts[to_go];
        for (row, &count) in counts.iter().enumerate() {
            number += usize::from(self.before[row][pawns][to_go][usize::from(count)]);
            pawns -= usize::from(count);
            to_go -= usize::from(count) * row;
        }
        number
    }

    /// The counts with this number.
    pub fn arrangement(&self, number: usize) -> Option<Counts> {
        self.counts.get(number).copied()
    }

    /// The numbers of the arrangements with this advance; empty if there are none.
    pub fn group(&self, advance: usize) -> Range<usize> {
        match self.group_starts.get(advance..advance + 2) {
            Some(&[start, end]) => start..end,
            _ => 0..0,
        }
    }

    /// Fills `counts` with every way to place the remaining pawns on the rows from `row`.
    fn enumerate(&mut self, counts: &mut Counts, row: usize, pawns: usize) {
        if row == ROWS - 1 {
            counts[row] = pawns as u8;
            let number = self.number(counts);
            self.counts[number] = *counts;
            return;
        }
        for count in 0..=pawns {
            counts[row] = count as u8;
            self.enumerate(counts, row + 1, pawns - count);
        }
    }
}

/// `[r][p][d]`: the number of ways to place `p` pawns on the rows `r` to 7 with a total advance of `d`.
type Ways = [[[u16; ADVANCES]; PAWNS + 1]];

fn count_ways() -> Box<Ways> {
    let mut ways = vec![[[0; ADVANCES]; PAWNS + 1]; ROWS + 1].into_boxed_slice();
    ways[ROWS][0][0] = 1;
    for row in (0..ROWS).rev() {
        for pawns in 0..=PAWNS {
            for to_go in 0..ADVANCES {
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
    let mut before = vec![[[[0; PAWNS + 1]; ADVANCES]; PAWNS + 1]; ROWS].into_boxed_slice();
    for row in 0..ROWS {
        for pawns in 0..=PAWNS {
            for to_go in 0..ADVANCES {
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
        assert_eq!(numbers().group(Arrangement::MAX_ADVANCE).end, Arrangement::COUNT);
        assert!(numbers().group(GROUPS).is_empty());
        for number in 0..Arrangement::COUNT {
            let arrangement = Arrangement::from_number(number).unwrap();
            assert_eq!(arrangement.number(), number);
            assert!(numbers().group(arrangement.advance()).contains(&number));
            assert_eq!(Arrangement::new(arrangement.counts()), Some(arrangement));
        }
        assert_eq!(Arrangement::from_number(Arrangement::COUNT), None);
    }

    #[test]
    fn set_up_has_the_number_of_the_worked_example() {
        let setup = Arrangement::SETUP;
        assert_eq!(setup.advance(), 21);
        let group = numbers().group(21);
        assert_eq!((group.start, setup.number() - group.start), (1_722, 306));
    }
}
