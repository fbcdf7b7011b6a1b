//! AVX2: four registers of 16 words.

use std::arch::x86_64::{
    __m128i, __m256i, _mm_load_si128, _mm256_add_epi16, _mm256_and_si256, _mm256_blendv_epi8,
    _mm256_cmpeq_epi16, _mm256_cvtepi8_epi16, _mm256_cvtepu8_epi16, _mm256_load_si256, _mm256_max_epu16,
    _mm256_min_epu16, _mm256_movemask_epi8, _mm256_or_si256, _mm256_packs_epi16, _mm256_permute4x64_epi64,
    _mm256_set1_epi16, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_store_si256, _mm256_sub_epi16,
};

use super::{HIGH, Timed, TimedCells, Words};
use crate::cells::Cells;
use crate::lanes::{Avx2, Lanes, Vectors};
use crate::timed::Lengths;

/// Only a [`Timed<Avx2>`] makes them, so they prove that the CPU has AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Words(__m256i, __m256i, __m256i, __m256i);

/// The same for each register; a macro because a closure would be compiled without the instructions.
macro_rules! each {
    ($i:ident => $register:expr) => {
        Avx2Words(
            {
                const $i: usize = 0;
                $register
            },
            {
                const $i: usize = 1;
                $register
            },
            {
                const $i: usize = 2;
                $register
            },
            {
                const $i: usize = 3;
                $register
            },
        )
    };
}

macro_rules! zip {
    ($op:ident $a:ident $b:ident) => {
        // SAFETY: the registers prove that the CPU has the instructions.
        unsafe { Avx2Words($op($a.0, $b.0), $op($a.1, $b.1), $op($a.2, $b.2), $op($a.3, $b.3)) }
    };
}

/// The bytes of a quarter of the cells.
///
/// # Safety
/// `quarter` is below 4.
#[inline(always)]
unsafe fn quarter_of(cells: &Cells, quarter: usize) -> __m128i {
    // SAFETY: 16 aligned bytes inside the 64; SSE2 is part of x86_64.
    unsafe { _mm_load_si128(cells.0.as_ptr().cast::<__m128i>().add(quarter)) }
}

impl Words for Timed<Avx2> {
    #[inline(always)]
    fn words(self, word: u16) -> Avx2Words {
        // SAFETY: the token proves that the CPU has the instructions.
        let register = unsafe { _mm256_set1_epi16(word as i16) };
        Avx2Words(register, register, register, register)
    }
    #[inline(always)]
    fn lengths(self) -> Lengths {
        self.lengths
    }
}

// SAFETY (all): the token proves that the CPU has the instructions. A `TimedCells` is as long as four registers and aligned
// to 64 bytes.
impl Vectors for Timed<Avx2> {
    type Row = TimedCells;
    type Lanes = Avx2Words;

    #[inline(always)]
    fn load(self, row: &TimedCells) -> Avx2Words {
        let at = row.0.as_ptr().cast::<__m256i>();
        unsafe { each!(I => _mm256_load_si256(at.add(I))) }
    }
    #[inline(always)]
    fn values(self, bytes: &Cells) -> Avx2Words {
        unsafe { each!(I => _mm256_slli_epi16::<8>(_mm256_cvtepu8_epi16(quarter_of(bytes, I)))) }
    }
    #[inline(always)]
    fn mask(self, mask: &Cells) -> Avx2Words {
        unsafe { each!(I => _mm256_cvtepi8_epi16(quarter_of(mask, I))) }
    }
    #[inline(always)]
    fn splat(self, byte: u8) -> Avx2Words {
        self.words(u16::from(byte) << 8)
    }
    #[inline(always)]
    fn before_turn(self, lanes: Avx2Words) -> Avx2Words {
        self.turn_before(lanes)
    }
    #[inline(always)]
    fn ended(self, lanes: Avx2Words) -> Avx2Words {
        self.without_turns(lanes)
    }
}

// SAFETY (all): as above; only the token makes registers.
impl Lanes for Avx2Words {
    type Row = TimedCells;

    #[inline(always)]
    fn store(self, row: &mut TimedCells) {
        let at = row.0.as_mut_ptr().cast::<__m256i>();
        unsafe {
            _mm256_store_si256(at, self.0);
            _mm256_store_si256(at.add(1), self.1);
            _mm256_store_si256(at.add(2), self.2);
            _mm256_store_si256(at.add(3), self.3);
        }
    }
    #[inline(always)]
    fn max(self, other: Avx2Words) -> Avx2Words {
        zip!(_mm256_max_epu16 self other)
    }
    #[inline(always)]
    fn and(self, other: Avx2Words) -> Avx2Words {
        zip!(_mm256_and_si256 self other)
    }
    #[inline(always)]
    fn or(self, other: Avx2Words) -> Avx2Words {
        zip!(_mm256_or_si256 self other)
    }
    #[inline(always)]
    fn is_zero(self) -> Avx2Words {
        let register = unsafe { _mm256_setzero_si256() };
        let zero = Avx2Words(register, register, register, register);
        zip!(_mm256_cmpeq_epi16 self zero)
    }
    #[inline(always)]
    fn negate(self) -> Avx2Words {
        let (zero, high) = unsafe { (_mm256_setzero_si256(), _mm256_set1_epi16(HIGH as i16)) };
        let zero = Avx2Words(zero, zero, zero, zero);
        let values = self.and(Avx2Words(high, high, high, high));
        zip!(_mm256_sub_epi16 zero values)
    }
    #[inline(always)]
    fn min(self, other: Avx2Words) -> Avx2Words {
        zip!(_mm256_min_epu16 self other)
    }
    #[inline(always)]
    fn sub(self, other: Avx2Words) -> Avx2Words {
        zip!(_mm256_sub_epi16 self other)
    }
    #[inline(always)]
    fn add(self, other: Avx2Words) -> Avx2Words {
        zip!(_mm256_add_epi16 self other)
    }
    #[inline(always)]
    fn where_else(self, mask: Avx2Words, other: Avx2Words) -> Avx2Words {
        unsafe {
            Avx2Words(
                _mm256_blendv_epi8(other.0, self.0, mask.0),
                _mm256_blendv_epi8(other.1, self.1, mask.1),
                _mm256_blendv_epi8(other.2, self.2, mask.2),
                _mm256_blendv_epi8(other.3, self.3, mask.3),
            )
        }
    }
    #[inline(always)]
    fn high_bits(self) -> u64 {
        // Packing keeps the sign, and interleaves the halves of the registers.
        const IN_ORDER: i32 = 0b11_01_10_00;
        unsafe {
            let low = _mm256_permute4x64_epi64::<IN_ORDER>(_mm256_packs_epi16(self.0, self.1));
            let high = _mm256_permute4x64_epi64::<IN_ORDER>(_mm256_packs_epi16(self.2, self.3));
            u64::from(_mm256_movemask_epi8(low) as u32)
                | u64::from(_mm256_movemask_epi8(high) as u32) << u32::BITS
        }
    }
}
