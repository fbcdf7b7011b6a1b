//! Arrangements by slot as [`super::verify_all`] needs them: where each pawn can go, and what to compare.

use linja::RuleSet;

use crate::arrangement::{Arrangement, GOAL, ROWS};
use crate::layout::{NOWHERE, layout};

/// Pairs of a row and a later one.
const PAIRS: usize = ROWS * (ROWS - 1) / 2;

/// A byte of 1 for each inner row.
const INNER: u64 = 0x0001_0101_0101_0100;

/// The pawns by row, a byte each, from home (lowest) to goal.
#[derive(Clone, Copy, Default)]
pub(super) struct Counts(u64);

impl Counts {
    fn of(arrangement: Arrangement) -> Counts {
        Counts(u64::from_le_bytes(arrangement.counts()))
    }

    /// The same pawns by the rows of the other side.
    pub fn turned(self) -> Counts {
        Counts(self.0.swap_bytes())
    }

    pub fn on(self, row: usize) -> usize {
        usize::from(self.0.to_le_bytes()[row])
    }

    /// The pawns of both; there are 24 at most, so no byte overflows.
    pub fn and(self, other: Counts) -> Counts {
        Counts(self.0 + other.0)
    }

    /// Whether an inner row holds more than six pawns.
    pub fn overfill(self) -> bool {
        ((self.0 & (INNER * 0x7f)) + INNER * (0x80 - 7)) & (INNER << 7) != 0
    }

    /// A high bit for each inner row with pawns.
    fn occupied(self) -> u64 {
        ((self.0 & (INNER * 0x7f)) + INNER * 0x7f) & (INNER << 7)
    }

    /// Whether no inner row holds pawns of both.
    pub fn are_apart(self, other: Counts) -> bool {
        self.occupied() & other.occupied() == 0
    }
}

/// Where the pawns of an arrangement can go; [`NOWHERE`] if there is no such pawn, or the own pawns alone overfill the row.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    forward: [u16; PAIRS],
    /// One row back, from row `r + 1`.
    back: [u16; ROWS - 1],
}

impl Moves {
    const NONE: Moves = Moves { forward: [NOWHERE; PAIRS], back: [NOWHERE; ROWS - 1] };

    fn of(arrangement: Arrangement) -> Moves {
        let slot = |from: usize, to: usize| {
            let after = arrangement.moved(from, to).and_then(|after| layout().slot(after));
            after.map_or(NOWHERE, |slot| slot as u16)
        };
        let mut moves = Moves::NONE;
        for to in 1..ROWS {
            moves.back[to - 1] = slot(to, to - 1);
            for from in 0..to {
                moves.forward[pair(from, to)] = slot(from, to);
            }
        }
        moves
    }

    /// The slot after a pawn moved from a row to a later one.
    #[inline(always)]
    pub fn forward(&self, from: usize, to: usize) -> usize {
        usize::from(self.forward[pair(from, to)])
    }

    /// The slot after a pawn moved one row back, from any row but home.
    #[inline(always)]
    pub fn back(&self, from: usize) -> usize {
        usize::from(self.back[from - 1])
    }
}

#[inline(always)]
const fn pair(from: usize, to: usize) -> usize {
    to * (to - 1) / 2 + from
}

/// All arrangements, by slot.
pub(super) struct Arrangements {
    pub counts: Vec<Counts>,
    pub moves: Vec<Moves>,
    /// The row of the rearmost pawn.
    pub rears: Vec<u8>,
    /// The points of the side.
    pub scores: Vec<i16>,
    /// The slots that are no padding.
    pub slots: Vec<u16>,
}

impl Arrangements {
    pub fn new(rules: &RuleSet) -> Arrangements {
        let all = &layout().arrangements;
        let is_real = |slot: &u16| all[usize::from(*slot)].is_some();
        Arrangements {
            counts: all.iter().map(|one| one.map_or(Counts::default(), Counts::of)).collect(),
            moves: all.iter().map(|one| one.map_or(Moves::NONE, Moves::of)).collect(),
            rears: all.iter().map(|one| one.map_or(0, |one| one.rear() as u8)).collect(),
            scores: all.iter().map(|one| one.map_or(0, |one| one.score(rules))).collect(),
            slots: (0..all.len() as u16).filter(is_real).collect(),
        }
    }

    /// Whether every pawn of `mover` stands beyond every pawn of `opponent`.
    pub fn have_passed(&self, mover: usize, opponent: usize) -> bool {
        self.rears[mover] + self.rears[opponent] > GOAL as u8
    }

    /// Whether a side can open against another, given the other's pawns by the rows of the first.
    pub fn can_open(&self, slot: usize, against: Counts) -> bool {
        let opens = |row: usize| match self.moves[slot].forward(row, row + 1) {
            after if after == usize::from(NOWHERE) => false,
            after => !self.counts[after].and(against).overfill(),
        };
        (0..GOAL).any(opens)
    }
}
