//! The evaluation: a small network of whole numbers, so that every machine computes the same.
//!
//! ```text
//! features (10 of 220 on) ── i8 weights ──► sums, cut to 0..=127 ── i8 weights ──► 16 sums, cut to 0..=1016 ─┐
//!          └───────────────── a worth per feature ───────────────────────────────────► + ◄── i16 weights ──┘
//! ```
//!
//! A number 1 is stored as 64 in the first layer and in the weights, as 512 in the sums of the second layer.

use super::board::Board;
use super::features::{self, ACTIVE, COUNT};

/// Units of the first hidden layer.
pub const FIRST: usize = 64;
/// Units of the second hidden layer.
pub const SECOND: usize = 16;
/// What the number 1 is in the sums of the first layer and in the weights of the first two.
pub const ONE: i32 = 64;
/// The largest sum of the first layer.
pub const CUT: i32 = 127;
/// How many times finer the sums of the second layer are than those of the first: its rounding would show otherwise.
pub const FINER: i32 = 8;
/// What a hundredth of a point is in the worths.
pub const WORTH: i32 = 4;
/// What a hundredth of a point is in the result of the last layer.
pub const RESULT: i32 = 32;
/// No margin is beyond 120 points.
const LIMIT: i32 = 12_000;

/// The weights as they are stored, layer by layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By feature.
    pub first: Vec<[i8; FIRST]>,
    /// Added to the sums of the first layer.
    pub first_bias: [i16; FIRST],
    /// By unit of the second layer.
    pub second: [[i8; FIRST]; SECOND],
    /// Added to the sums of the second layer, whose unit is 1/64².
    pub second_bias: [i32; SECOND],
    /// Of the last layer.
    pub last: [i16; SECOND],
    /// Added to the result.
    pub last_bias: i32,
    /// What a feature is worth by itself.
    pub worth: Vec<i16>,
}

impl Weights {
    /// The length of stored weights.
    pub const BYTES: usize =
        COUNT * FIRST + 2 * FIRST + SECOND * FIRST + 4 * SECOND + 2 * SECOND + 4 + 2 * COUNT;

    /// The weights as bytes, little-endian, in the order of the fields.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Weights::BYTES);
        bytes.extend(self.first.iter().flatten().map(|&weight| weight as u8));
        bytes.extend(self.first_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.second.iter().flatten().map(|&weight| weight as u8));
        bytes.extend(self.second_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.last.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.last_bias.to_le_bytes());
        bytes.extend(self.worth.iter().flat_map(|worth| worth.to_le_bytes()));
        bytes
    }

    /// Reads stored weights.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Weights::BYTES]) -> Weights {
        let mut rest = bytes.as_slice();
        Weights {
            first: (0..COUNT).map(|_| take(&mut rest).map(u8::cast_signed)).collect(),
            first_bias: std::array::from_fn(|_| i16::from_le_bytes(take(&mut rest))),
            second: std::array::from_fn(|_| take(&mut rest).map(u8::cast_signed)),
            second_bias: std::array::from_fn(|_| i32::from_le_bytes(take(&mut rest))),
            last: std::array::from_fn(|_| i16::from_le_bytes(take(&mut rest))),
            last_bias: i32::from_le_bytes(take(&mut rest)),
            worth: (0..COUNT).map(|_| i16::from_le_bytes(take(&mut rest))).collect(),
        }
    }
}

/// Takes `N` bytes off the front; [`Weights::BYTES`] makes sure that there are enough.
fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (head, tail) = rest.split_first_chunk().unwrap_or((&[0; N], &[]));
    *rest = tail;
    *head
}

/// Weights laid out for computing.
#[derive(Clone, Debug)]
pub struct Network {
    first: Vec<[i16; FIRST]>,
    first_bias: [i16; FIRST],
    second: [[i16; FIRST]; SECOND],
    second_bias: [i32; SECOND],
    last: [i16; SECOND],
    last_bias: i32,
    worth: Vec<i16>,
}

impl Network {
    /// The network with these weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Network {
        Network {
            first: weights.first.iter().map(|row| row.map(i16::from)).collect(),
            first_bias: weights.first_bias,
            second: weights.second.map(|row| row.map(i16::from)),
            second_bias: weights.second_bias,
            last: weights.last,
            last_bias: weights.last_bias,
            worth: weights.worth.clone(),
        }
    }

    /// The margin that the player to move may expect, in hundredths of a point.
    #[inline]
    pub(crate) fn evaluate(&self, board: Board) -> i16 {
        self.evaluate_features(&features::of_board(board))
    }

    /// The same for the features of a position.
    #[must_use]
    #[inline]
    pub fn evaluate_features(&self, features: &[u16; ACTIVE]) -> i16 {
        let mut sums = self.first_bias;
        let mut result = self.last_bias;
        for &feature in features {
            let weights = &self.first[usize::from(feature)];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            result += i32::from(self.worth[usize::from(feature)]) * (RESULT / WORTH);
        }
        let hidden = sums.map(|sum| sum.clamp(0, CUT as i16));
        for unit in 0..SECOND {
            let products = hidden.iter().zip(&self.second[unit]).map(|(&a, &w)| i32::from(a) * i32::from(w));
            let sum = (self.second_bias[unit] + products.sum::<i32>()) / (ONE / FINER);
            result += sum.clamp(0, CUT * FINER) * i32::from(self.last[unit]);
        }
        (result / RESULT).clamp(-LIMIT, LIMIT) as i16
    }
}
