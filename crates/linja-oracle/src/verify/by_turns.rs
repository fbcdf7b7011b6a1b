//! Verifying with the readable generator of the rules crate.

use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use linja::{Margin, Position, Side, readable};

use super::{Disagreement, Positions, Verified};
use crate::layout::{ALL_POSITIONS, layout};
use crate::probe::{ValuedTurn, value_after};
use crate::progress::{Observer, Progress};
use crate::threads::on_threads;
use crate::values::Values;

/// Checks values on several threads, up to the first disagreement.
#[must_use]
pub fn verify(values: &Values, positions: Positions, threads: usize, observer: &dyn Observer) -> Verified {
    let verifier = Verifier {
        values,
        checked: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
        interrupted: AtomicBool::new(false),
        disagreement: Mutex::new(None),
        next: AtomicUsize::new(0),
        observer,
    };
    on_threads(threads, || verifier.work(positions));
    let disagreement = verifier.disagreement.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (checked, interrupted) = (verifier.checked.into_inner(), verifier.interrupted.into_inner());
    Verified { checked, disagreements: Vec::from_iter(disagreement), interrupted }
}

struct Verifier<'a> {
    values: &'a Values,
    checked: AtomicU64,
    /// Stopped by a disagreement or by the observer.
    stopped: AtomicBool,
    /// Stopped by the observer.
    interrupted: AtomicBool,
    disagreement: Mutex<Option<Disagreement>>,
    /// The next piece of work.
    next: AtomicUsize,
    observer: &'a dyn Observer,
}

/// A sample is drawn in pieces, each with its own seed: it does not depend on the number of threads.
const PIECE: u64 = 10_000;

impl Verifier<'_> {
    fn work(&self, positions: Positions) {
        while !self.stopped.load(Ordering::Relaxed) {
            let piece = self.next.fetch_add(1, Ordering::Relaxed);
            let (checked, total) = match positions {
                Positions::All if piece < layout().slots() => (self.check_opponent(piece), ALL_POSITIONS),
                Positions::Sample { count, seed } if piece as u64 * PIECE < count => {
                    let size = PIECE.min(count - piece as u64 * PIECE);
                    (self.check_sample(size, Chance::of_piece(seed, piece as u64)), count)
                }
                _ => return,
            };
            let positions = self.checked.fetch_add(checked, Ordering::Relaxed) + checked;
            if self.observer.report(Progress { positions, total: Some(total), layer: None }).is_break() {
                self.interrupted.store(true, Ordering::Relaxed);
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Checks every position of one opponent's arrangement; returns how many are legal.
    ///
    /// The opponent moves next, so nearly all values that are looked up are in its row, which stays in the CPU's cache.
    fn check_opponent(&self, opponent: usize) -> u64 {
        let mut checked = 0;
        for mover in 0..layout().slots() {
            if self.stopped.load(Ordering::Relaxed) {
                break;
            }
            checked += u64::from(self.check(mover, opponent));
        }
        checked
    }

    fn check_sample(&self, count: u64, mut chance: Chance) -> u64 {
        let mut checked = 0;
        while checked < count && !self.stopped.load(Ordering::Relaxed) {
            let (mover, opponent) = (chance.below(layout().slots()), chance.below(layout().slots()));
            checked += u64::from(self.check(mover, opponent));
        }
        checked
    }

    /// Checks one cell; returns whether it is a legal position.
    fn check(&self, mover: usize, opponent: usize) -> bool {
        let stored = self.values.cell(mover, opponent);
        // Either side moves in half of the positions, to check both directions of the board.
        let side = Side::ALL[(mover ^ opponent) & 1];
        let Some(position) = layout().position(mover, opponent, side) else { return false };
        let derived = derive(self.values, &position);
        if stored != Some(derived) {
            self.disagree(Disagreement { position, stored, derived });
        }
        true
    }

    fn disagree(&self, disagreement: Disagreement) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Ok(mut first) = self.disagreement.lock() {
            first.get_or_insert(disagreement);
        }
    }
}

/// The turns of a position with their values by the table: why its value should be another.
#[must_use]
pub fn explain(values: &Values, position: &Position) -> Vec<ValuedTurn> {
    readable::complete_turns(position, values.rules())
        .into_iter()
        .map(|complete| ValuedTurn { item: complete, value: margin_after(values, &complete) })
        .collect()
}

/// The best value that the turns of a position lead to, or its score if it is over.
fn derive(values: &Values, position: &Position) -> Margin {
    let mut best = None;
    readable::for_each_turn(position, values.rules(), |complete| {
        best = best.max(Some(margin_after(values, &complete)));
    });
    best.unwrap_or_else(|| position.score(values.rules()).margin(position.to_move()))
}

fn margin_after(values: &Values, complete: &linja::CompleteTurn) -> Margin {
    // A position without a value is a disagreement of its own; here the lowest margin stands for it.
    let value = |position: &Position| Ok::<_, Infallible>(values.value(position).unwrap_or(Margin(i8::MAX)));
    value_after(values.rules(), complete, value).unwrap_or_else(|never| match never {})
}

/// Random numbers (splitmix64).
struct Chance(u64);

impl Chance {
    /// Independent random numbers for each piece of each seed.
    fn of_piece(seed: u64, piece: u64) -> Chance {
        Chance(mix(seed) ^ mix(!piece))
    }

    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        (mix(self.0) % end as u64) as usize
    }
}

fn mix(state: u64) -> u64 {
    let mut mixed = state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
