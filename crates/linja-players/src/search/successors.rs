//! Where the turns of a position lead: each result once, however many written turns lead there.

use linja::{Board, Position, RuleSet, TurnResult, fast};

use crate::Estimate;

/// Where a turn leads, with its value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    pub result: TurnResult,
    pub key: u64,
    /// What it is worth to the side that played, as far as is known: the score if the game is over.
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

/// Recognises results that were seen before.
pub(crate) struct Seen {
    /// What is marked with another number than `mark` counts as empty.
    places: Vec<(u64, u32)>,
    mark: u32,
}

/// A position has a few hundred turns at most.
const PLACES: usize = 1 << 11;

impl Seen {
    pub fn new() -> Seen {
        Seen { places: vec![(0, 0); PLACES], mark: 0 }
    }

    /// Adds the different results of a position's turns to `found`.
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

    /// Nothing has been seen.
    pub fn forget(&mut self) {
        // The lowest bit of a mark says whether the game is over.
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
