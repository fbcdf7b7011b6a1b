//! 64 cells with values and turns in registers, with AVX2 and in plain Rust.

#[cfg(target_arch = "x86_64")]
mod avx2;

use std::marker::PhantomData;

use super::{Lengths, TimedCells};
use crate::cells::{Cells, LANES};
use crate::lanes::{Baseline, Lanes, Vectors};

/// Vectors of cells with turns. Made from a token `T`, which proves that the CPU has the instructions.
#[derive(Clone, Copy)]
pub(crate) struct Timed<T> {
    token: PhantomData<T>,
    lengths: Lengths,
}

impl<T> Timed<T> {
    #[inline(always)]
    pub fn new(_: T, lengths: Lengths) -> Timed<T> {
        Timed { token: PhantomData, lengths }
    }
}

const HIGH: u16 = 0xff00;
const LOW: u16 = 0x00ff;
/// The cell of the value 0, without turns.
const DRAW: u16 = 0x8000;

/// The same word in all lanes; the rest follows from it.
trait Words: Vectors<Row = TimedCells> {
    fn words(self, word: u16) -> Self::Lanes;

    fn lengths(self) -> Lengths;

    #[inline(always)]
    fn turn_before(self, cells: Self::Lanes) -> Self::Lanes {
        let (high, low) = (cells.and(self.words(HIGH)), cells.and(self.words(LOW)));
        let one = self.words(1);
        let low = match self.lengths() {
            Lengths::Shortest => low.sub(one),
            Lengths::Longest => low.add(one),
            Lengths::Distance => {
                // The other side likes the opposite: from `255 − turns` to `turns + 1`, or from `turns` to
                // `255 − (turns + 1)`.
                let is_behind = cells.and(self.words(DRAW)).is_zero();
                let from = self.words(254).where_else(is_behind, self.words(256));
                low.sub(one).where_else(high.sub(self.words(DRAW)).is_zero(), from.sub(low))
            }
        };
        high.negate().or(low).and(cells.is_zero().is_zero())
    }

    #[inline(always)]
    fn without_turns(self, cells: Self::Lanes) -> Self::Lanes {
        let high = cells.and(self.words(HIGH));
        match self.lengths() {
            Lengths::Shortest => high.or(self.words(LOW)),
            Lengths::Longest => high,
            Lengths::Distance => {
                let is_behind = cells.and(self.words(DRAW)).is_zero();
                high.where_else(is_behind, high.or(self.words(LOW)))
            }
        }
    }
}

/// The compiler vectorizes the loops if the target has vectors.
#[derive(Clone, Copy)]
pub(crate) struct PlainWords([u16; LANES]);

impl PlainWords {
    #[inline(always)]
    fn zip(self, other: PlainWords, op: impl Fn(u16, u16) -> u16) -> PlainWords {
        let mut out = self;
        for (lane, other) in out.0.iter_mut().zip(other.0) {
            *lane = op(*lane, other);
        }
        out
    }
}

impl Words for Timed<Baseline> {
    #[inline(always)]
    fn words(self, word: u16) -> PlainWords {
        PlainWords([word; LANES])
    }
    #[inline(always)]
    fn lengths(self) -> Lengths {
        self.lengths
    }
}

impl Vectors for Timed<Baseline> {
    type Row = TimedCells;
    type Lanes = PlainWords;

    #[inline(always)]
    fn load(self, row: &TimedCells) -> PlainWords {
        PlainWords(row.0)
    }
    #[inline(always)]
    fn values(self, bytes: &Cells) -> PlainWords {
        PlainWords(bytes.0.map(|byte| u16::from(byte) << 8))
    }
    #[inline(always)]
    fn mask(self, mask: &Cells) -> PlainWords {
        PlainWords(mask.0.map(|byte| u16::from_be_bytes([byte, byte])))
    }
    #[inline(always)]
    fn splat(self, byte: u8) -> PlainWords {
        self.words(u16::from(byte) << 8)
    }
    #[inline(always)]
    fn before_turn(self, lanes: PlainWords) -> PlainWords {
        self.turn_before(lanes)
    }
    #[inline(always)]
    fn ended(self, lanes: PlainWords) -> PlainWords {
        self.without_turns(lanes)
    }
}

impl Lanes for PlainWords {
    type Row = TimedCells;

    #[inline(always)]
    fn store(self, row: &mut TimedCells) {
        row.0 = self.0;
    }
    #[inline(always)]
    fn max(self, other: PlainWords) -> PlainWords {
        self.zip(other, u16::max)
    }
    #[inline(always)]
    fn and(self, other: PlainWords) -> PlainWords {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: PlainWords) -> PlainWords {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn is_zero(self) -> PlainWords {
        self.zip(self, |a, _| if a == 0 { u16::MAX } else { 0 })
    }
    #[inline(always)]
    fn negate(self) -> PlainWords {
        self.zip(self, |a, _| (a & HIGH).wrapping_neg())
    }
    #[inline(always)]
    fn min(self, other: PlainWords) -> PlainWords {
        self.zip(other, u16::min)
    }
    #[inline(always)]
    fn sub(self, other: PlainWords) -> PlainWords {
        self.zip(other, u16::wrapping_sub)
    }
    #[inline(always)]
    fn add(self, other: PlainWords) -> PlainWords {
        self.zip(other, u16::wrapping_add)
    }
    #[inline(always)]
    fn high_bits(self) -> u64 {
        (0..LANES).fold(0, |bits, lane| bits | u64::from(self.0[lane] >> 15) << lane)
    }
}
