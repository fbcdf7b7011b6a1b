//! The innermost loops of the sweep: from every arrangement after an opening, the best follow-up of each length, offered
//! to the arrangements before the opening.
//!
//! Up to two kinds of best turns are found together: those of a whole turn, and those of another turn, which earn no further
//! one.

// `n` is a number of steps and an index at once; an iterator would hide the former.
#![allow(clippy::needless_range_loop)]

use super::gains::Rises;
use super::shape::{Ending, Shape};
use super::sweep::{Scratch, Sweep};
use super::{MOST_STEPS, STEPS_BEYOND_GOAL};
use crate::arrangement::{GOAL, GROUPS, ROWS};
use crate::cell_row::CellRow;
use crate::geometry::{Geometry, Place, Steps, pair};
use crate::lanes::{Lanes, Vectors};
use crate::layout::layout;
use crate::masks::{BlockMasks, INNER, LIMIT};
use crate::plane::Column;
use linja::Goal;

/// How many arrangements ahead rows are prefetched.
const PREFETCH_AHEAD: usize = 4;
/// Few follow-ups: none and those of up to [`MOST_STEPS`].
pub(super) const FEW: usize = MOST_STEPS + 1;
/// All follow-ups that `goal count` allows.
pub(super) const MANY: usize = STEPS_BEYOND_GOAL + 1;
/// The kinds of best turns.
const WHOLE: usize = 0;
const AGAIN: usize = 1;

/// What a task looks at while it goes through the arrangements after the opening.
#[derive(Clone, Copy)]
struct View<'p, V: Vectors, S> {
    v: V,
    shape: S,
    values: Column<'p, V::Row>,
    again: Column<'p, V::Row>,
    bonus: Column<'p, V::Row>,
    masks: &'p BlockMasks,
    rises: &'p Rises,
    goal: Goal,
    may_decline: bool,
}

/// An arrangement after the opening, against the opponents of a block.
struct Opened<'g, V: Vectors> {
    steps: &'g Steps,
    /// The value of ending the turn here.
    still: V::Lanes,
    /// The opponents against whom the opening has ended the game, if that matters.
    over: Option<V::Lanes>,
}

/// The best follow-up by number of steps; index 0 is the turn that ends after the opening.
type ByStep<L, const N: usize> = [L; N];

/// The same in memory.
#[derive(Clone, Copy)]
struct Found<R> {
    /// Looked up by the pawns on the landing row after the opening: the opener and the `n` that were there. No row for
    /// `n = −1`, and zeros from six steps on, which no opening onto an inner row allows.
    by_pawns: [R; 2 * LIMIT],
    /// By number of steps, for openings into the goal; only for `goal count`.
    by_steps: [R; MANY],
}

impl<R: CellRow> Found<R> {
    const NONE: Found<R> = Found { by_pawns: [R::ZERO; _], by_steps: [R::ZERO; _] };

    #[inline(always)]
    fn put<L: Lanes<Row = R>, const N: usize>(&mut self, best: ByStep<L, N>) {
        for n in 0..=MOST_STEPS {
            best[n].store(&mut self.by_pawns[n + 1]);
        }
        if N > FEW {
            for n in 0..N {
                best[n].store(&mut self.by_steps[n]);
            }
        }
    }

    /// Keeps what is found until all is complete.
    #[inline(always)]
    fn keep<L: Lanes<Row = R>, const N: usize>(&mut self, best: ByStep<L, N>) {
        if N == FEW {
            return self.put(best);
        }
        for n in 1..N {
            best[n].store(self.row(n));
        }
    }

    #[inline(always)]
    fn get<V: Vectors<Row = R>, const N: usize>(&self, v: V) -> ByStep<V::Lanes, N> {
        let mut best = [v.zero(); N];
        for n in 0..=MOST_STEPS {
            best[n] = v.load(&self.by_pawns[n + 1]);
        }
        for n in FEW..N {
            best[n] = v.load(&self.by_steps[n]);
        }
        best
    }

    /// Where the follow-up of `n` steps is kept until all are complete.
    #[inline(always)]
    fn row(&mut self, n: usize) -> &mut R {
        if n <= MOST_STEPS { &mut self.by_pawns[n + 1] } else { &mut self.by_steps[n] }
    }
}

impl<V: Vectors, S: Shape> View<'_, V, S> {
    /// The value of ending the turn in this place.
    #[inline(always)]
    fn value(&self, place: Place) -> V::Lanes {
        // SAFETY: a plane of `window_rows` rows; the place is of a finished layer, whose rows no task writes (see
        // `Sweep::run`).
        self.v.load(unsafe { self.values.place(place) })
    }

    /// The value of a follow-up onto an inner row that earns nothing. Where the end condition has held before it, only the
    /// points count; a follow-up into the goal needs no such care, since the colours stay apart.
    #[inline(always)]
    fn landed(&self, opened: &Opened<V>, from: usize, to: usize) -> V::Lanes {
        let value = self.value(opened.steps.forward[pair(from, to)]);
        match opened.over.filter(|_| self.shape.ending() == Ending::Latched) {
            None => value,
            Some(over) => {
                let score = opened.still.add(self.v.splat(self.rises.of(from, to)));
                self.v.ended(score).and(some(value)).where_else(over, value)
            }
        }
    }

    /// The value of going on from this place with a bonus.
    #[inline(always)]
    fn bonus(&self, place: Place) -> V::Lanes {
        // SAFETY: with a bonus this is a plane of `window_rows` rows; only the task of a block uses the block's rows, and no
        // reference to one is kept.
        self.v.load(unsafe { self.bonus.place(place) })
    }

    /// The value of going on from this place with another turn.
    #[inline(always)]
    fn again(&self, place: Place) -> V::Lanes {
        // SAFETY: as for `bonus`, with another turn.
        self.v.load(unsafe { self.again.place(place) })
    }

    /// Prefetches the pending rows of an arrangement that comes soon. Values and pending together do not fit into the
    /// second-level cache; this saves a sixth of the time.
    #[inline(always)]
    fn prefetch_pending<const KINDS: usize>(&self, steps: &Steps) {
        if KINDS > AGAIN {
            for to in (1..GOAL).filter(|&to| steps.count(to) == 0) {
                for n in 1..=MOST_STEPS.min(to) {
                    self.again.prefetch(steps.forward[pair(to - n, to)]);
                }
            }
        }
        if self.shape.bonus() {
            for n in 1..=MOST_STEPS {
                self.bonus.prefetch(steps.forward[pair(GOAL - n, GOAL)]);
            }
        }
    }
}

/// Fills the first `KINDS` tiles of the worker for all movers of an advance. `N` is [`FEW`] or [`MANY`].
#[inline(always)]
pub(super) fn best_turns<V: Vectors, S: Shape, const N: usize, const KINDS: usize>(
    v: V,
    shape: S,
    sweep: &Sweep<V::Row>,
    block: usize,
    advance: usize,
    scratch: &mut Scratch<V::Row>,
) {
    if advance + 1 >= GROUPS {
        return;
    }
    let geometry = &sweep.geometry;
    let view = View {
        v,
        shape,
        values: sweep.values.block(block),
        again: sweep.again.block(block),
        bonus: sweep.bonus.block(block),
        masks: &geometry.masks[block],
        rises: &sweep.rises,
        goal: sweep.rules.goal,
        may_decline: sweep.may_decline(),
    };
    let mut found = [Found::NONE; KINDS];
    for slot in layout().group(advance + 1) {
        let steps = &geometry.steps[slot];
        if view.masks.all_illegal(steps.counts) {
            continue;
        }
        if let Some(soon) = geometry.steps.get(slot + PREFETCH_AHEAD) {
            view.prefetch_pending::<KINDS>(soon);
        }
        let still = view.value(geometry.place(slot));
        let over = match shape.ending() {
            Ending::Natural => None,
            Ending::AtOnce | Ending::Latched => over_lanes(v, shape.apart(), geometry, view.masks, slot),
        };
        let opened = Opened { steps, still, over };
        follow_ups::<V, S, N, KINDS>(&view, &opened, &mut found);
        hand_back::<V, S, N, KINDS>(&view, steps, &geometry.openers[slot], &found, &mut scratch.tiles);
    }
}

/// The opponents of the block against whom the end condition holds, if there are any.
#[inline(always)]
pub(super) fn over_lanes<V: Vectors>(
    v: V,
    apart: bool,
    geometry: &Geometry,
    masks: &BlockMasks,
    slot: usize,
) -> Option<V::Lanes> {
    if !apart {
        let needed = ROWS - usize::from(geometry.rears[slot]);
        return (usize::from(masks.furthest_rear) >= needed).then(|| v.mask(&masks.rear_at_least[needed]));
    }
    let steps = &geometry.steps[slot];
    if masks.none_apart(steps.counts) {
        return None;
    }
    let mut lanes = v.mask(&masks.rear_at_least[0]);
    for inner in 0..INNER {
        if steps.count(inner + 1) != 0 {
            lanes = lanes.and(v.mask(&masks.exactly[inner][0]));
        }
    }
    (lanes.high_bits() != 0).then_some(lanes)
}

/// The best follow-ups of every kind after one opening.
#[inline(always)]
fn follow_ups<V: Vectors, S: Shape, const N: usize, const KINDS: usize>(
    view: &View<V, S>,
    opened: &Opened<V>,
    found: &mut [Found<V::Row>; KINDS],
) {
    let (v, steps, has_again) = (view.v, opened.steps, KINDS > AGAIN);
    // Common to all kinds, in registers: landings on inner rows that earn nothing, and in the goal.
    let mut best = [v.zero(); N];
    for to in 1..GOAL {
        if !has_again || steps.count(to) != 0 {
            for n in 1..N.min(to + 1) {
                best[n] = best[n].max(view.landed(opened, to - n, to));
            }
        }
    }
    let mut into_goal = v.zero();
    for n in 1..N {
        if n <= GOAL {
            let landing = steps.forward[pair(GOAL - n, GOAL)];
            if view.shape.bonus() {
                best[n] = best[n].max(into_goal).max(view.bonus(landing));
                into_goal = into_goal.max(view.value(landing));
            } else {
                into_goal = into_goal.max(view.value(landing));
                best[n] = best[n].max(into_goal);
            }
        } else {
            best[n] = into_goal;
        }
    }
    if !has_again {
        found[WHOLE].put(finished(view, best, opened));
        return;
    }
    found[WHOLE].keep(best);
    found[AGAIN].keep(best);
    for to in 1..GOAL {
        if steps.count(to) == 0 {
            let empty = v.mask(&view.masks.exactly[to - 1][0]);
            for n in 1..N.min(to + 1) {
                let value = view.landed(opened, to - n, to);
                offer(v, found[AGAIN].row(n), value);
                let mut again = view.again(steps.forward[pair(to - n, to)]);
                if view.shape.may_stop() {
                    again = again.max(value);
                }
                offer(v, found[WHOLE].row(n), again.where_else(empty, value));
            }
        }
    }
    for kind in [WHOLE, AGAIN] {
        let best = found[kind].get::<V, N>(v);
        found[kind].put(finished(view, best, opened));
    }
}

/// The follow-ups, or none where none is made; the score where the opening has ended the game at once.
#[inline(always)]
fn finished<V: Vectors, S: Shape, const N: usize>(
    view: &View<V, S>,
    mut best: ByStep<V::Lanes, N>,
    opened: &Opened<V>,
) -> ByStep<V::Lanes, N> {
    let still = opened.still;
    best[0] = still;
    for n in 1..N {
        let alternative = if view.may_decline { still } else { still.and(best[n].is_zero()) };
        best[n] = best[n].max(alternative);
    }
    if let Some(over) = opened.over.filter(|_| view.shape.ending() == Ending::AtOnce) {
        for n in 0..N {
            best[n] = still.where_else(over, best[n]);
        }
    }
    best
}

/// Offers the follow-ups to every arrangement that can have opened into this one.
///
/// Without a branch on the arrangement: where no pawn stands on the landing row the offer goes to a row that is never
/// read, and the loop over the opponent's counts is the same for all movers of a block.
#[inline(always)]
fn hand_back<V: Vectors, S: Shape, const N: usize, const KINDS: usize>(
    view: &View<V, S>,
    steps: &Steps,
    openers: &[u16; ROWS],
    found: &[Found<V::Row>; KINDS],
    tiles: &mut [Vec<V::Row>; 2],
) {
    let (v, masks) = (view.v, view.masks);
    for landing in 1..GOAL {
        let own = steps.count(landing);
        let mut chosen = [v.zero(); KINDS];
        for theirs in masks.range(landing) {
            let mask = v.mask(&masks.exactly[landing - 1][theirs]);
            for kind in 0..KINDS {
                chosen[kind] = chosen[kind].or(v.load(&found[kind].by_pawns[own + theirs]).and(mask));
            }
        }
        offer_all(v, openers[landing - 1], chosen, tiles);
    }
    let mut chosen = [v.zero(); KINDS];
    for kind in 0..KINDS {
        chosen[kind] = match view.goal {
            _ if N > FEW => into_goal(v, masks, steps.count(GOAL), &found[kind]),
            Goal::Stop => v.load(&found[kind].by_pawns[1]),
            Goal::One | Goal::Count => v.load(&found[kind].by_pawns[2]),
        };
    }
    offer_all(v, openers[GOAL - 1], chosen, tiles);
}

/// `goal count`: the follow-ups of as many steps as there are pawns in the goal now, the opener included (H3).
#[inline(always)]
fn into_goal<V: Vectors>(v: V, masks: &BlockMasks, own: usize, found: &Found<V::Row>) -> V::Lanes {
    let mut chosen = v.zero();
    for theirs in masks.home_range() {
        let steps = (own + theirs).min(STEPS_BEYOND_GOAL);
        chosen = chosen.or(v.load(&found.by_steps[steps]).and(v.mask(&masks.at_home[theirs])));
    }
    chosen
}

/// Offers what an opening onto one row leads to, to the arrangement before it.
#[inline(always)]
fn offer_all<V: Vectors, const KINDS: usize>(
    v: V,
    opener: u16,
    chosen: [V::Lanes; KINDS],
    tiles: &mut [Vec<V::Row>; 2],
) {
    for kind in 0..KINDS {
        offer(v, &mut tiles[kind][usize::from(opener)], chosen[kind]);
    }
}

/// 0xff in lanes that are not 0.
#[inline(always)]
fn some<L: Lanes>(lanes: L) -> L {
    lanes.is_zero().is_zero()
}

#[inline(always)]
fn offer<V: Vectors>(v: V, row: &mut V::Row, lanes: V::Lanes) {
    v.load(row).max(lanes).store(row);
}
