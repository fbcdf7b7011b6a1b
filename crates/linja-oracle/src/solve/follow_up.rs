//! The innermost loops of the sweep: from every arrangement after an opening, the best follow-up of each length, offered
//! to the arrangements before the opening.

// `n` is a number of steps and an index at once; an iterator would hide the former.
#![allow(clippy::needless_range_loop)]

use super::MOST_STEPS;
use super::sweep::{Scratch, Sweep};
use crate::arrangement::{GROUPS, ROWS};
use crate::cells::Cells;
use crate::geometry::{Geometry, Place, Steps, pair};
use crate::lanes::{Lanes, Vectors};
use crate::layout::layout;
use crate::masks::{BlockMasks, LIMIT};
use crate::plane::Column;

const GOAL: usize = ROWS - 1;
/// How many arrangements ahead rows are prefetched.
const PREFETCH_AHEAD: usize = 4;

/// What a task looks at while it goes through the arrangements after the opening.
#[derive(Clone, Copy)]
struct View<'p, V> {
    v: V,
    values: Column<'p>,
    pending: Column<'p>,
    masks: &'p BlockMasks,
    may_decline: bool,
}

/// The best follow-up by number of steps; index 0 is the turn that ends after the opening.
type ByStep<L> = [L; MOST_STEPS + 1];

/// The same in memory, looked up by the pawns on the landing row after the opening: the opener and the
/// `n` that were there. No row for `n = −1`, and zeros from six steps on, which no opening allows.
type ByPawns = [Cells; 2 * LIMIT];

impl<V: Vectors> View<'_, V> {
    /// The value of ending the turn in this place.
    #[inline(always)]
    fn value(&self, place: Place) -> V::Lanes {
        // SAFETY: a plane of `window_rows` rows; the place is of a finished layer, whose rows no task writes (see
        // `Sweep::run`).
        self.v.load(unsafe { self.values.place(place) })
    }

    /// The value of going on from this place with what was earned.
    #[inline(always)]
    fn pending(&self, place: Place) -> V::Lanes {
        // SAFETY: a plane of `window_rows` rows; only the task of a block uses the block's pending rows, and no reference
        // to one is kept.
        self.v.load(unsafe { self.pending.place(place) })
    }

    /// Prefetches the pending rows of an arrangement that comes soon. Values and pending together do not fit into the
    /// second-level cache; this saves a sixth of the time.
    #[inline(always)]
    fn prefetch_pending<const ANOTHER: bool>(&self, steps: &Steps) {
        if ANOTHER {
            for to in (1..GOAL).filter(|&to| steps.count(to) == 0) {
                for n in 1..=MOST_STEPS.min(to) {
                    self.pending.prefetch(steps.forward[pair(to - n, to)]);
                }
            }
        } else {
            for n in 1..=MOST_STEPS {
                self.pending.prefetch(steps.forward[pair(GOAL - n, GOAL)]);
            }
        }
    }
}

/// Fills `scratch.best` (and for another turn `scratch.best_again`) for all movers of an advance.
#[inline(always)]
pub(super) fn best_turns<V: Vectors, const ANOTHER: bool>(
    v: V,
    sweep: &Sweep,
    block: usize,
    advance: usize,
    scratch: &mut Scratch,
) {
    if advance + 1 >= GROUPS {
        return;
    }
    let geometry = &sweep.geometry;
    let view = View {
        v,
        values: sweep.values.block(block),
        pending: sweep.pending.block(block),
        masks: &geometry.masks[block],
        may_decline: sweep.may_decline(),
    };
    let goal_steps = sweep.goal_opening_steps();
    let mut turn: ByPawns = [Cells::ZERO; _];
    let mut again: ByPawns = [Cells::ZERO; _];
    for opened in layout().group(advance + 1) {
        let steps = &geometry.steps[opened];
        if view.masks.all_illegal(steps.counts) {
            continue;
        }
        if let Some(soon) = geometry.steps.get(opened + PREFETCH_AHEAD) {
            view.prefetch_pending::<ANOTHER>(soon);
        }
        let still = view.value(geometry.place(opened));
        let openers = &geometry.openers[opened];
        if ANOTHER {
            let over = passed_lanes(geometry, view.masks, opened);
            follow_ups_or_another_turn(&view, steps, still, over, &mut turn, &mut again);
            let tiles = [&mut scratch.best[..], &mut scratch.best_again[..]];
            hand_back(v, view.masks, steps, openers, goal_steps, [&turn, &again], tiles);
        } else {
            follow_ups(&view, steps, still, &mut turn);
            hand_back(v, view.masks, steps, openers, goal_steps, [&turn], [&mut scratch.best[..]]);
        }
    }
}

/// The opponents that a slot has passed, if the block has any.
#[inline(always)]
pub(super) fn passed_lanes<'a>(geometry: &Geometry, masks: &'a BlockMasks, slot: usize) -> Option<&'a Cells> {
    let needed = ROWS - usize::from(geometry.rears[slot]);
    (usize::from(masks.furthest_rear) >= needed).then(|| &masks.rear_at_least[needed])
}

/// Editions with a bonus: a follow-up that reaches the goal exactly goes on with it.
#[inline(always)]
fn follow_ups<V: Vectors>(view: &View<V>, steps: &Steps, still: V::Lanes, turn: &mut ByPawns) {
    let mut best = [view.v.zero(); MOST_STEPS + 1];
    for to in 1..GOAL {
        for n in 1..=MOST_STEPS.min(to) {
            best[n] = best[n].max(view.value(steps.forward[pair(to - n, to)]));
        }
    }
    let mut dropping_steps = view.v.zero();
    for n in 1..=MOST_STEPS {
        let into_goal = steps.forward[pair(GOAL - n, GOAL)];
        best[n] = best[n].max(dropping_steps).max(view.pending(into_goal));
        dropping_steps = dropping_steps.max(view.value(into_goal));
    }
    put(or_still(view.may_decline, best, still), turn);
}

/// The edition with another turn: the best follow-ups, and the best that earn nothing further.
#[inline(always)]
fn follow_ups_or_another_turn<V: Vectors>(
    view: &View<V>,
    steps: &Steps,
    still: V::Lanes,
    over: Option<&Cells>,
    turn: &mut ByPawns,
    again: &mut ByPawns,
) {
    let v = view.v;
    // Common to both, in registers: landings on rows with own pawns, and in the goal.
    let mut best = [v.zero(); MOST_STEPS + 1];
    for to in 1..GOAL {
        if steps.count(to) != 0 {
            for n in 1..=MOST_STEPS.min(to) {
                best[n] = best[n].max(view.value(steps.forward[pair(to - n, to)]));
            }
        }
    }
    let mut into_goal = v.zero();
    for n in 1..=MOST_STEPS {
        into_goal = into_goal.max(view.value(steps.forward[pair(GOAL - n, GOAL)]));
        best[n] = best[n].max(into_goal);
    }
    put(best, turn);
    put(best, again);
    for to in 1..GOAL {
        if steps.count(to) == 0 {
            let empty = v.load(&view.masks.exactly[to - 1][0]);
            for n in 1..=MOST_STEPS.min(to) {
                let landing = steps.forward[pair(to - n, to)];
                let value = view.value(landing);
                offer(v, &mut again[n + 1], value);
                offer(v, &mut turn[n + 1], view.pending(landing).where_else(empty, value));
            }
        }
    }
    for rows in [turn, again] {
        let mut best = or_still(view.may_decline, get(v, rows), still);
        if let Some(over) = over {
            let over = v.load(over);
            best = best.map(|follow_up| still.where_else(over, follow_up));
        }
        put(best, rows);
    }
}

/// No follow-up: where none is possible, and wherever it may be declined.
#[inline(always)]
fn or_still<L: Lanes>(may_decline: bool, mut best: ByStep<L>, still: L) -> ByStep<L> {
    best[0] = still;
    for follow_up in &mut best[1..] {
        let alternative = if may_decline { still } else { still.and(follow_up.is_zero()) };
        *follow_up = follow_up.max(alternative);
    }
    best
}

#[inline(always)]
fn put<L: Lanes>(best: ByStep<L>, rows: &mut ByPawns) {
    for (lanes, row) in best.into_iter().zip(&mut rows[1..]) {
        lanes.store(row);
    }
}

#[inline(always)]
fn get<V: Vectors>(v: V, rows: &ByPawns) -> ByStep<V::Lanes> {
    std::array::from_fn(|n| v.load(&rows[n + 1]))
}

/// Offers the follow-ups to every arrangement that can have opened into this one.
///
/// Without a branch on the arrangement: where no pawn stands on the landing row the offer goes to a row that is never
/// read, and the loop over the opponent's counts is the same for all movers of a block.
#[inline(always)]
#[allow(clippy::needless_pass_by_value, reason = "a borrow of borrows would only add a step")]
fn hand_back<V: Vectors, const KINDS: usize>(
    v: V,
    masks: &BlockMasks,
    steps: &Steps,
    openers: &[u16; ROWS],
    goal_steps: usize,
    turns: [&ByPawns; KINDS],
    tiles: [&mut [Cells]; KINDS],
) {
    for landing in 1..GOAL {
        let own = steps.count(landing);
        let mut chosen = [v.zero(); KINDS];
        for theirs in masks.range(landing) {
            let mask = v.load(&masks.exactly[landing - 1][theirs]);
            for kind in 0..KINDS {
                chosen[kind] = chosen[kind].or(v.load(&turns[kind][own + theirs]).and(mask));
            }
        }
        for kind in 0..KINDS {
            offer(v, &mut tiles[kind][usize::from(openers[landing - 1])], chosen[kind]);
        }
    }
    for kind in 0..KINDS {
        let opener = usize::from(openers[GOAL - 1]);
        offer(v, &mut tiles[kind][opener], v.load(&turns[kind][goal_steps + 1]));
    }
}

#[inline(always)]
fn offer<V: Vectors>(v: V, row: &mut Cells, lanes: V::Lanes) {
    v.load(row).max(lanes).store(row);
}
