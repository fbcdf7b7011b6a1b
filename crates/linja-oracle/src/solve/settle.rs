//! The end of a task and of a layer: positions that are over, illegal cells, passes, and writing the results into the
//! plane of values.

use super::follow_up::over_lanes;
use super::gains;
use super::shape::Ending;
use super::sweep::{Scratch, Sweep};
use crate::arrangement::ROWS;
use crate::cell_row::CellRow;
use crate::cells::LANES;
use crate::counts::Counts;
use crate::lanes::{Lanes as _, Vectors};
use crate::layout::layout;
use crate::masks::{BlockMasks, INNER};

/// The last row from which a step leads into the goal, which is never full.
const BEFORE_GOAL: usize = ROWS - 2;

/// Turns the best turn of every mover into the value for its opponent, and stores what another turn is worth.
#[inline(always)]
pub(super) fn rows<V: Vectors>(
    v: V,
    sweep: &Sweep<V::Row>,
    block: usize,
    advance: usize,
    scratch: &mut Scratch<V::Row>,
) {
    let masks = &sweep.geometry.masks[block];
    let group = layout().group(advance);
    for mover in group.clone() {
        let row = mover - group.start;
        let counts = sweep.geometry.steps[mover].counts;
        if masks.all_illegal(counts) {
            scratch.tiles.iter_mut().for_each(|tile| tile[row] = V::Row::ZERO);
        } else {
            settle_row(v, sweep, block, mover, row, scratch);
        }
        let place = sweep.geometry.place(mover).row();
        if sweep.has_again() {
            // SAFETY: only the task of a block uses the block's rows.
            *unsafe { sweep.again.block(block).row_mut(place) } = scratch.tiles[1][row];
        }
    }
}

#[inline(always)]
fn settle_row<V: Vectors>(
    v: V,
    sweep: &Sweep<V::Row>,
    block: usize,
    mover: usize,
    row: usize,
    scratch: &mut Scratch<V::Row>,
) {
    let masks = &sweep.geometry.masks[block];
    let counts = sweep.geometry.steps[mover].counts;
    let legal = if masks.some_illegal(counts) { legal_lanes(v, masks, counts) } else { real_lanes(v, masks) };
    let [best_row, again_row] = scratch.tiles.each_mut().map(|tile| &mut tile[row]);
    let (mut best, mut again) = (v.load(best_row), v.load(again_row));
    let mut ended = None;
    if let Some(over) = over_lanes(v, sweep.is_apart(), &sweep.geometry, masks, mover) {
        let over_bits = over.and(legal).high_bits();
        let without = best.is_zero().high_bits();
        scratch.counts.ended += u64::from(over_bits.count_ones());
        scratch.counts.without_opening += u64::from((over_bits & without).count_ones());
        let score = sweep.margins(v, mover, block);
        ended = Some((over, v.ended(score.negate())));
        best = score.where_else(over, best);
        let last = match sweep.ending {
            // Another turn without a possible opening ends the turn (R7).
            Ending::Natural => score.where_else(again.is_zero(), again),
            Ending::Latched if sweep.has_again() => {
                v.ended(score.add(gains::another_turn(v, sweep, block, mover)))
            }
            Ending::AtOnce | Ending::Latched => score,
        };
        again = last.where_else(over, again);
    }
    let best = best.and(legal);
    let mut for_opponent = v.before_turn(best);
    if let Some((over, score)) = ended.filter(|_| V::Row::COUNTS_TURNS) {
        for_opponent = score.where_else(over, for_opponent);
    }
    for_opponent.and(legal).store(best_row);
    again.and(legal).store(again_row);
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
fn legal_lanes<V: Vectors>(v: V, masks: &BlockMasks, counts: u64) -> V::Lanes {
    let limit = masks.at_most[0].len() - 1;
    let mut legal = real_lanes(v, masks);
    for inner in 0..INNER {
        let own = (counts >> (8 * (inner + 1))) as usize & 0xff;
        legal = v.mask(&masks.at_most[inner][limit - own]).and(legal);
    }
    legal
}

/// The lanes that are not padding.
#[inline(always)]
fn real_lanes<V: Vectors>(v: V, masks: &BlockMasks) -> V::Lanes {
    v.mask(&masks.rear_at_least[0])
}

/// Transposes the results of a task into the rows of its block, in the columns of its movers: where the tasks of lower
/// layers read them, in which the movers are the opponents.
pub(super) fn write_back<R: CellRow>(sweep: &Sweep<R>, block: usize, advance: usize, scratch: &Scratch<R>) {
    let group = layout().padded_group(advance);
    let place = sweep.geometry.place(block * LANES).row();
    for (square, slot) in scratch.tiles[0].as_chunks::<LANES>().0.iter().zip(group.step_by(LANES)) {
        let values = sweep.values.block(slot / LANES);
        // SAFETY: in this layer only this task writes the rows of this block, and no task reads them (see `Sweep::run`).
        R::transpose(square, unsafe { values.square_mut(place) });
    }
}

/// After a layer: players without an opening pass (R1), which is a position of the same layer.
pub(super) fn passes<R: CellRow>(sweep: &Sweep<R>, workers: &mut [Scratch<R>], counts: &mut Counts) {
    for scratch in workers.iter_mut() {
        counts.positions += std::mem::take(&mut scratch.counts.positions);
        counts.ended += std::mem::take(&mut scratch.counts.ended);
        counts.without_opening += std::mem::take(&mut scratch.counts.without_opening);
        counts.without_opening += scratch.passes.len() as u64;
    }
    let all = || workers.iter().flat_map(|scratch| &scratch.passes);
    // The cell of a pass is still 0 here; so is that of a player who could only pass back.
    let found: Vec<_> = all()
        .map(|&(mover, opponent)| {
            let other = cell(sweep, mover, opponent);
            (mover, opponent, (R::value(other) != 0).then_some(other))
        })
        .collect();
    for (mover, opponent, other) in found {
        counts.stuck += u64::from(other.is_none());
        let for_opponent = match other {
            Some(other) => R::before_turn(sweep.context, other),
            None => R::ended(sweep.context, sweep.margin(opponent, mover)),
        };
        set_cell(sweep, opponent, mover, for_opponent);
    }
    if sweep.has_again() {
        all().for_each(|&(mover, opponent)| end_other_turn(sweep, mover, opponent));
    }
    for scratch in workers {
        scratch.passes.clear();
    }
}

/// Another turn without a possible opening ends the turn (R7).
fn end_other_turn<R: CellRow>(sweep: &Sweep<R>, mover: usize, opponent: usize) {
    let value = cell(sweep, mover, opponent);
    let place = sweep.geometry.place(mover).row();
    // SAFETY: no task is running.
    unsafe { sweep.again.block(opponent / LANES).row_mut(place) }.set(opponent % LANES, value);
}

/// The value for `x`, who has just moved, when `y` is to move.
pub(super) fn cell<R: CellRow>(sweep: &Sweep<R>, x: usize, y: usize) -> R::Cell {
    let place = sweep.geometry.place(x).row();
    // SAFETY: the callers ask for cells of finished layers or, like `passes`, while no task is running.
    unsafe { sweep.values.block(y / LANES).row(place) }.cell(y % LANES)
}

fn set_cell<R: CellRow>(sweep: &Sweep<R>, x: usize, y: usize, value: R::Cell) {
    let place = sweep.geometry.place(x).row();
    // SAFETY: no task is running.
    unsafe { sweep.values.block(y / LANES).row_mut(place) }.set(y % LANES, value);
}
