//! 64 cells in registers: the few byte operations that the kernels need, in plain Rust, with SSE2, with AVX2 and with the vectors of
//! WebAssembly.
//!
//! Registers are loaded only through a token ([`Vectors`]) that proves that the CPU has the instructions. Every
//! register value comes from a token, so operations on registers need no proof of their own.

use crate::cell_row::CellRow;
use crate::cells::Cells;

/// A set of vector instructions that this CPU has: the value is the proof.
pub(crate) trait Vectors: Copy {
    /// What is loaded and stored.
    type Row: CellRow;
    type Lanes: Lanes<Row = Self::Row>;

    fn load(self, row: &Self::Row) -> Self::Lanes;

    /// Bytes as values.
    fn values(self, bytes: &Cells) -> Self::Lanes;

    /// A mask for all that a lane holds, from 0xff and 0.
    fn mask(self, mask: &Cells) -> Self::Lanes;

    /// The same value in all lanes.
    fn splat(self, byte: u8) -> Self::Lanes;

    /// The values for the other side, before a turn that leads to these.
    fn before_turn(self, lanes: Self::Lanes) -> Self::Lanes;

    /// The same values in positions in which the game is over.
    fn ended(self, lanes: Self::Lanes) -> Self::Lanes;

    #[inline(always)]
    fn zero(self) -> Self::Lanes {
        self.splat(0)
    }

    /// The low nibbles of the bytes that a mask selects (0x0f or 0 for every byte), moved together at the low end. The high
    /// nibbles are 0.
    #[inline(always)]
    fn extract(self, word: u64, mut mask: u64) -> u64 {
        let (mut nibbles, mut bits) = (0, 0);
        while mask != 0 {
            let at = mask.trailing_zeros();
            nibbles |= (word >> at & 0xf) << bits;
            bits += 4;
            mask &= !(0xf << at);
        }
        nibbles
    }
}

/// 64 bytes in registers.
pub(crate) trait Lanes: Copy {
    type Row: CellRow;

    fn store(self, row: &mut Self::Row);
    fn max(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// A mask of the lanes that are 0.
    fn is_zero(self) -> Self;
    /// The values for the other side.
    fn negate(self) -> Self;
    fn min(self, other: Self) -> Self;
    /// `self − other`, wrapping.
    fn sub(self, other: Self) -> Self;
    /// The highest bit of every lane.
    fn high_bits(self) -> u64;

    /// `self + other`, wrapping.
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.sub(other.negate())
    }

    /// `self` where the mask is set, else `other`.
    #[inline(always)]
    fn where_else(self, mask: Self, other: Self) -> Self {
        self.and(mask).or(other.and(mask.is_zero()))
    }
}

/// What [`Vectors`] adds for lanes that hold a value and nothing else.
macro_rules! plain_values {
    () => {
        #[inline(always)]
        fn values(self, bytes: &Cells) -> Self::Lanes {
            self.load(bytes)
        }
        #[inline(always)]
        fn mask(self, mask: &Cells) -> Self::Lanes {
            self.load(mask)
        }
        #[inline(always)]
        fn before_turn(self, lanes: Self::Lanes) -> Self::Lanes {
            lanes.negate()
        }
        #[inline(always)]
        fn ended(self, lanes: Self::Lanes) -> Self::Lanes {
            lanes
        }
    };
}
use plain_values;

#[cfg(not(any(target_arch = "x86_64", target_feature = "simd128")))]
pub(crate) use plain::Plain as Baseline;
#[cfg(target_feature = "simd128")]
pub(crate) use wasm::Simd128 as Baseline;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Sse2 as Baseline};

#[cfg(any(test, not(any(target_arch = "x86_64", target_feature = "simd128"))))]
mod plain;
#[cfg(target_feature = "simd128")]
mod wasm;
#[cfg(target_arch = "x86_64")]
mod x86;

/// Which vector instructions to use; the results do not depend on it. A value names only instructions that this CPU has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Simd(pub(crate) Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Baseline(Baseline),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
}

impl Simd {
    /// What every CPU of the target has.
    pub const BASELINE: Simd = Simd(Kind::Baseline(Baseline));

    /// The widest that this CPU has.
    #[must_use]
    pub fn detect() -> Simd {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            return Simd(Kind::Avx2(avx2));
        }
        Simd::BASELINE
    }
}

#[cfg(test)]
mod tests {
    use super::plain::Plain;
    use super::*;
    use crate::cells::LANES;

    fn bytes(lanes: impl Lanes<Row = Cells>) -> [u8; LANES] {
        let mut cells = Cells::ZERO;
        lanes.store(&mut cells);
        cells.0
    }

    fn agrees_with_plain(vectors: impl Vectors<Row = Cells>) {
        let a = Cells(std::array::from_fn(|i| (i * 37 % 11 * 23) as u8));
        let b = Cells(std::array::from_fn(|i| (i * 53 % 13 * 19) as u8));
        let mask = Cells(std::array::from_fn(|i| if i % 3 == 0 { 0xff } else { 0 }));
        let (x, y, m) = (vectors.load(&a), vectors.load(&b), vectors.load(&mask));
        let (p, q, n) = (Plain.load(&a), Plain.load(&b), Plain.load(&mask));
        assert_eq!(bytes(vectors.zero()), bytes(Plain.zero()));
        assert_eq!(bytes(vectors.splat(7)), bytes(Plain.splat(7)));
        assert_eq!(bytes(x.max(y)), bytes(p.max(q)));
        assert_eq!(bytes(x.min(y)), bytes(p.min(q)));
        assert_eq!(bytes(x.sub(y)), bytes(p.sub(q)));
        assert_eq!(bytes(x.add(y)), std::array::from_fn(|i| a.0[i].wrapping_add(b.0[i])));
        assert_eq!(bytes(x.and(y)), bytes(p.and(q)));
        assert_eq!(bytes(x.or(y)), bytes(p.or(q)));
        assert_eq!(bytes(x.is_zero()), bytes(p.is_zero()));
        assert_eq!(bytes(x.negate()), bytes(p.negate()));
        assert_eq!(bytes(x.where_else(m, y)), bytes(p.where_else(n, q)));
        assert_eq!(x.high_bits(), p.high_bits());
        let (word, mask) = (0x0102_0304_0506_0708, 0x0f00_0f0f_0000_0f0f);
        assert_eq!(Plain.extract(word, mask), 0x13478);
        for chosen in 0..=u8::MAX {
            let byte = |bit: u32| (u64::from(chosen >> bit & 1) * 0x0f) << (8 * bit);
            let mask = (0..8).fold(0, |mask, bit| mask | byte(bit));
            assert_eq!(vectors.extract(word, mask), Plain.extract(word, mask), "{mask:016x}");
        }
    }

    #[test]
    fn vectors_do_what_plain_bytes_do() {
        agrees_with_plain(Baseline);
        #[cfg(target_arch = "x86_64")]
        if let Some(avx2) = Avx2::detect() {
            agrees_with_plain(avx2);
        }
    }
}
