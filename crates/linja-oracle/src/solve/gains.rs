//! The rest of a turn after the end condition has held in it, where the turn is finished first and may mix the colours
//! again ([`Ending::Latched`](super::shape::Ending)).
//!
//! From then on only the score counts, and only the mover's pawns, or an opponent's in a bonus, change it. So the best rest
//! of the turn is a *gain* in points that depends on the moves that are possible, not on the values of later positions. A
//! move forward never costs points: declining is never better, and gains are not negative.
//!
//! Gains of what is earned are kept in a plane, both in one byte: the low half holds the gain of another turn, at most 14;
//! the two highest bits hold that of a bonus, 0 to 2.

use super::follow_up::View;
use super::shape::Shape;
use crate::arrangement::{Arrangement, ROWS};
use crate::geometry::{Steps, pair};
use crate::lanes::{Lanes, Vectors};
use linja::RuleSet;

const GOAL: usize = ROWS - 1;
/// Bits for a bonus that gains at least one point, and at least two.
const BONUS_GAINS: [u8; 2] = [0x40, 0x80];
/// The bits for the gain of another turn.
const TURN_GAIN: u8 = 0x0f;

/// The points that one pawn gains by moving forward, by pair of rows.
pub(super) struct Rises([u8; ROWS * (ROWS - 1) / 2]);

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

    /// One step from `row` as the bits for a bonus. A greater gain has the greater number.
    #[inline(always)]
    pub fn bonus_bits(&self, row: usize) -> u8 {
        match self.of(row, row + 1) {
            0 => 0,
            1 => BONUS_GAINS[0],
            _ => BONUS_GAINS[0] | BONUS_GAINS[1],
        }
    }
}

/// 0xff in lanes that are not 0.
#[inline(always)]
pub(super) fn some<L: Lanes>(lanes: L) -> L {
    lanes.is_zero().is_zero()
}

/// The gain of another turn, from a row of the plane.
#[inline(always)]
fn turn_gain<V: Vectors>(v: V, gains: V::Lanes) -> V::Lanes {
    gains.and(v.splat(TURN_GAIN))
}

/// The gain of a bonus, from a row of the plane or from its bits alone.
#[inline(always)]
pub(super) fn bonus_gain<V: Vectors>(v: V, gains: V::Lanes) -> V::Lanes {
    // A mask is −1 as a byte.
    let no_point = gains.and(v.splat(BONUS_GAINS[0])).is_zero();
    let no_second = gains.and(v.splat(BONUS_GAINS[1])).is_zero();
    v.splat(2).add(no_point).add(no_second)
}

/// The gains of the follow-ups after an opening, by number of steps: of the best that may earn another turn, if `again`, and
/// of the best that may not.
#[inline(always)]
pub(super) fn follow_ups<V: Vectors, S: Shape, const N: usize>(
    view: &View<'_, V, S>,
    steps: &Steps,
    again: bool,
) -> [[V::Lanes; N]; 2] {
    let v = view.v;
    let (mut first, mut second) = ([v.zero(); N], [v.zero(); N]);
    for to in 1..GOAL {
        let may_earn = again && steps.count(to) == 0;
        let empty = v.load(&view.masks.exactly[to - 1][0]);
        for n in 1..N.min(to + 1) {
            let landing = steps.forward[pair(to - n, to)];
            let legal = some(view.value(landing));
            let rise = v.splat(view.rises.of(to - n, to)).and(legal);
            second[n] = second[n].max(rise);
            first[n] = first[n].max(rise);
            if may_earn {
                let earned = turn_gain(v, view.gains(landing)).and(legal).and(empty);
                first[n] = first[n].max(rise.add(earned));
            }
        }
    }
    let mut dropping_steps = v.zero();
    for n in 1..N {
        let mut best = dropping_steps;
        if n <= GOAL {
            let landing = steps.forward[pair(GOAL - n, GOAL)];
            let legal = some(view.value(landing));
            let rise = v.splat(view.rises.of(GOAL - n, GOAL)).and(legal);
            best = best.max(rise);
            if view.shape.bonus() {
                best = best.max(rise.add(bonus_gain(v, view.gains(landing)).and(legal)));
            }
            dropping_steps = dropping_steps.max(rise);
        }
        first[n] = first[n].max(best);
        second[n] = second[n].max(best);
    }
    [first, second]
}
