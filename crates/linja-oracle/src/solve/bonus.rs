//! Bonus pending: the best value for a player who may still make or decline a bonus step.
//!
//! `B(m2,o)` is the best of `N[m2][o]`, `N[m2±][o]` with an own pawn one row forward or backward, and with
//! `spicy` `N[m2][o±]`. The steps lead one advance up or down, so the bonus of layer `L + 2` needs the layers
//! `L + 1` to `L + 3`; since a follow-up comes first, layer `L` and those below it ask for the bonus.
//!
//! If the end condition holds before the bonus, the game is over. With `end now` there is no bonus then. Otherwise every
//! choice is worth its score: if the colours have passed, single lanes are computed (opening and follow-up move forward and
//! can't undo that, so `(m2,o)` has passed), else gains are used (see `gains.rs`).
//!
//! `N[m2][o±]` is another lane of the same row, and not a neighbouring one. In the transposed cells, with `m2` in the
//! lanes, the opponent's step is a choice of rows again: `opponents` transposes one layer at a time and transposes the
//! result back.

use super::follow_up::over_lanes;
use super::gains;
use super::settle::cell;
use super::shape::Ending;
use super::sweep::{Scratch, Sweep};
use crate::arrangement::{GOAL, GROUPS};
use crate::cell_row::CellRow;
use crate::cells::LANES;
use crate::lanes::{Lanes as _, Vectors};
use crate::layout::{NOWHERE, layout, slots_of};
use linja::Bonus;

/// Fills the plane of pending values for all arrangements of an advance that have a pawn in the goal.
#[inline(always)]
pub(super) fn pending<V: Vectors>(v: V, sweep: &Sweep<V::Row>, block: usize, advance: usize) {
    if advance >= GROUPS {
        return;
    }
    let geometry = &sweep.geometry;
    let masks = &geometry.masks[block];
    let values = sweep.values.block(block);
    let value = |slot: u16| {
        let place = geometry.place(usize::from(slot));
        // SAFETY: a plane of `window_rows` rows; these layers are finished, so no task writes their rows (see
        // `Sweep::run`).
        v.load(unsafe { values.place(place) })
    };
    let spicy = sweep.rules.bonus == Bonus::Any;
    let opponents = spicy.then(|| sweep.opponents.block(block));
    let group = layout().group(advance);
    for slot in group.clone() {
        let steps = &geometry.steps[slot];
        // Skipped rows keep old cells, which are never read: a player who has just reached the goal has a pawn there, and
        // has fewer pawns on the inner rows than before, when some position was legal.
        if steps.count(GOAL) == 0 || masks.all_illegal(steps.counts) {
            continue;
        }
        let declined = value(slot as u16);
        let mut best = declined;
        for row in 0..GOAL {
            best = best.max(value(geometry.ahead[slot][row]));
            best = best.max(value(geometry.back[slot][row]));
        }
        if let Some(opponents) = opponents {
            // SAFETY: filled in the phase before the tasks; no task writes this plane.
            best = best.max(v.load(unsafe { opponents.row(slot - group.start) }));
        }
        let over = over_lanes(v, sweep.is_apart(), geometry, masks, slot);
        if let Some(over) = over {
            best = match sweep.ending {
                Ending::Natural => best,
                Ending::AtOnce => declined.where_else(over, best),
                Ending::Latched => {
                    v.ended(declined.add(gains::bonus(v, sweep, block, slot))).where_else(over, best)
                }
            };
        }
        // SAFETY: only the task of a block uses the block's rows.
        let out = unsafe { sweep.bonus.block(block).row_mut(geometry.place(slot).row()) };
        best.store(out);
        if let Some(over) = over.filter(|_| sweep.ending == Ending::Natural) {
            latch(sweep, block, slot, over.high_bits(), out);
        }
    }
}

/// Where the colours have passed already, the choices are worth their scores.
fn latch<R: CellRow>(sweep: &Sweep<R>, block: usize, slot: usize, over: u64, out: &mut R) {
    let spicy = sweep.rules.bonus == Bonus::Any;
    for (lane, opponent) in slots_of(block).enumerate() {
        if over >> lane & 1 == 0 {
            continue;
        }
        let own = own_steps(sweep, slot).map(|after| (after, opponent));
        let theirs = opponents_steps(sweep, opponent).filter(|_| spicy).map(|after| (slot, after));
        // An illegal choice has an empty cell.
        let choices = own.chain(theirs).filter(|&(x, y)| R::value(cell(sweep, x, y)) != 0);
        let best = choices.map(|(x, y)| sweep.margin(x, y)).max();
        let best = sweep.margin(slot, opponent).max(best.unwrap_or(0));
        out.set(lane, R::ended(sweep.context, best));
    }
}

fn own_steps<R: CellRow>(sweep: &Sweep<R>, slot: usize) -> impl Iterator<Item = usize> + '_ {
    let (ahead, back) = (&sweep.geometry.ahead[slot], &sweep.geometry.back[slot]);
    let both = (0..GOAL).flat_map(|row| [ahead[row], back[row]]);
    both.filter(|&after| after != NOWHERE).map(usize::from)
}

/// As `own_steps`, but a pawn in its goal is locked (R4).
fn opponents_steps<R: CellRow>(sweep: &Sweep<R>, slot: usize) -> impl Iterator<Item = usize> + '_ {
    let from_goal = sweep.geometry.back[slot][GOAL - 1];
    own_steps(sweep, slot).filter(move |&after| after != usize::from(from_goal))
}

/// For all opponents `y` of an advance, against the 64 players of the block who have just moved:
/// the best cell that one step of one of `y`'s pawns leads to.
#[inline(always)]
pub(super) fn opponents<V: Vectors>(
    v: V,
    sweep: &Sweep<V::Row>,
    block: usize,
    advance: usize,
    scratch: &mut Scratch<V::Row>,
) {
    let geometry = &sweep.geometry;
    let [ahead_tile, behind_tile] = &mut scratch.tiles;
    let ahead = transposed(sweep, block, advance + 1, ahead_tile);
    let behind = advance.checked_sub(1).and_then(|one| transposed(sweep, block, one, behind_tile));
    let group = layout().padded_group(advance);
    let block_group = layout().padded_group(layout().block_advance[block]);
    for first in group.step_by(LANES) {
        let mut square = [V::Row::ZERO; LANES];
        for (i, slot) in (first..first + LANES).enumerate() {
            let mut best = v.zero();
            for row in 0..GOAL {
                if let Some(start) = ahead {
                    best = best.max(step_to(v, ahead_tile, start, geometry.ahead[slot][row]));
                }
                // No step leads back from the goal: that pawn is locked (R4).
                if let Some(start) = behind.filter(|_| row + 1 < GOAL) {
                    best = best.max(step_to(v, behind_tile, start, geometry.back[slot][row]));
                }
            }
            best.store(&mut square[i]);
        }
        let row = block * LANES - block_group.start;
        // SAFETY: only this task writes the rows of this block, and nobody reads the plane in this phase.
        V::Row::transpose(&square, unsafe { sweep.opponents.block(first / LANES).square_mut(row) });
    }
}

/// The cells of 64 players who have just moved against all opponents of an advance, opponents in
/// rows; the row after them is zero. Returns the first slot and the number of rows, or `None` beyond the last group.
fn transposed<R: CellRow>(
    sweep: &Sweep<R>,
    block: usize,
    advance: usize,
    out: &mut [R],
) -> Option<(usize, usize)> {
    if advance >= GROUPS {
        return None;
    }
    let group = layout().padded_group(advance);
    let place = sweep.geometry.place(block * LANES).row();
    let squares = out[..group.len()].as_chunks_mut::<LANES>().0;
    for (square, slot) in squares.iter_mut().zip(group.clone().step_by(LANES)) {
        // SAFETY: nobody writes values in this phase.
        R::transpose(unsafe { sweep.values.block(slot / LANES).square(place) }, square);
    }
    out[group.len()] = R::ZERO;
    Some((group.start, group.len()))
}

#[inline(always)]
fn step_to<V: Vectors>(v: V, rows: &[V::Row], (start, len): (usize, usize), slot: u16) -> V::Lanes {
    let row = if slot == NOWHERE { len } else { usize::from(slot) - start };
    v.load(&rows[row])
}
