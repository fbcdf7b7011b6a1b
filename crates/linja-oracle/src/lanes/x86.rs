//! SSE2, which every `x86_64` CPU has, and AVX2.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_and_si128, _mm_cmpeq_epi8, _mm_load_si128, _mm_max_epu8, _mm_min_epu8,
    _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8, _mm_setzero_si128, _mm_store_si128, _mm_sub_epi8,
    _mm256_and_si256, _mm256_blendv_epi8, _mm256_cmpeq_epi8, _mm256_load_si256, _mm256_max_epu8,
    _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256, _mm256_set1_epi8, _mm256_setzero_si256,
    _mm256_store_si256, _mm256_sub_epi8, _pext_u64,
};

use super::{Lanes, Row};

/// Four 16-byte registers.
#[derive(Clone, Copy)]
pub(crate) struct Sse2(__m128i, __m128i, __m128i, __m128i);

/// Two 32-byte registers. Used only inside functions compiled for AVX2 and BMI2 and called after
/// the CPU was asked for them.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i, __m256i);

/// Implements [`Lanes`], register by register. Written out by a macro and not with arrays and closures: code in a
/// closure is compiled without the instructions that the function around it may use.
macro_rules! lanes {
    ($name:ident [$($i:tt)*] of $register:ty, $bits:ty; $zero:ident, $splat:ident, $load:ident, $store:ident,
     $high_bits:ident, $equal:ident; $($method:ident = $op:ident)*; $($more:item)*) => {
        // SAFETY (all): SSE2 is part of x86_64; for AVX2 and BMI2 see the type. A row is as long as all
        // registers together and aligned to its length, so loads and stores stay inside and are aligned.
        impl Lanes for $name {
            #[inline(always)]
            fn zero() -> $name {
                unsafe { $name($({ let _ = $i; $zero() }),*) }
            }
            #[inline(always)]
            fn splat(byte: u8) -> $name {
                unsafe { $name($({ let _ = $i; $splat(byte as i8) }),*) }
            }
            #[inline(always)]
            fn load(row: &Row) -> $name {
                let at = row.0.as_ptr().cast::<$register>();
                unsafe { $name($($load(at.add($i))),*) }
            }
            #[inline(always)]
            fn store(self, row: &mut Row) {
                let at = row.0.as_mut_ptr().cast::<$register>();
                unsafe { $($store(at.add($i), self.$i));* }
            }
            #[inline(always)]
            fn is_zero(self) -> $name {
                let zero = $name::zero();
                unsafe { $name($($equal(self.$i, zero.$i)),*) }
            }
            #[inline(always)]
            fn negate(self) -> $name {
                $name::zero().sub(self)
            }
            #[inline(always)]
            fn high_bits(self) -> u64 {
                unsafe { 0 $(| u64::from($high_bits(self.$i) as $bits) << ($i * <$bits>::BITS))* }
            }
            $(
                #[inline(always)]
                fn $method(self, other: $name) -> $name {
                    lanes!(@zip $name $op self other [$register])
                }
            )*
            $($more)*
        }
    };
    (@zip Sse2 $op:ident $a:ident $b:ident [$register:ty]) => {
        unsafe { Sse2($op($a.0, $b.0), $op($a.1, $b.1), $op($a.2, $b.2), $op($a.3, $b.3)) }
    };
    (@zip Avx2 $op:ident $a:ident $b:ident [$register:ty]) => {
        unsafe { Avx2($op($a.0, $b.0), $op($a.1, $b.1)) }
    };
}

lanes! {
    Sse2 [0 1 2 3] of __m128i, u16;
    _mm_setzero_si128, _mm_set1_epi8, _mm_load_si128, _mm_store_si128, _mm_movemask_epi8, _mm_cmpeq_epi8;
    max = _mm_max_epu8 min = _mm_min_epu8 sub = _mm_sub_epi8 and = _mm_and_si128 or = _mm_or_si128;
}

lanes! {
    Avx2 [0 1] of __m256i, u32;
    _mm256_setzero_si256, _mm256_set1_epi8, _mm256_load_si256, _mm256_store_si256, _mm256_movemask_epi8,
    _mm256_cmpeq_epi8;
    max = _mm256_max_epu8 min = _mm256_min_epu8 sub = _mm256_sub_epi8 and = _mm256_and_si256 or = _mm256_or_si256;
    #[inline(always)]
    fn where_else(self, mask: Avx2, other: Avx2) -> Avx2 {
        unsafe {
            Avx2(_mm256_blendv_epi8(other.0, self.0, mask.0), _mm256_blendv_epi8(other.1, self.1, mask.1))
        }
    }
    #[inline(always)]
    fn extract(word: u64, mask: u64) -> u64 {
        unsafe { _pext_u64(word, mask) }
    }
}
