//! Verifying all positions against one opponent's arrangement after the other.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use linja::{Margin, Side};

use super::moves::Arrangements;
use super::opponent::{Derivation, Plane};
use super::{Disagreement, Verified};
use crate::arrangement::Arrangement;
use crate::cells::{BIAS, LANES};
use crate::layout::{ALL_POSITIONS, layout, slots_of};
use crate::progress::{Observer, Progress};
use crate::threads::on_threads;
use crate::values::Values;

/// Checks the values of all positions on several threads.
///
/// Lists every position whose value does not follow from the values after its turns.
#[must_use]
pub fn verify_all(values: &Values, threads: usize, observer: &dyn Observer) -> Verified {
    let opponents: Vec<usize> = (0..layout().slots()).collect();
    verify_slots(values, &opponents, Some(ALL_POSITIONS), threads, observer)
}

/// As [`verify_all`], for the positions against these opponents only.
#[must_use]
pub fn verify_against(
    values: &Values,
    opponents: impl IntoIterator<Item = Arrangement>,
    threads: usize,
    observer: &dyn Observer,
) -> Verified {
    let opponents: Vec<usize> = opponents.into_iter().filter_map(|one| layout().slot(one)).collect();
    verify_slots(values, &opponents, None, threads, observer)
}

fn verify_slots(
    values: &Values,
    opponents: &[usize],
    total: Option<u64>,
    threads: usize,
    observer: &dyn Observer,
) -> Verified {
    let all = Arrangements::new(values.rules());
    let next = AtomicUsize::new(0);
    let checked = AtomicU64::new(0);
    let [is_stopped, interrupted] = [false; 2].map(AtomicBool::new);
    let disagreements = Mutex::new(Vec::new());
    on_threads(threads, || {
        let mut derivation = Derivation::new(values, &all);
        #[allow(clippy::large_stack_arrays, reason = "64 kB, once for each thread")]
        let mut derived = vec![[0; 1 << 16]; LANES];
        while !is_stopped.load(Ordering::Relaxed) {
            let Some(some) = opponents.chunks(LANES).nth(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let legal: u64 =
                some.iter().zip(&mut derived).map(|(&slot, cells)| derivation.derive(slot, cells)).sum();
            let found = compare(values, some, &derived);
            let mut list = disagreements.lock().unwrap_or_else(PoisonError::into_inner);
            list.extend(found);
            let is_full = list.len() >= Verified::MOST_DISAGREEMENTS;
            drop(list);
            let positions = checked.fetch_add(legal, Ordering::Relaxed) + legal;
            let is_interrupted = observer.report(Progress { positions, total, layer: None }).is_break();
            interrupted.fetch_or(is_interrupted, Ordering::Relaxed);
            is_stopped.fetch_or(is_full || is_interrupted, Ordering::Relaxed);
        }
    });
    let mut found = disagreements.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_unstable_by_key(|cell: &Cell| (cell.mover, cell.opponent));
    found.truncate(Verified::MOST_DISAGREEMENTS);
    Verified {
        checked: checked.into_inner(),
        disagreements: found.into_iter().filter_map(|cell| cell.disagreement(values)).collect(),
        interrupted: interrupted.into_inner(),
    }
}

/// A cell of the table that differs from the derived one.
struct Cell {
    mover: usize,
    opponent: usize,
    derived: u8,
}

impl Cell {
    fn disagreement(&self, values: &Values) -> Option<Disagreement> {
        // `Values` holds nothing for illegal positions, so every cell that differs is a position.
        let position = layout().position(self.mover, self.opponent, Side::Black)?;
        let stored = values.cell(self.mover, self.opponent);
        Some(Disagreement { position, stored, derived: Margin(self.derived.wrapping_sub(BIAS) as i8) })
    }
}

/// The cells of all movers against these opponents that are not as derived.
fn compare(values: &Values, opponents: &[usize], derived: &[Plane]) -> Vec<Cell> {
    let mut different = Vec::new();
    // In squares of 64 by 64: the table is in the order of the movers, `derived` in that of the opponents.
    for movers in 0..layout().blocks() {
        for (&opponent, derived) in opponents.iter().zip(derived) {
            for mover in slots_of(movers) {
                if values.row(mover)[opponent] != derived[mover] {
                    different.push(Cell { mover, opponent, derived: derived[mover] });
                }
            }
        }
    }
    different
}
