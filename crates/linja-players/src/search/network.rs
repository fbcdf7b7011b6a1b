//! The evaluation: a small integer network, so that every machine computes the same result.
//!
//! ```text
//! features (10 of 220 on) ── weights ──► 64 sums, cut to 0..=1016 ── weights ──► 16 sums, cut to 0..=1016 ─┐
//!          └─────────────── a worth per feature ──────────────────────────────────► + ◄────── weights ─────┘
//! ```
//!
//! Weights have 16 bits, enough to make the rounding error negligible.

use linja::Board;

use super::features::{self, ACTIVE, COUNT};

/// Units of the first hidden layer.
pub const FIRST: usize = 64;
/// Units of the second hidden layer.
pub const SECOND: usize = 16;
/// The fixed-point representation of 1 in the sums and weights of the first two layers.
pub const ONE: i32 = 512;
/// The upper bound that sums are clamped to.
pub const CUT: i32 = 1016;
/// The fixed-point representation of a hundredth of a point in [`Weights::worth`].
pub const WORTH: i32 = 4;
/// The fixed-point representation of a hundredth of a point in the result of the last layer.
pub const RESULT: i32 = 512;
/// The bound of the weights of the first layer, so that their sums fit into 16 bits.
pub const FIRST_LIMIT: i16 = 4 * ONE as i16;
/// The largest margin, 120 points, in hundredths.
const LIMIT: i32 = 12_000;

/// The stored weights, layer by layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By feature.
    pub first: Vec<[i16; FIRST]>,
    /// Added to the sums of the first layer.
    pub first_bias: [i16; FIRST],
    /// By unit of the second layer.
    pub second: [[i16; FIRST]; SECOND],
    /// Added to the sums of the second layer, in which 1 is [`ONE`] squared.
    pub second_bias: [i32; SECOND],
    /// The weights of the last layer.
    pub last: [i16; SECOND],
    /// Added to the result.
    pub last_bias: i32,
    /// The direct contribution of each feature to the result.
    pub worth: Vec<i16>,
}

impl Weights {
    /// The size of the stored weights in bytes.
    pub const BYTES: usize =
        2 * COUNT * FIRST + 2 * FIRST + 2 * SECOND * FIRST + 4 * SECOND + 2 * SECOND + 4 + 2 * COUNT;

    /// The sum of several, with the weights of the first layer cut to [`FIRST_LIMIT`].
    #[must_use]
    pub fn sum(parts: &[Weights]) -> Weights {
        let add = |get: &dyn Fn(&Weights) -> i16| {
            let sum: i32 = parts.iter().map(|part| i32::from(get(part))).sum();
            sum.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
        };
        let add_wide = |get: &dyn Fn(&Weights) -> i32| parts.iter().map(get).sum::<i32>();
        let first = |feature: usize, unit: usize| {
            add(&|part| part.first[feature][unit]).clamp(-FIRST_LIMIT, FIRST_LIMIT)
        };
        Weights {
            first: (0..COUNT).map(|feature| std::array::from_fn(|unit| first(feature, unit))).collect(),
            first_bias: std::array::from_fn(|unit| add(&|part| part.first_bias[unit])),
            second: std::array::from_fn(|to| std::array::from_fn(|from| add(&|part| part.second[to][from]))),
            second_bias: std::array::from_fn(|unit| add_wide(&|part| part.second_bias[unit])),
            last: std::array::from_fn(|unit| add(&|part| part.last[unit])),
            last_bias: add_wide(&|part| part.last_bias),
            worth: (0..COUNT).map(|feature| add(&|part| part.worth[feature])).collect(),
        }
    }

    /// The weights as bytes, little-endian, in the order of the fields.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(Weights::BYTES);
        bytes.extend(self.first.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.first_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.second.iter().flatten().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.second_bias.iter().flat_map(|bias| bias.to_le_bytes()));
        bytes.extend(self.last.iter().flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(self.last_bias.to_le_bytes());
        bytes.extend(self.worth.iter().flat_map(|worth| worth.to_le_bytes()));
        bytes
    }

    /// Reads stored weights.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; Weights::BYTES]) -> Weights {
        let rest = &mut bytes.as_slice();
        Weights {
            first: (0..COUNT).map(|_| std::array::from_fn(|_| i16::from_le_bytes(take(rest)))).collect(),
            first_bias: std::array::from_fn(|_| i16::from_le_bytes(take(rest))),
            second: std::array::from_fn(|_| std::array::from_fn(|_| i16::from_le_bytes(take(rest)))),
            second_bias: std::array::from_fn(|_| i32::from_le_bytes(take(rest))),
            last: std::array::from_fn(|_| i16::from_le_bytes(take(rest))),
            last_bias: i32::from_le_bytes(take(rest)),
            worth: (0..COUNT).map(|_| i16::from_le_bytes(take(rest))).collect(),
        }
    }
}

/// Takes `N` bytes off the front. [`Weights::BYTES`] guarantees that there are enough.
fn take<const N: usize>(rest: &mut &[u8]) -> [u8; N] {
    let (head, tail) = rest.split_first_chunk().unwrap_or((&[0; N], &[]));
    *rest = tail;
    *head
}

/// Evaluates positions.
#[derive(Clone, Debug)]
pub struct Network {
    weights: Weights,
}

impl Network {
    /// The network with these weights.
    #[must_use]
    pub fn new(weights: Weights) -> Network {
        Network { weights }
    }

    /// The expected margin for the player to move, in hundredths of a point.
    #[inline]
    pub(crate) fn evaluate(&self, board: Board) -> i16 {
        self.evaluate_features(&features::of_board(board))
    }

    /// A cheap, inaccurate estimate from the direct contributions alone, at a tenth of the cost of
    /// [`Network::evaluate`].
    #[inline]
    pub(crate) fn glance(&self, board: Board) -> i16 {
        let worth = |feature: u16| i32::from(self.weights.worth[usize::from(feature)]);
        let sum: i32 = features::of_board(board).into_iter().map(worth).sum();
        (sum / WORTH).clamp(-LIMIT, LIMIT) as i16
    }

    /// The expected margin for the player to move in a position with these features, in hundredths of a point.
    #[must_use]
    #[inline]
    pub fn evaluate_features(&self, features: &[u16; ACTIVE]) -> i16 {
        let weights = &self.weights;
        let mut sums = weights.first_bias;
        let mut result = weights.last_bias;
        for &feature in features {
            let row = &weights.first[usize::from(feature)];
            sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            result += i32::from(weights.worth[usize::from(feature)]) * (RESULT / WORTH);
        }
        let hidden = sums.map(|sum| sum.clamp(0, CUT as i16));
        for unit in 0..SECOND {
            let products =
                hidden.iter().zip(&weights.second[unit]).map(|(&a, &w)| i32::from(a) * i32::from(w));
            let sum = (weights.second_bias[unit] + products.sum::<i32>()) / ONE;
            result += sum.clamp(0, CUT) * i32::from(weights.last[unit]);
        }
        (result / RESULT).clamp(-LIMIT, LIMIT) as i16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEATURES: [u16; ACTIVE] = [0, 30, 60, 90, 120, 150, 170, 185, 200, 215];

    fn nothing() -> Weights {
        Weights {
            first: vec![[0; FIRST]; COUNT],
            first_bias: [0; FIRST],
            second: [[0; FIRST]; SECOND],
            second_bias: [0; SECOND],
            last: [0; SECOND],
            last_bias: 0,
            worth: vec![0; COUNT],
        }
    }

    fn evaluated(weights: Weights) -> i16 {
        Network::new(weights).evaluate_features(&FEATURES)
    }

    #[test]
    fn worths_and_the_last_bias_are_added() {
        let mut weights = nothing();
        weights.worth[30] = 150 * WORTH as i16;
        weights.worth[31] = 7_000;
        weights.worth[215] = -20 * WORTH as i16;
        weights.last_bias = 3 * RESULT;
        assert_eq!(evaluated(weights), 150 - 20 + 3);
    }

    #[test]
    fn both_layers_are_cut_below_and_above() {
        let through = |first: i16| {
            let mut weights = nothing();
            weights.first[0][5] = first;
            weights.second[3][5] = ONE as i16;
            weights.last[3] = RESULT as i16 / 4;
            evaluated(weights)
        };
        assert_eq!(through(200), 50);
        assert_eq!(through(-200), 0);
        assert_eq!(through(2_000), CUT as i16 / 4);
    }

    #[test]
    fn a_sum_adds_every_number_and_cuts_the_first_layer() {
        let number = |index: usize| (index * 37 % 199) as i16 - 99;
        let mut some = nothing();
        some.first.iter_mut().flatten().enumerate().for_each(|(i, weight)| *weight = number(i));
        some.first_bias = std::array::from_fn(number);
        some.second = std::array::from_fn(|to| std::array::from_fn(|from| number(to + from)));
        some.second_bias = std::array::from_fn(|unit| i32::from(number(unit)) * 1000);
        some.last = std::array::from_fn(number);
        some.last_bias = -123_456;
        some.worth.iter_mut().enumerate().for_each(|(i, worth)| *worth = number(i));
        assert_eq!(Weights::sum(&[some.clone(), nothing()]), some);

        let mut doubled = nothing();
        (doubled.first[3][4], doubled.worth[3]) = (FIRST_LIMIT, i16::MAX);
        let twice = Weights::sum(&[doubled.clone(), doubled.clone()]);
        assert_eq!(twice, doubled);
    }

    #[test]
    fn no_value_is_beyond_a_possible_margin() {
        assert_eq!(evaluated(Weights { last_bias: i32::MAX / 2, ..nothing() }), 12_000);
        assert_eq!(evaluated(Weights { last_bias: i32::MIN / 2, ..nothing() }), -12_000);
    }
}
