//! SSE2, which every `x86_64` CPU has, and AVX2.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_cmpeq_epi8, _mm_load_si128, _mm_max_epu8, _mm_min_epu8,
    _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8, _mm_setzero_si128, _mm_store_si128, _mm_sub_epi8,
    _mm256_and_si256, _mm256_blendv_epi8, _mm256_cmpeq_epi8, _mm256_load_si256, _mm256_max_epu8,
    _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256,
    _mm256_store_si256, _mm256_sub_epi8, _pext_u64,
};

use super::{Lanes, Vectors};
use crate::cells::Cells;

/// Part of every `x86_64` CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sse2;

/// Proof that this CPU has AVX2 and BMI2. Only [`Avx2::detect`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Avx2(());

impl Avx2 {
    pub fn detect() -> Option<Avx2> {
        let has_both =
            std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2");
        has_both.then_some(Avx2(()))
    }
}

/// Four 16-byte registers.
#[derive(Clone, Copy)]
pub(crate) struct Sse2Lanes(__m128i, __m128i, __m128i, __m128i);

/// Two 32-byte registers. Only an [`Avx2`] makes them.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Lanes(__m256i, __m256i);

/// Implements [`Vectors`] and [`Lanes`], register by register. A macro instead of arrays and closures: a closure is
/// compiled without the instructions that the function around it may use.
macro_rules! lanes {
    ($token:ident, $name:ident [$($i:tt)*] of $register:ty, $bits:ty; $zero:ident, $splat:ident, $load:ident,
     $store:ident, $high_bits:ident, $equal:ident; $($method:ident = $op:ident)*;
     { $($of_lanes:item)* } { $($of_token:item)* }) => {
        // SAFETY (all): the token, or the registers that only the token makes, prove that the CPU has the instructions.
        // A `Cells` is as long as all registers together and aligned to its length, so loads and stores stay inside and
        // are aligned.
        impl Vectors for $token {
            type Row = Cells;
            type Lanes = $name;

            #[inline(always)]
            fn splat(self, byte: u8) -> $name {
                unsafe { $name($({ let _ = $i; $splat(byte as i8) }),*) }
            }
            #[inline(always)]
            fn load(self, cells: &Cells) -> $name {
                let at = cells.0.as_ptr().cast::<$register>();
                unsafe { $name($($load(at.add($i))),*) }
            }
            super::plain_values!();
            $($of_token)*
        }
        impl Lanes for $name {
            type Row = Cells;

            #[inline(always)]
            fn store(self, cells: &mut Cells) {
                let at = cells.0.as_mut_ptr().cast::<$register>();
                unsafe { $($store(at.add($i), self.$i));* }
            }
            #[inline(always)]
            fn is_zero(self) -> $name {
                unsafe { $name($($equal(self.$i, $zero())),*) }
            }
            #[inline(always)]
            fn negate(self) -> $name {
                unsafe { $name($({ let _ = $i; $zero() }),*) }.sub(self)
            }
            #[inline(always)]
            fn high_bits(self) -> u64 {
                unsafe { 0 $(| u64::from($high_bits(self.$i) as $bits) << ($i * <$bits>::BITS))* }
            }
            $(
                #[inline(always)]
                fn $method(self, other: $name) -> $name {
                    lanes!(@zip $name $op self other)
                }
            )*
            $($of_lanes)*
        }
    };
    (@zip Sse2Lanes $op:ident $a:ident $b:ident) => {
        unsafe { Sse2Lanes($op($a.0, $b.0), $op($a.1, $b.1), $op($a.2, $b.2), $op($a.3, $b.3)) }
    };
    (@zip Avx2Lanes $op:ident $a:ident $b:ident) => {
        unsafe { Avx2Lanes($op($a.0, $b.0), $op($a.1, $b.1)) }
    };
}

lanes! {
    Sse2, Sse2Lanes [0 1 2 3] of __m128i, u16;
    _mm_setzero_si128, _mm_set1_epi8, _mm_load_si128, _mm_store_si128, _mm_movemask_epi8, _mm_cmpeq_epi8;
    max = _mm_max_epu8 min = _mm_min_epu8 sub = _mm_sub_epi8 and = _mm_and_si128 or = _mm_or_si128;
    {} {}
}

lanes! {
    Avx2, Avx2Lanes [0 1] of __m256i, u32;
    _mm256_setzero_si256, _mm256_set1_epi8, _mm256_load_si256, _mm256_store_si256, _mm256_movemask_epi8,
    _mm256_cmpeq_epi8;
    max = _mm256_max_epu8 min = _mm256_min_epu8 sub = _mm256_sub_epi8 and = _mm256_and_si256 or = _mm256_or_si256;
    {
        #[inline(always)]
        fn where_else(self, mask: Avx2Lanes, other: Avx2Lanes) -> Avx2Lanes {
            unsafe {
                let first = _mm256_blendv_epi8(other.0, self.0, mask.0);
                Avx2Lanes(first, _mm256_blendv_epi8(other.1, self.1, mask.1))
            }
        }
    }
    {
        #[inline(always)]
        fn extract(self, word: u64, mask: u64) -> u64 {
            unsafe { _pext_u64(word, mask) }
        }
    }
}
