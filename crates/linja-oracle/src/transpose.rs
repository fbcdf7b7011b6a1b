//! Transposing 64 × 64 bytes: rows become columns.
//!
//! A 16 × 16 square is transposed by four rounds of interleaving row `i` with row `i + 8`: numbering
//! the 256 bytes with eight bits, each round rotates the number by one bit, and four rotations
//! exchange the row half with the column half.

use crate::cells::{Cells, LANES};

/// A square of cells: 64 neighbouring rows of a block.
pub(crate) type Square = [Cells; LANES];

const SIDE: usize = 16;

/// `to[j][i] = from[i][j]`.
pub(crate) fn transpose(from: &Square, to: &mut Square) {
    for i in (0..LANES).step_by(SIDE) {
        for j in (0..LANES).step_by(SIDE) {
            transpose_16(from, to, i, j);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn transpose_16(from: &Square, to: &mut Square, i: usize, j: usize) {
    use std::arch::x86_64::{__m128i, _mm_load_si128, _mm_store_si128, _mm_unpackhi_epi8, _mm_unpacklo_epi8};
    // SAFETY: SSE2 is part of x86_64; `i + row` and `j + 16` stay within 64, and 16 divides
    // `j`, so every access is inside a row and aligned to 16 bytes.
    unsafe {
        let mut rows: [__m128i; SIDE] =
            std::array::from_fn(|row| _mm_load_si128(from[i + row].0.as_ptr().add(j).cast()));
        for _ in 0..4 {
            rows = std::array::from_fn(|row| match row % 2 {
                0 => _mm_unpacklo_epi8(rows[row / 2], rows[row / 2 + 8]),
                _ => _mm_unpackhi_epi8(rows[row / 2], rows[row / 2 + 8]),
            });
        }
        for (row, lanes) in rows.into_iter().enumerate() {
            _mm_store_si128(to[j + row].0.as_mut_ptr().add(i).cast(), lanes);
        }
    }
}

#[cfg(target_feature = "simd128")]
#[inline(always)]
fn transpose_16(from: &Square, to: &mut Square, i: usize, j: usize) {
    use std::arch::wasm32::{i8x16_shuffle, v128, v128_load, v128_store};
    // SAFETY: `i + row` and `j + 16` stay within 64, so every access is inside a row.
    let mut rows: [v128; SIDE] =
        std::array::from_fn(|row| unsafe { v128_load(from[i + row].0.as_ptr().add(j).cast()) });
    for _ in 0..4 {
        rows = std::array::from_fn(|row| {
            let (one, other) = (rows[row / 2], rows[row / 2 + 8]);
            if row % 2 == 0 {
                i8x16_shuffle::<0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>(one, other)
            } else {
                i8x16_shuffle::<8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>(one, other)
            }
        });
    }
    for (row, lanes) in rows.into_iter().enumerate() {
        // SAFETY: as above.
        unsafe { v128_store(to[j + row].0.as_mut_ptr().add(i).cast(), lanes) }
    }
}

#[cfg(not(any(target_arch = "x86_64", target_feature = "simd128")))]
fn transpose_16(from: &Square, to: &mut Square, i: usize, j: usize) {
    for row in 0..SIDE {
        for column in 0..SIDE {
            to[j + column].0[i + row] = from[i + row].0[j + column];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cell_i_j_goes_to_j_i() {
        let byte = |i: usize, j: usize| (i * 67 + j * 13 + i * j) as u8;
        let from: Square = std::array::from_fn(|i| Cells(std::array::from_fn(|j| byte(i, j))));
        let mut to = [Cells::ZERO; LANES];
        transpose(&from, &mut to);
        assert!((0..LANES).all(|i| (0..LANES).all(|j| to[j].0[i] == byte(i, j))));
    }
}
