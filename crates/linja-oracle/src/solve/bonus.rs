//! Bonus pending: what a player can reach who may still make a bonus step, or leave it.
//!
//! `B(m2,o)` is the best of `N[m2][o]`, `N[m2±][o]` with an own pawn one row forward or backward, and with
//! `spicy` `N[m2][o±]`. The steps lead one advance up or down, so the bonus of layer `L + 2` needs the
//! layers `L + 1` to `L + 3`; and since a follow-up comes first, it is asked for in layer `L` or below.
//!
//! If the colours have passed before the bonus (which the opening and the follow-up, moving forward, can
//! not have undone: `(m2,o)` has passed), the end is latched (R5): every choice is worth its score.
//!
//! `N[m2][o±]` is another lane of the same row, and not a neighbouring one. The same cells turned over,
//! with `m2` in the lanes, make the opponent's step a choice of rows again:
//! `opponents` does that one layer at a time and turns the result back.

use super::follow_up::passed_lanes;
use super::settle::cell;
use super::sweep::{Scratch, Sweep, slots_of};
use crate::index::{GROUPS, ROWS};
use crate::lanes::{LANES, Lanes, Row};
use crate::layout::NOWHERE;
use crate::transpose::transpose;
use linja::Bonus;

const GOAL: usize = ROWS - 1;

/// Fills the plane of pending values for all arrangements of an advance that have a pawn in the goal.
#[inline(always)]
pub(super) fn pending<L: Lanes>(sweep: &Sweep, block: usize, advance: usize) {
    if advance >= GROUPS {
        return;
    }
    let geometry = &sweep.geometry;
    let masks = &geometry.masks[block];
    let values = sweep.values.block(block);
    let value = |slot: u16| {
        let place = geometry.place(usize::from(slot));
        // SAFETY: places are rows of the plane, and these layers are not written any more.
        L::load(unsafe { values.row(place) })
    };
    let spicy = sweep.rules.bonus == Bonus::AnyPawn;
    let opponents = spicy.then(|| sweep.opponents.block(block));
    let group = geometry.layout.group(advance);
    for slot in group.clone() {
        let steps = &geometry.steps[slot];
        // Rows left out keep old cells that nobody reads: who has just reached the goal has a pawn there, and has fewer
        // pawns on the inner rows than before, when not all was illegal.
        if steps.count(GOAL) == 0 || masks.all_illegal(steps.counts) {
            continue;
        }
        let mut best: L = value(slot as u16);
        for row in 0..GOAL {
            best = best.max(value(geometry.ahead[slot][row]));
            best = best.max(value(geometry.back[slot][row]));
        }
        if let Some(opponents) = opponents {
            // SAFETY: filled before the tasks of this layer started.
            best = best.max(L::load(unsafe { opponents.row(slot - group.start) }));
        }
        // SAFETY: places are rows of the plane; in this layer only this task uses the block.
        let out = unsafe { sweep.pending.block(block).row_mut(geometry.place(slot)) };
        best.store(out);
        if let Some(over) = passed_lanes(geometry, masks, slot) {
            latch(sweep, block, slot, over, out);
        }
    }
}

/// Where the colours have passed already, the choices are worth their scores.
fn latch(sweep: &Sweep, block: usize, slot: usize, over: &Row, out: &mut Row) {
    let spicy = sweep.rules.bonus == Bonus::AnyPawn;
    for (lane, opponent) in slots_of(block).enumerate() {
        if over.0[lane] == 0 {
            continue;
        }
        let own = own_steps(sweep, slot).map(|after| (after, opponent));
        let theirs = opponents_steps(sweep, opponent).filter(|_| spicy).map(|after| (slot, after));
        // An illegal choice has an empty cell.
        let choices = own.chain(theirs).filter(|&(x, y)| cell(sweep, x, y) != 0);
        let best = choices.map(|(x, y)| sweep.margin(x, y)).max();
        out.0[lane] = sweep.margin(slot, opponent).max(best.unwrap_or(0));
    }
}

fn own_steps(sweep: &Sweep, slot: usize) -> impl Iterator<Item = usize> + '_ {
    let (ahead, back) = (&sweep.geometry.ahead[slot], &sweep.geometry.back[slot]);
    let both = (0..GOAL).flat_map(|row| [ahead[row], back[row]]);
    both.filter(|&after| after != NOWHERE).map(usize::from)
}

/// As `own_steps`, but a pawn in its goal is locked (R4).
fn opponents_steps(sweep: &Sweep, slot: usize) -> impl Iterator<Item = usize> + '_ {
    let from_goal = sweep.geometry.back[slot][GOAL - 1];
    own_steps(sweep, slot).filter(move |&after| after != usize::from(from_goal))
}

/// For all opponents `y` of an advance, against the 64 players of the block who have just moved:
/// the best cell that one step of one of `y`'s pawns leads to.
#[inline(always)]
pub(super) fn opponents<L: Lanes>(sweep: &Sweep, block: usize, advance: usize, scratch: &mut Scratch) {
    let geometry = &sweep.geometry;
    let ahead = turned_over(sweep, block, advance + 1, &mut scratch.best);
    let behind =
        advance.checked_sub(1).and_then(|one| turned_over(sweep, block, one, &mut scratch.best_again));
    let group = geometry.layout.padded_group(advance);
    let block_group = geometry.layout.padded_group(geometry.layout.block_advance[block]);
    for first in group.step_by(LANES) {
        let mut square = [Row::ZERO; LANES];
        for (out, slot) in square.iter_mut().zip(first..) {
            let mut best = L::zero();
            for row in 0..GOAL {
                if let Some(start) = ahead {
                    best = best.max(step_to(&scratch.best, start, geometry.ahead[slot][row]));
                }
                // From the goal no step leads back: that pawn is locked (R4).
                if let Some(start) = behind.filter(|_| row + 1 < GOAL) {
                    best = best.max(step_to(&scratch.best_again, start, geometry.back[slot][row]));
                }
            }
            best.store(out);
        }
        // SAFETY: only this task fills this block's rows, and nobody reads them until all are filled.
        let target =
            unsafe { sweep.opponents.block(first / LANES).square_mut(block * LANES - block_group.start) };
        transpose(&square, target);
    }
}

/// The cells of 64 players who have just moved against all opponents of an advance, opponents in
/// rows; the row after them is zero. Gives the first slot, or `None` beyond the last group.
fn turned_over(sweep: &Sweep, block: usize, advance: usize, out: &mut [Row]) -> Option<(usize, usize)> {
    if advance >= GROUPS {
        return None;
    }
    let group = sweep.geometry.layout.padded_group(advance);
    let place = sweep.geometry.place(block * LANES);
    let squares = out[..group.len()].as_chunks_mut::<LANES>().0;
    for (square, slot) in squares.iter_mut().zip(group.clone().step_by(LANES)) {
        // SAFETY: places are rows of the plane; the layers next to this one are not written any more.
        transpose(unsafe { sweep.values.block(slot / LANES).square(place) }, square);
    }
    out[group.len()] = Row::ZERO;
    Some((group.start, group.len()))
}

#[inline(always)]
fn step_to<L: Lanes>(rows: &[Row], (start, len): (usize, usize), slot: u16) -> L {
    let row = if slot == NOWHERE { len } else { usize::from(slot) - start };
    L::load(&rows[row])
}
