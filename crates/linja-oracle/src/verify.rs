//! The verifier: every value is derived again from the values of the positions its turns lead to, with the readable
//! generator of the rules crate. It shares no generation code with the sweep.

use std::convert::Infallible;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use linja::{Margin, Position, Side, readable};

use crate::arrangement;
use crate::probe::{ValuedTurn, value_after};
use crate::values::Values;

/// Which positions to check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// Every legal one.
    All,
    /// So many, drawn at random, the same for the same seed.
    Sample {
        /// How many.
        count: u64,
        /// Where chance begins.
        seed: u64,
    },
}

/// What the verifier found.
#[derive(Clone, Debug)]
pub struct Verified {
    /// How many legal positions were checked.
    pub checked: u64,
    /// A position whose value does not follow from its turns, if there is one.
    pub disagreement: Option<Disagreement>,
}

/// A value that does not follow from the turns of its position.
#[derive(Clone, Debug)]
pub struct Disagreement {
    /// The position.
    pub position: Position,
    /// What the table says; `None` if it holds no value.
    pub stored: Option<Margin>,
    /// What follows from the turns, or from the score if the position is over.
    pub derived: Margin,
    /// The turns with their values by the table.
    pub turns: Vec<ValuedTurn>,
}

/// Told from time to time how many positions were checked, out of how many; says whether to go on.
pub type Report<'a> = &'a (dyn Fn(u64, u64) -> bool + Sync);

/// How many legal positions there are, seen from the player to move.
pub const ALL_POSITIONS: u64 = 1_264_575_044;

/// Checks values on all threads, up to the first disagreement.
#[must_use]
pub fn verify(values: &Values, positions: Positions, threads: usize, report: Report<'_>) -> Verified {
    let verifier = Verifier {
        values,
        checked: AtomicU64::new(0),
        stopped: AtomicBool::new(false),
        disagreement: Mutex::new(None),
        next: AtomicUsize::new(0),
        report,
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|| verifier.work(positions));
        }
        verifier.work(positions);
    });
    let disagreement = verifier.disagreement.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    Verified { checked: verifier.checked.into_inner(), disagreement }
}

struct Verifier<'a> {
    values: &'a Values,
    checked: AtomicU64,
    stopped: AtomicBool,
    disagreement: Mutex<Option<Disagreement>>,
    /// The next piece of work.
    next: AtomicUsize,
    report: Report<'a>,
}

/// Samples are drawn in pieces, each with its own seed, so that the number of threads does not matter.
const PIECE: u64 = 10_000;

impl Verifier<'_> {
    fn work(&self, positions: Positions) {
        while !self.stopped.load(Ordering::Relaxed) {
            let piece = self.next.fetch_add(1, Ordering::Relaxed);
            let (checked, total) = match positions {
                Positions::All if piece < self.values.slots() => (self.check_opponent(piece), ALL_POSITIONS),
                Positions::Sample { count, seed } if piece as u64 * PIECE < count => {
                    let size = PIECE.min(count - piece as u64 * PIECE);
                    (self.check_sample(size, Chance::of_piece(seed, piece as u64)), count)
                }
                _ => return,
            };
            let checked = self.checked.fetch_add(checked, Ordering::Relaxed) + checked;
            if !(self.report)(checked, total) {
                self.stopped.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Checks every position of one opponent's arrangement; returns how many are legal.
    ///
    /// The opponent moves next, so nearly all values that are looked up stand in its own row, which stays in the cache.
    fn check_opponent(&self, opponent: usize) -> u64 {
        let mut checked = 0;
        for mover in 0..self.values.slots() {
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
            let (mover, opponent) = (chance.below(self.values.slots()), chance.below(self.values.slots()));
            checked += u64::from(self.check(mover, opponent));
        }
        checked
    }

    /// Checks one cell; says whether it is a legal position.
    fn check(&self, mover: usize, opponent: usize) -> bool {
        let stored = self.values.cell(mover, opponent);
        let (Some(own), Some(other)) = (self.values.arrangement(mover), self.values.arrangement(opponent))
        else {
            return false;
        };
        // Both sides move in turn, so that neither direction of the board goes unchecked.
        let side = Side::ALL[(mover ^ opponent) & 1];
        let Ok(position) = arrangement::position(*own, *other, side) else { return false };
        let derived = self.derive(&position);
        if stored != Some(derived) {
            self.disagree(Disagreement { position, stored, derived, turns: self.valued_turns(&position) });
        }
        true
    }

    /// The best that the turns of a position lead to, or its score if it is over.
    fn derive(&self, position: &Position) -> Margin {
        let mut best = None;
        readable::for_each_turn(position, self.values.rules(), |complete| {
            best = best.max(Some(self.margin_after(&complete)));
        });
        best.unwrap_or_else(|| position.score(self.values.rules()).margin(position.to_move()))
    }

    fn margin_after(&self, complete: &linja::CompleteTurn) -> Margin {
        // A position without a value is a disagreement of its own; here the lowest margin stands for it.
        let value =
            |position: &Position| Ok::<_, Infallible>(self.values.value(position).unwrap_or(Margin(i8::MAX)));
        value_after(self.values.rules(), complete, value).unwrap_or_else(|never| match never {})
    }

    fn valued_turns(&self, position: &Position) -> Vec<ValuedTurn> {
        readable::complete_turns(position, self.values.rules())
            .into_iter()
            .map(|complete| ValuedTurn { item: complete, value: self.margin_after(&complete) })
            .collect()
    }

    fn disagree(&self, disagreement: Disagreement) {
        self.stopped.store(true, Ordering::Relaxed);
        if let Ok(mut first) = self.disagreement.lock() {
            first.get_or_insert(disagreement);
        }
    }
}

/// A small, seeded source of chance (splitmix64).
struct Chance(u64);

impl Chance {
    /// A source of its own for each piece of each seed; neighbouring ones have nothing in common.
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
