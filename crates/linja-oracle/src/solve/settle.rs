//! The end of a task and of a layer: positions that are over, illegal cells, passes, and the way
//! of the results into the plane of values.

use super::sweep::{Scratch, Sweep, slots_of};
use super::{Counts, follow_up::passed_lanes};
use crate::index::ROWS;
use crate::lanes::{LANES, Lanes, Row};
use crate::masks::{BlockMasks, INNER};
use crate::transpose::transpose;

/// The last row from which a step leads into the goal, which is never full.
const BEFORE_GOAL: usize = ROWS - 2;

/// Turns the best turn of every mover into the value for its opponent.
#[inline(always)]
pub(super) fn rows<L: Lanes>(sweep: &Sweep, block: usize, advance: usize, scratch: &mut Scratch) {
    let masks = &sweep.geometry.masks[block];
    let group = sweep.geometry.layout.group(advance);
    for mover in group.clone() {
        let row = mover - group.start;
        let counts = sweep.geometry.steps[mover].counts;
        if masks.all_illegal(counts) {
            scratch.best[row] = Row::ZERO;
            scratch.best_again[row] = Row::ZERO;
        } else {
            settle_row::<L>(sweep, block, mover, row, scratch);
        }
        if sweep.rules.another_turn {
            let pending = sweep.pending.block(block);
            // SAFETY: places are rows of the plane; in this layer only this task uses the block.
            *unsafe { pending.row_mut(sweep.geometry.place(mover)) } = scratch.best_again[row];
        }
    }
}

#[inline(always)]
fn settle_row<L: Lanes>(sweep: &Sweep, block: usize, mover: usize, row: usize, scratch: &mut Scratch) {
    let masks = &sweep.geometry.masks[block];
    let counts = sweep.geometry.steps[mover].counts;
    let legal: L = if masks.some_illegal(counts) { legal_lanes(masks, counts) } else { real_lanes(masks) };
    if let Some(over) = passed_lanes(&sweep.geometry, masks, mover) {
        let over_bits = L::load(over).and(legal).high_bits();
        let without = L::load(&scratch.best[row]).is_zero().high_bits();
        scratch.counts.passed += u64::from(over_bits.count_ones());
        scratch.counts.without_opening += u64::from((over_bits & without).count_ones());
        for (lane, opponent) in slots_of(block).enumerate() {
            if over.0[lane] != 0 {
                scratch.best[row].0[lane] = sweep.margin(mover, opponent);
                scratch.best_again[row].0[lane] = scratch.best[row].0[lane];
            }
        }
    }
    let best = L::load(&scratch.best[row]).and(legal);
    best.negate().store(&mut scratch.best[row]);
    L::load(&scratch.best_again[row]).and(legal).store(&mut scratch.best_again[row]);
    let legal_bits = legal.high_bits();
    scratch.counts.positions += u64::from(legal_bits.count_ones());
    // With a pawn before the goal there is always an opening.
    if (counts >> (8 * BEFORE_GOAL)).trailing_zeros() >= 8 {
        let mut without = best.is_zero().high_bits() & legal_bits;
        while without != 0 {
            scratch.passes.push((mover, block * LANES + without.trailing_zeros() as usize));
            without &= without - 1;
        }
    }
}

/// The opponents with whom a mover shares no overfull row.
#[inline(always)]
fn legal_lanes<L: Lanes>(masks: &BlockMasks, counts: u64) -> L {
    let limit = masks.at_most[0].len() - 1;
    let mut legal = real_lanes(masks);
    for inner in 0..INNER {
        let own = (counts >> (8 * (inner + 1))) as usize & 0xff;
        legal = L::load(&masks.at_most[inner][limit - own]).and(legal);
    }
    legal
}

/// The lanes that are not padding.
#[inline(always)]
fn real_lanes<L: Lanes>(masks: &BlockMasks) -> L {
    L::load(&masks.rear_at_least[0])
}

/// Writes the results of a task where the opponents will read them, once they are to move.
pub(super) fn turn_over(sweep: &Sweep, block: usize, advance: usize, scratch: &Scratch) {
    let group = sweep.geometry.layout.padded_group(advance);
    let place = sweep.geometry.place(block * LANES);
    for (square, slot) in scratch.best.as_chunks::<LANES>().0.iter().zip(group.step_by(LANES)) {
        let values = sweep.values.block(slot / LANES);
        // SAFETY: the cells of movers of this advance against this block belong to this task; no
        // other task of the layer reads or writes them.
        transpose(square, unsafe { values.square_mut(place) });
    }
}

/// After a layer: players without an opening pass (R1), which is a position of the same layer.
pub(super) fn passes(sweep: &Sweep, workers: &mut [Scratch], counts: &mut Counts) {
    for scratch in workers.iter_mut() {
        counts.positions += std::mem::take(&mut scratch.counts.positions);
        counts.passed += std::mem::take(&mut scratch.counts.passed);
        counts.without_opening += std::mem::take(&mut scratch.counts.without_opening);
        counts.without_opening += scratch.passes.len() as u64;
    }
    let all = || workers.iter().flat_map(|scratch| &scratch.passes);
    // A pass cell is still 0 here; so is that of a player who could only pass back.
    let found: Vec<_> = all()
        .map(|&(mover, opponent)| match cell(sweep, mover, opponent) {
            0 => (mover, opponent, None),
            other => (mover, opponent, Some(other)),
        })
        .collect();
    for (mover, opponent, other) in found {
        counts.stuck += u64::from(other.is_none());
        let for_mover = other.unwrap_or_else(|| sweep.margin(mover, opponent));
        set_cell(sweep, opponent, mover, for_mover.wrapping_neg());
    }
    if sweep.rules.another_turn {
        all().for_each(|&(mover, opponent)| end_other_turn(sweep, mover, opponent));
    }
    for scratch in workers {
        scratch.passes.clear();
    }
}

/// Another turn without a possible opening simply ends the turn (R7).
fn end_other_turn(sweep: &Sweep, mover: usize, opponent: usize) {
    let value = cell(sweep, mover, opponent);
    let place = sweep.geometry.place(mover);
    // SAFETY: places are rows of the plane, and no task is running.
    unsafe { sweep.pending.block(opponent / LANES).row_mut(place) }.0[opponent % LANES] = value;
}

/// The value for `x`, who has just moved, when `y` is to move.
pub(super) fn cell(sweep: &Sweep, x: usize, y: usize) -> u8 {
    let place = sweep.geometry.place(x);
    // SAFETY: places are rows of the plane; the callers ask for cells of finished layers or, like
    // `passes`, while no task is running.
    unsafe { sweep.values.block(y / LANES).row(place) }.0[y % LANES]
}

fn set_cell(sweep: &Sweep, x: usize, y: usize, value: u8) {
    let place = sweep.geometry.place(x);
    // SAFETY: places are rows of the plane, and no task is running.
    unsafe { sweep.values.block(y / LANES).row_mut(place) }.0[y % LANES] = value;
}
