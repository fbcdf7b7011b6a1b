//! 64 cells at a time: the few byte operations the kernels need, in plain Rust, with SSE2 and with AVX2.
//!
//! Cells are biased bytes: `128 + value`, and 0 for "no such option". So the better of two options
//! is an unsigned maximum, and the value for the other side is `0 − cell` (which keeps 0).

/// Cells in a row of a block, and bytes in a cache line.
pub const LANES: usize = 64;

/// What a cell with value 0 holds.
pub(crate) const BIAS: i32 = 128;

/// 64 neighbouring cells.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(crate) struct Row(pub [u8; LANES]);

impl Row {
    pub const ZERO: Row = Row([0; LANES]);

    /// The cells of some rows, one after another.
    pub fn bytes(rows: &[Row]) -> &[u8] {
        // SAFETY: a row is an array of 64 bytes and nothing else.
        unsafe { std::slice::from_raw_parts(rows.as_ptr().cast(), rows.len() * LANES) }
    }
}

/// 64 bytes in registers.
pub(crate) trait Lanes: Copy {
    fn zero() -> Self;
    fn load(row: &Row) -> Self;
    fn store(self, row: &mut Row);
    fn max(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    /// 0xff where the byte is 0, else 0.
    fn is_zero(self) -> Self;
    /// `0 − byte`.
    fn negate(self) -> Self;
    fn min(self, other: Self) -> Self;
    /// `self − other`, wrapping.
    fn sub(self, other: Self) -> Self;
    fn splat(byte: u8) -> Self;
    /// One bit per lane: its highest.
    fn high_bits(self) -> u64;
    /// The nibbles of a word that a mask selects (0xf or 0 for every nibble), moved together at the low end.
    #[inline(always)]
    fn extract(word: u64, mut mask: u64) -> u64 {
        let (mut nibbles, mut bits) = (0, 0);
        while mask != 0 {
            let at = mask.trailing_zeros();
            nibbles |= (word >> at & 0xf) << bits;
            bits += 4;
            mask &= !(0xf << at);
        }
        nibbles
    }

    /// `self` where the mask is set, else `other`.
    #[inline(always)]
    fn where_else(self, mask: Self, other: Self) -> Self {
        self.and(mask).or(other.and(mask.is_zero()))
    }
}

#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Avx2, Sse2 as Baseline};

#[cfg(not(target_arch = "x86_64"))]
pub(crate) use plain::Plain as Baseline;

#[cfg(any(test, not(target_arch = "x86_64")))]
mod plain;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::plain::Plain;
    use super::*;

    fn bytes<L: Lanes>(lanes: L) -> [u8; LANES] {
        let mut row = Row::ZERO;
        lanes.store(&mut row);
        row.0
    }

    fn agree<L: Lanes>() {
        let a = Row(std::array::from_fn(|i| (i * 37 % 11 * 23) as u8));
        let b = Row(std::array::from_fn(|i| (i * 53 % 13 * 19) as u8));
        let mask = Row(std::array::from_fn(|i| if i % 3 == 0 { 0xff } else { 0 }));
        let (x, y, m) = (L::load(&a), L::load(&b), L::load(&mask));
        let (p, q, n) = (Plain::load(&a), Plain::load(&b), Plain::load(&mask));
        assert_eq!(bytes(L::zero()), bytes(Plain::zero()));
        assert_eq!(bytes(L::splat(7)), bytes(Plain::splat(7)));
        assert_eq!(bytes(x.max(y)), bytes(p.max(q)));
        assert_eq!(bytes(x.min(y)), bytes(p.min(q)));
        assert_eq!(bytes(x.sub(y)), bytes(p.sub(q)));
        assert_eq!(bytes(x.and(y)), bytes(p.and(q)));
        assert_eq!(bytes(x.or(y)), bytes(p.or(q)));
        assert_eq!(bytes(x.is_zero()), bytes(p.is_zero()));
        assert_eq!(bytes(x.negate()), bytes(p.negate()));
        assert_eq!(bytes(x.where_else(m, y)), bytes(p.where_else(n, q)));
        assert_eq!(x.high_bits(), p.high_bits());
        let (word, mask) = (0x0102_0304_0506_0708, 0x0f00_0f0f_0000_0f0f);
        assert_eq!(L::extract(word, mask), Plain::extract(word, mask));
        assert_eq!(Plain::extract(word, mask), 0x13478);
    }

    #[test]
    fn vectors_do_what_plain_bytes_do() {
        agree::<Baseline>();
        if crate::solve::Simd::detect() == crate::solve::Simd::Avx2 {
            agree::<Avx2>();
        }
    }
}
