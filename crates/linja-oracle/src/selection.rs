//! Positions selected by their advance, and numbered, so that a sample can be drawn from them.

use std::ops::RangeInclusive;

use linja::{Position, Row, Side};

use crate::arrangement::{Arrangement, ROWS};
use crate::layout::layout;
use crate::reachable::Reachable;

/// All positions whose advance lies in a range, Black to move: by the opponent's arrangement, then by the mover's, both in
/// the order of their numbers. Each has a number in this order, from 0.
///
/// Neighbours have the same opponent, so the values of their turns lie close together in a table.
///
/// ```
/// use linja_oracle::Selection;
/// let last = Selection::by_advance(167..=168, None);
/// let written: Vec<String> = last.positions(None).map(|position| position.to_string()).collect();
/// assert_eq!(written, ["0000000c/b1000000 b", "0000001b/c0000000 b", "0000000c/c0000000 b"]);
/// let first_and_last: Vec<_> = last.positions(Some(&[0, 2])).collect();
/// assert_eq!(first_and_last.len(), 2);
/// ```
pub struct Selection {
    advances: RangeInclusive<u8>,
    reachable: Option<Reachable>,
    pairs: Pairs,
    /// For every opponent's slot, the number of its first position; and the number of all positions.
    starts: Vec<u32>,
}

impl Selection {
    /// The positions with these advances; only the reachable ones, if they are given.
    ///
    /// Takes about a second: it counts them.
    #[must_use]
    pub fn by_advance(advances: RangeInclusive<u8>, reachable: Option<Reachable>) -> Selection {
        let mut selection = Selection { advances, reachable, pairs: Pairs::new(), starts: vec![0] };
        let mut count = 0;
        for opponent in 0..layout().slots() {
            count += selection.count_against(opponent);
            selection.starts.push(count);
        }
        selection
    }

    /// The number of positions.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The positions, in order: all, or those with these numbers, which must ascend without repetitions.
    pub fn positions<'a>(&'a self, numbers: Option<&'a [u32]>) -> impl Iterator<Item = Position> + 'a {
        (0..layout().slots()).flat_map(move |opponent| self.against(opponent, numbers))
    }

    fn against(&self, opponent: usize, numbers: Option<&[u32]>) -> Vec<Position> {
        let (first, end) = (self.starts[opponent], self.starts[opponent + 1]);
        let position = |mover| layout().position(mover, opponent, Side::Black);
        let Some(numbers) = numbers else { return self.movers(opponent).filter_map(position).collect() };
        let own = &numbers[numbers.partition_point(|&one| one < first)..];
        let own = &own[..own.partition_point(|&one| one < end)];
        if own.is_empty() {
            return Vec::new();
        }
        let mut own = own.iter().peekable();
        let numbered = (first..end).zip(self.movers(opponent));
        let wanted = numbered.filter(|(number, _)| own.next_if(|&own| own == number).is_some());
        wanted.filter_map(|(_, mover)| position(mover)).collect()
    }

    /// The movers of the positions against an opponent.
    fn movers(&self, opponent: usize) -> impl Iterator<Item = usize> {
        let reachable = self.reachable.as_ref();
        self.pairs
            .movers(opponent, &self.advances)
            .filter(move |&mover| reachable.is_none_or(|reachable| reachable.has(mover, opponent)))
    }

    fn count_against(&self, opponent: usize) -> u32 {
        match self.reachable {
            None => self.pairs.count(opponent, &self.advances),
            Some(_) => self.movers(opponent).count() as u32,
        }
    }
}

/// The pawns on the inner rows by slot, four bits for each row: two sums of four bits tell whether a pair overfills one.
struct Pairs {
    movers: Vec<u32>,
    /// In the mover's direction.
    opponents: Vec<u32>,
}

/// Stands for padding: it overfills every row together with any arrangement.
const PADDING: u32 = 0x77_7777;
/// Brings a row with more than [`Row::CAPACITY`] pawns to at least 8.
const ONES: u32 = 0x11_1111;
const EIGHTS: u32 = 0x88_8888;
const _: () = assert!(Row::CAPACITY == 6);

impl Pairs {
    fn new() -> Pairs {
        let packed = |rows: [usize; ROWS - 2]| {
            let one = move |arrangement: &Option<Arrangement>| {
                arrangement.map_or(PADDING, |arrangement| {
                    rows.iter().fold(0, |packed, &row| packed << 4 | u32::from(arrangement.counts()[row]))
                })
            };
            layout().arrangements.iter().map(one).collect()
        };
        Pairs { movers: packed([1, 2, 3, 4, 5, 6]), opponents: packed([6, 5, 4, 3, 2, 1]) }
    }

    fn movers(&self, opponent: usize, advances: &RangeInclusive<u8>) -> impl Iterator<Item = usize> {
        let (other, slots) = (self.opponents[opponent], slots(opponent, advances));
        let own = &self.movers[slots.clone()];
        slots.zip(own).filter(move |&(_, &own)| is_legal(own, other)).map(|(mover, _)| mover)
    }

    fn count(&self, opponent: usize, advances: &RangeInclusive<u8>) -> u32 {
        let other = self.opponents[opponent];
        self.movers[slots(opponent, advances)].iter().map(|&own| u32::from(is_legal(own, other))).sum()
    }
}

fn is_legal(own: u32, other: u32) -> bool {
    (own + other + ONES) & EIGHTS == 0
}

/// The slots of all movers that have one of these advances together with an opponent.
fn slots(opponent: usize, advances: &RangeInclusive<u8>) -> std::ops::Range<usize> {
    let Some(other) = layout().arrangements[opponent].map(Arrangement::advance) else { return 0..0 };
    let first = usize::from(*advances.start()).saturating_sub(other);
    let Some(last) = usize::from(*advances.end()).checked_sub(other) else { return 0..0 };
    let last = last.min(Arrangement::MAX_ADVANCE);
    if first > last {
        return 0..0;
    }
    layout().padded_group(first).start..layout().padded_group(last).end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::ALL_POSITIONS;

    #[test]
    fn all_positions_are_as_many_as_the_rules_say() {
        let all = Selection::by_advance(0..=Position::MAX_ADVANCE, None);
        assert_eq!(u64::from(all.count()), ALL_POSITIONS);
        let (low, high) = (Selection::by_advance(0..=80, None), Selection::by_advance(81..=168, None));
        assert_eq!(low.count() + high.count(), all.count());
    }

    #[test]
    fn numbers_give_the_positions_in_their_places() {
        let some = Selection::by_advance(150..=152, None);
        let all: Vec<Position> = some.positions(None).collect();
        assert_eq!(all.len(), some.count() as usize);
        assert!(all.iter().all(|position| (150..=152).contains(&position.advance())));
        let distinct: std::collections::HashSet<&Position> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        let numbers: Vec<u32> = (0..some.count()).step_by(7).chain([some.count() - 1, u32::MAX]).collect();
        let picked: Vec<Position> = some.positions(Some(&numbers)).collect();
        let expected: Vec<Position> =
            numbers.iter().filter_map(|&number| all.get(number as usize).copied()).collect();
        assert_eq!(picked, expected);
    }
}
