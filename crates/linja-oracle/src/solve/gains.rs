//! The rest of a turn after the end condition has held in it, where the turn is finished first and may mix the colours
//! again ([`Ending::Latched`](super::shape::Ending)).
//!
//! From then on only the score counts, and only the mover's pawns, or an opponent's in a bonus, change it. So the best rest
//! of the turn is a *gain* in points that depends on the pawns of both sides and on the room on their rows, not on the values
//! of later positions. A move forward never costs points: declining is never better, and gains are not negative.
//!
//! Two gains are asked for: that of a bonus, and that of another turn. Both are earned on a row, or in a goal, where the
//! colours do not meet. So where a latched turn earns something, the colours are apart, and the plane of what is earned
//! holds the score with the gain.

use super::STEPS_BEYOND_GOAL;
use super::sweep::Sweep;
use crate::arrangement::{Arrangement, GOAL, ROWS};
use crate::geometry::{PAIRS, pair};
use crate::lanes::{Lanes as _, Vectors};
use crate::masks::{BlockMasks, LIMIT};
use linja::{Bonus, Goal, RuleSet};

/// The most that one step gains.
const LARGEST_STEP: u8 = 2;

/// The points that one pawn gains by moving forward, by pair of rows.
pub(super) struct Rises([u8; PAIRS]);

impl Rises {
    pub fn new(rules: &RuleSet) -> Rises {
        let mut rises = [0; _];
        for to in 1..ROWS {
            for from in 0..to {
                let rise = Arrangement::worth(rules, to) - Arrangement::worth(rules, from);
                rises[pair(from, to)] = u8::try_from(rise).expect("a pawn further on counts no less");
            }
        }
        Rises(rises)
    }

    #[inline(always)]
    pub fn of(&self, from: usize, to: usize) -> u8 {
        self.0[pair(from, to)]
    }
}

/// A mover's pawns by row, packed like `Steps::counts`, against the opponents of a block.
#[derive(Clone, Copy)]
struct Pawns<'s, V> {
    v: V,
    rises: &'s Rises,
    bonus: Bonus,
    masks: &'s BlockMasks,
    counts: u64,
}

impl<'s, V: Vectors> Pawns<'s, V> {
    fn new(v: V, sweep: &'s Sweep<V::Row>, block: usize, slot: usize) -> Pawns<'s, V> {
        let Sweep { rises, rules, geometry, .. } = sweep;
        Pawns {
            v,
            rises,
            bonus: rules.bonus,
            masks: &geometry.masks[block],
            counts: geometry.steps[slot].counts,
        }
    }

    #[inline(always)]
    fn count(&self, row: usize) -> usize {
        (self.counts >> (8 * row)) as usize & 0xff
    }

    #[inline(always)]
    fn moved(self, from: usize, to: usize) -> Pawns<'s, V> {
        Pawns { counts: self.counts - (1 << (8 * from)) + (1 << (8 * to)), ..self }
    }

    /// The opponents against whom an inner row has room for one more pawn.
    #[inline(always)]
    fn room(&self, row: usize) -> V::Lanes {
        match (LIMIT - 1).checked_sub(self.count(row)) {
            Some(most) => self.v.mask(&self.masks.at_most[row - 1][most]),
            None => self.v.zero(),
        }
    }

    /// The gain of a follow-up of `n` steps that earns no other turn; 0 if none is possible.
    #[inline(always)]
    fn follow_up(&self, n: usize) -> V::Lanes {
        // Into the goal with a step dropped: always possible.
        let dropping = (ROWS.saturating_sub(n)..GOAL).filter(|&from| self.count(from) > 0);
        let sure = dropping.map(|from| self.rises.of(from, GOAL)).max().unwrap_or(0);
        let mut best = self.v.splat(sure);
        if n <= GOAL && self.count(GOAL - n) > 0 {
            let exact = self.v.splat(self.rises.of(GOAL - n, GOAL));
            best = best.max(exact.add(self.moved(GOAL - n, GOAL).bonus()));
        }
        for to in n..GOAL {
            let from = to - n;
            let rise = if self.count(from) > 0 { self.rises.of(from, to) } else { 0 };
            if rise > sure {
                best = best.max(self.v.splat(rise).and(self.room(to)));
            }
        }
        best
    }

    /// The gain of a bonus, if the rules have one.
    #[inline(always)]
    fn bonus(&self) -> V::Lanes {
        let v = self.v;
        if self.bonus == Bonus::None {
            return v.zero();
        }
        if self.count(GOAL - 1) > 0 {
            // The goal always has room.
            return v.splat(LARGEST_STEP);
        }
        let mut best = v.zero();
        for from in 0..GOAL - 1 {
            let rise = if self.count(from) > 0 { self.rises.of(from, from + 1) } else { 0 };
            if rise > 0 {
                best = best.max(v.splat(rise).and(self.room(from + 1)));
            }
        }
        if self.bonus == Bonus::Any { best.max(self.opponents_bonus()) } else { best }
    }

    /// The gain of a bonus that moves an opponent's pawn back, from an inner row: a pawn in its goal is locked (R4).
    #[inline(always)]
    fn opponents_bonus(&self) -> V::Lanes {
        let v = self.v;
        let mut best = v.zero();
        for from in 1..GOAL {
            // The opponent counts the rows from the other end.
            let rise = self.rises.of(GOAL - 1 - from, GOAL - from);
            if rise > 0 {
                let has_pawn = v.mask(&self.masks.exactly[from - 1][0]).is_zero();
                let step = v.splat(rise).and(has_pawn);
                best = best.max(if from + 1 == GOAL { step } else { step.and(self.room(from + 1)) });
            }
        }
        best
    }

    /// The gain of an opening onto an inner row and of its follow-up, against opponents who share no inner row with the
    /// mover.
    #[inline(always)]
    fn opening(&self, to: usize) -> V::Lanes {
        let (v, own, after) = (self.v, self.count(to), self.moved(to - 1, to));
        let rise = v.splat(self.rises.of(to - 1, to));
        if own == LIMIT {
            return v.zero();
        }
        if own > 0 {
            // The opponent has no pawn there.
            return rise.add(after.follow_up(own));
        }
        let mut gain = v.zero();
        for theirs in self.masks.range(to) {
            let steps = if theirs == 0 { rise } else { rise.add(after.follow_up(theirs)) };
            gain = gain.or(steps.and(v.mask(&self.masks.exactly[to - 1][theirs])));
        }
        gain
    }

    /// The gain of an opening into the goal and of its follow-up.
    #[inline(always)]
    fn opening_into_goal(&self, rule: Goal) -> V::Lanes {
        let (v, after) = (self.v, self.moved(GOAL - 1, GOAL));
        let rise = v.splat(self.rises.of(GOAL - 1, GOAL));
        match rule {
            Goal::Stop => rise,
            Goal::One => rise.add(after.follow_up(1)),
            Goal::Count => {
                let mut gain = v.zero();
                for theirs in self.masks.home_range() {
                    let steps = (after.count(GOAL) + theirs).min(STEPS_BEYOND_GOAL);
                    let mask = v.mask(&self.masks.at_home[theirs]);
                    gain = gain.or(rise.add(after.follow_up(steps)).and(mask));
                }
                gain
            }
        }
    }
}

/// The gain of a bonus for the mover in a slot.
#[inline(always)]
pub(super) fn bonus<V: Vectors>(v: V, sweep: &Sweep<V::Row>, block: usize, slot: usize) -> V::Lanes {
    Pawns::new(v, sweep, block, slot).bonus()
}

/// The gain of another turn for the mover in a slot, against opponents who share no inner row with it.
#[inline(always)]
pub(super) fn another_turn<V: Vectors>(v: V, sweep: &Sweep<V::Row>, block: usize, slot: usize) -> V::Lanes {
    let pawns = Pawns::new(v, sweep, block, slot);
    let mut best = v.zero();
    for to in (1..GOAL).filter(|&to| pawns.count(to - 1) > 0) {
        best = best.max(pawns.opening(to));
    }
    if pawns.count(GOAL - 1) > 0 {
        best = best.max(pawns.opening_into_goal(sweep.rules.goal));
    }
    best
}
