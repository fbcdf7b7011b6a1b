//! The distinct results of the turns of a position.

use linja::{Board, Position, RuleSet, TurnResult, fast};

use crate::Estimate;

/// The result of a turn, with its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    pub result: TurnResult,
    pub key: u64,
    /// The value for the side that played, as far as it is known: the score if the game is over.
    pub value: i16,
}

impl Successor {
    #[inline]
    pub fn new(result: TurnResult) -> Successor {
        Successor { result, key: Board::of(&result.position).key(), value: 0 }
    }

    /// The score for the side that played, in hundredths of a point.
    pub fn score(&self, rules: &RuleSet) -> i16 {
        Estimate::from(self.result.margin(rules)).0
    }
}

/// A hash set of results.
pub(crate) struct Seen {
    /// Slots whose mark differs from `mark` count as empty.
    places: Vec<(u64, u32)>,
    mark: u32,
}

/// Far more than the results of any position, which are a few hundred at most.
const PLACES: usize = 1 << 11;

impl Seen {
    pub fn new() -> Seen {
        Seen { places: vec![(0, 0); PLACES], mark: 0 }
    }

    /// Adds the distinct results of a position's turns to `found`.
    #[inline]
    pub fn successors(&mut self, position: &Position, rules: &RuleSet, found: &mut Vec<Successor>) {
        self.forget();
        fast::for_each_turn(position, rules, |complete| {
            let successor = Successor::new(complete.result);
            if self.is_new(&successor) {
                found.push(successor);
            }
        });
    }

    /// Empties the set.
    pub fn forget(&mut self) {
        // In steps of 2: the lowest bit of a stored mark tells whether the game is over.
        self.mark = self.mark.wrapping_add(2);
        if self.mark == 0 {
            self.places.fill((0, 0));
            self.mark = 2;
        }
    }

    #[inline]
    pub fn is_new(&mut self, successor: &Successor) -> bool {
        let entry = (successor.key, self.mark | u32::from(successor.result.is_over));
        let mut place = (successor.key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 53) as usize;
        loop {
            let there = &mut self.places[place % PLACES];
            if *there == entry {
                return false;
            }
            if there.1 & !1 != self.mark {
                *there = entry;
                return true;
            }
            place += 1;
        }
    }
}
