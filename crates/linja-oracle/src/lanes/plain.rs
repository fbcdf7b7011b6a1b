//! Plain Rust, for targets without a vector implementation here, and as the reference in tests.

use super::{Lanes, Vectors};
use crate::cells::{Cells, LANES};

/// Needs no instructions beyond the target's baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plain;

/// The compiler vectorizes the loops if the target has vectors.
#[derive(Clone, Copy)]
pub(crate) struct PlainLanes([u8; LANES]);

impl Vectors for Plain {
    type Row = Cells;
    type Lanes = PlainLanes;

    #[inline(always)]
    fn load(self, cells: &Cells) -> PlainLanes {
        PlainLanes(cells.0)
    }
    #[inline(always)]
    fn splat(self, byte: u8) -> PlainLanes {
        PlainLanes([byte; LANES])
    }

    super::plain_values!();
}

impl PlainLanes {
    #[inline(always)]
    fn zip(self, other: PlainLanes, op: impl Fn(u8, u8) -> u8) -> PlainLanes {
        let mut out = self;
        for (lane, other) in out.0.iter_mut().zip(other.0) {
            *lane = op(*lane, other);
        }
        out
    }
}

impl Lanes for PlainLanes {
    type Row = Cells;

    #[inline(always)]
    fn store(self, cells: &mut Cells) {
        cells.0 = self.0;
    }
    #[inline(always)]
    fn max(self, other: PlainLanes) -> PlainLanes {
        self.zip(other, u8::max)
    }
    #[inline(always)]
    fn and(self, other: PlainLanes) -> PlainLanes {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: PlainLanes) -> PlainLanes {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn is_zero(self) -> PlainLanes {
        self.zip(self, |a, _| if a == 0 { 0xff } else { 0 })
    }
    #[inline(always)]
    fn negate(self) -> PlainLanes {
        self.zip(self, |a, _| a.wrapping_neg())
    }
    #[inline(always)]
    fn min(self, other: PlainLanes) -> PlainLanes {
        self.zip(other, u8::min)
    }
    #[inline(always)]
    fn sub(self, other: PlainLanes) -> PlainLanes {
        self.zip(other, u8::wrapping_sub)
    }
    #[inline(always)]
    fn high_bits(self) -> u64 {
        (0..LANES).fold(0, |bits, lane| bits | u64::from(self.0[lane] >> 7) << lane)
    }
}
