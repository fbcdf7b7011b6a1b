//! Where the turns of a position lead: each result once, however many written turns lead there.

use linja::{CompleteTurn, Position, RuleSet, fast};

use super::board::Board;
use crate::Estimate;

/// A position that a turn leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Successor {
    pub after: Position,
    pub key: u64,
    /// What it is worth to the side that played, as far as is known: the score if the game is over.
    pub value: i16,
    pub is_over: bool,
}

impl Successor {
    #[inline]
    pub fn of(complete: &CompleteTurn) -> Successor {
        let key = Board::of(&complete.after).key();
        Successor { after: complete.after, key, value: 0, is_over: complete.is_over }
    }

    /// The score for the side that played, in hundredths of a point.
    pub fn score(&self, rules: &RuleSet) -> i16 {
        let player = !self.after.to_move();
        Estimate::from(self.after.score(rules).margin(player)).0
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
            let successor = Successor::of(&complete);
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
        let entry = (successor.key, self.mark | u32::from(successor.is_over));
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
