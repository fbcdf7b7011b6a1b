//! Plain Rust, for targets without vectors of their own here, and to test the others against.

use super::{LANES, Lanes, Row};

/// Plain Rust; the compiler makes vectors of it where the target has some.
#[derive(Clone, Copy)]
pub(crate) struct Plain([u8; LANES]);

impl Plain {
    #[inline(always)]
    fn zip(self, other: Plain, op: impl Fn(u8, u8) -> u8) -> Plain {
        let mut out = self;
        for (lane, other) in out.0.iter_mut().zip(other.0) {
            *lane = op(*lane, other);
        }
        out
    }
}

impl Lanes for Plain {
    #[inline(always)]
    fn zero() -> Plain {
        Plain([0; LANES])
    }
    #[inline(always)]
    fn load(row: &Row) -> Plain {
        Plain(row.0)
    }
    #[inline(always)]
    fn store(self, row: &mut Row) {
        row.0 = self.0;
    }
    #[inline(always)]
    fn max(self, other: Plain) -> Plain {
        self.zip(other, u8::max)
    }
    #[inline(always)]
    fn and(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a & b)
    }
    #[inline(always)]
    fn or(self, other: Plain) -> Plain {
        self.zip(other, |a, b| a | b)
    }
    #[inline(always)]
    fn is_zero(self) -> Plain {
        self.zip(self, |a, _| if a == 0 { 0xff } else { 0 })
    }
    #[inline(always)]
    fn negate(self) -> Plain {
        self.zip(self, |a, _| a.wrapping_neg())
    }
    #[inline(always)]
    fn min(self, other: Plain) -> Plain {
        self.zip(other, u8::min)
    }
    #[inline(always)]
    fn sub(self, other: Plain) -> Plain {
        self.zip(other, u8::wrapping_sub)
    }
    #[inline(always)]
    fn splat(byte: u8) -> Plain {
        Plain([byte; LANES])
    }
    #[inline(always)]
    fn high_bits(self) -> u64 {
        (0..LANES).fold(0, |bits, lane| bits | u64::from(self.0[lane] >> 7) << lane)
    }
}
