//! The vectors of WebAssembly, `simd128`: four registers of 16 bytes.

use std::arch::wasm32::{
    i8x16_add, i8x16_bitmask, i8x16_eq, i8x16_neg, i8x16_sub, i8x16_swizzle, u8x16_max, u8x16_min,
    u8x16_splat, u64x2_extract_lane, u64x2_splat, v128, v128_and, v128_bitselect, v128_load, v128_or,
    v128_store,
};

use super::{Lanes, Vectors};
use crate::cells::Cells;

/// Part of every module that is compiled with `simd128`: a browser without it refuses the whole module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Simd128;

/// Four 16-byte registers.
#[derive(Clone, Copy)]
pub(crate) struct Simd128Lanes([v128; 4]);

/// The bits of a byte as the places of the bytes that they select, from the low end; 0xff, no place, for the rest.
static SELECTED: [u64; 256] = {
    let mut all = [u64::MAX; 256];
    let mut bits = 0;
    while bits < all.len() {
        let (mut bit, mut at) = (0, 0);
        while bit < 8 {
            if bits >> bit & 1 != 0 {
                all[bits] = all[bits] & !(0xff << at) | bit << at;
                at += 8;
            }
            bit += 1;
        }
        bits += 1;
    }
    all
};

impl Vectors for Simd128 {
    type Row = Cells;
    type Lanes = Simd128Lanes;

    #[inline(always)]
    fn load(self, cells: &Cells) -> Simd128Lanes {
        let at = cells.0.as_ptr().cast::<v128>();
        // SAFETY: a `Cells` is as long as four registers.
        Simd128Lanes([0, 1, 2, 3].map(|i| unsafe { v128_load(at.add(i)) }))
    }
    #[inline(always)]
    fn splat(self, byte: u8) -> Simd128Lanes {
        Simd128Lanes([u8x16_splat(byte); 4])
    }
    #[inline(always)]
    fn extract(self, word: u64, mask: u64) -> u64 {
        // One bit for each byte: the product brings the lowest bits of all bytes into the highest byte.
        let bits = (mask & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56;
        let together = i8x16_swizzle(u64x2_splat(word), u64x2_splat(SELECTED[bits as usize]));
        // Bytes with a nibble each to nibbles: pairs, then pairs of pairs, and so on.
        let bytes = u64x2_extract_lane::<0>(together);
        let bytes = (bytes | bytes >> 4) & 0x00ff_00ff_00ff_00ff;
        let bytes = (bytes | bytes >> 8) & 0x0000_ffff_0000_ffff;
        (bytes | bytes >> 16) & 0xffff_ffff
    }

    super::plain_values!();
}

impl Simd128Lanes {
    #[inline(always)]
    fn zip(self, other: Simd128Lanes, op: impl Fn(v128, v128) -> v128) -> Simd128Lanes {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Simd128Lanes([op(a, e), op(b, f), op(c, g), op(d, h)])
    }
}

impl Lanes for Simd128Lanes {
    type Row = Cells;

    #[inline(always)]
    fn store(self, cells: &mut Cells) {
        let at = cells.0.as_mut_ptr().cast::<v128>();
        for (i, lanes) in self.0.into_iter().enumerate() {
            // SAFETY: a `Cells` is as long as four registers.
            unsafe { v128_store(at.add(i), lanes) }
        }
    }
    #[inline(always)]
    fn max(self, other: Simd128Lanes) -> Simd128Lanes {
        self.zip(other, |a, b| u8x16_max(a, b))
    }
    #[inline(always)]
    fn and(self, other: Simd128Lanes) -> Simd128Lanes {
        self.zip(other, |a, b| v128_and(a, b))
    }
    #[inline(always)]
    fn or(self, other: Simd128Lanes) -> Simd128Lanes {
        self.zip(other, |a, b| v128_or(a, b))
    }
    #[inline(always)]
    fn is_zero(self) -> Simd128Lanes {
        self.zip(Simd128.zero(), |a, zero| i8x16_eq(a, zero))
    }
    #[inline(always)]
    fn negate(self) -> Simd128Lanes {
        Simd128Lanes(self.0.map(|a| i8x16_neg(a)))
    }
    #[inline(always)]
    fn min(self, other: Simd128Lanes) -> Simd128Lanes {
        self.zip(other, |a, b| u8x16_min(a, b))
    }
    #[inline(always)]
    fn sub(self, other: Simd128Lanes) -> Simd128Lanes {
        self.zip(other, |a, b| i8x16_sub(a, b))
    }
    #[inline(always)]
    fn add(self, other: Simd128Lanes) -> Simd128Lanes {
        self.zip(other, |a, b| i8x16_add(a, b))
    }
    #[inline(always)]
    fn high_bits(self) -> u64 {
        let bits = |i: usize| u64::from(i8x16_bitmask(self.0[i])) << (16 * i);
        bits(0) | bits(1) | bits(2) | bits(3)
    }
    #[inline(always)]
    fn where_else(self, mask: Simd128Lanes, other: Simd128Lanes) -> Simd128Lanes {
        let choose = |i: usize| v128_bitselect(self.0[i], other.0[i], mask.0[i]);
        Simd128Lanes([choose(0), choose(1), choose(2), choose(3)])
    }
}
