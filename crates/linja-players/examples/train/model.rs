//! The network in floating point, for training.

use linja_players::search::features::{ACTIVE, COUNT};
use linja_players::search::network::{self, CUT, FIRST, ONE, RESULT, SECOND, Weights};
use linja_testing::Chance;

use crate::samples::{Sample, target};

/// The points that a result of 1 stands for.
pub const POINTS: f32 = 10.0;

const UPPER: f32 = CUT as f32 / ONE as f32;
/// Bounds the weights of the first layer, so that sums of the rounded weights do not overflow.
const WEIGHT_LIMIT: f32 = network::FIRST_LIMIT as f32 / ONE as f32;

/// All parameters in one list, so that gradients and their moments have the same layout.
#[derive(Clone)]
pub struct Model {
    pub numbers: Vec<f32>,
}

/// Offsets of the layers in the list.
const FIRST_BIAS: usize = COUNT * FIRST;
const SECOND_LAYER: usize = FIRST_BIAS + FIRST;
const SECOND_BIAS: usize = SECOND_LAYER + FIRST * SECOND;
const LAST: usize = SECOND_BIAS + SECOND;
const LAST_BIAS: usize = LAST + SECOND;
const WORTH: usize = LAST_BIAS + 1;
const NUMBERS: usize = WORTH + COUNT;

impl Model {
    pub fn zero() -> Model {
        Model { numbers: vec![0.0; NUMBERS] }
    }

    pub fn random(chance: &mut Chance) -> Model {
        let mut model = Model::zero();
        let mut fill = |range: std::ops::Range<usize>, inputs: usize| {
            let width = (6.0 / inputs as f32).sqrt();
            for number in &mut model.numbers[range] {
                *number = (2.0 * chance.fraction() - 1.0) * width;
            }
        };
        fill(0..FIRST_BIAS, 4 * ACTIVE);
        fill(SECOND_LAYER..SECOND_BIAS, FIRST);
        fill(LAST..LAST_BIAS, SECOND);
        model.numbers[FIRST_BIAS..SECOND_LAYER].fill(0.25);
        model.numbers[SECOND_BIAS..LAST].fill(0.25);
        model
    }

    pub fn clear(&mut self) {
        self.numbers.fill(0.0);
    }

    /// Adds the numbers of another model.
    pub fn add(&mut self, other: &Model) {
        add(&mut self.numbers, &other.numbers, 1.0);
    }

    /// Returns the result for a sample. Adds the gradient of half the squared error to `gradient`.
    pub fn run(&self, sample: &Sample, gradient: Option<&mut Model>) -> f32 {
        let mut sums = [0.0; FIRST];
        sums.copy_from_slice(&self.numbers[FIRST_BIAS..SECOND_LAYER]);
        let mut result = self.numbers[LAST_BIAS];
        for &feature in &sample.features {
            add(&mut sums, self.first(feature), 1.0);
            result += self.numbers[WORTH + usize::from(feature)];
        }
        let hidden = sums.map(|sum| sum.clamp(0.0, UPPER));
        let mut second = [0.0; SECOND];
        second.copy_from_slice(&self.numbers[SECOND_BIAS..LAST]);
        let (layer, _) = self.numbers[SECOND_LAYER..SECOND_BIAS].as_chunks::<SECOND>();
        for (&unit, weights) in hidden.iter().zip(layer) {
            add(&mut second, weights, unit);
        }
        let cut = second.map(|sum| sum.clamp(0.0, UPPER));
        let last = &self.numbers[LAST..LAST_BIAS];
        result += cut.iter().zip(last).map(|(unit, weight)| unit * weight).sum::<f32>();

        let Some(gradient) = gradient else { return result };
        let slope = result - target(sample);
        let numbers = &mut gradient.numbers;
        numbers[LAST_BIAS] += slope;
        add(&mut numbers[LAST..LAST_BIAS], &cut, slope);
        let mut back = [0.0; SECOND];
        for unit in 0..SECOND {
            back[unit] = if inside(second[unit]) { slope * last[unit] } else { 0.0 };
        }
        add(&mut numbers[SECOND_BIAS..LAST], &back, 1.0);
        let mut back_first = [0.0; FIRST];
        let (rows, _) = numbers[SECOND_LAYER..SECOND_BIAS].as_chunks_mut::<SECOND>();
        for (unit, (weights, slopes)) in layer.iter().zip(rows).enumerate() {
            if hidden[unit] > 0.0 {
                add(slopes, &back, hidden[unit]);
            }
            if inside(sums[unit]) {
                back_first[unit] = product(weights, &back);
            }
        }
        add(&mut numbers[FIRST_BIAS..SECOND_LAYER], &back_first, 1.0);
        for &feature in &sample.features {
            let start = usize::from(feature) * FIRST;
            add(&mut numbers[start..start + FIRST], &back_first, 1.0);
            numbers[WORTH + usize::from(feature)] += slope;
        }
        result
    }

    /// Clamps the weights of the first layer to their limit.
    pub fn limit(&mut self) {
        for number in &mut self.numbers[..FIRST_BIAS] {
            *number = number.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT);
        }
    }

    /// The weights rounded to fixed point.
    pub fn weights(&self) -> Weights {
        let one = ONE as f32;
        let hundredths = POINTS * 100.0;
        let result = hundredths * RESULT as f32;
        let at = |index: usize, factor: f32| (self.numbers[index] * factor).round();
        Weights {
            first: (0..COUNT)
                .map(|feature| std::array::from_fn(|unit| at(feature * FIRST + unit, one) as i16))
                .collect(),
            first_bias: std::array::from_fn(|unit| at(FIRST_BIAS + unit, one) as i16),
            second: std::array::from_fn(|to| {
                std::array::from_fn(|from| at(SECOND_LAYER + from * SECOND + to, one) as i16)
            }),
            second_bias: std::array::from_fn(|unit| at(SECOND_BIAS + unit, one * one) as i32),
            last: std::array::from_fn(|unit| at(LAST + unit, result / one) as i16),
            last_bias: at(LAST_BIAS, result) as i32,
            worth: (0..COUNT)
                .map(|feature| at(WORTH + feature, hundredths * network::WORTH as f32) as i16)
                .collect(),
        }
    }

    fn first(&self, feature: u16) -> &[f32] {
        let start = usize::from(feature) * FIRST;
        &self.numbers[start..start + FIRST]
    }
}

fn inside(sum: f32) -> bool {
    0.0 < sum && sum < UPPER
}

fn add(to: &mut [f32], from: &[f32], factor: f32) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += factor * from);
}

/// The dot product in four parallel sums: a fixed order that still allows vectorization.
fn product(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0; 4];
    for (a, b) in a.as_chunks::<4>().0.iter().zip(b.as_chunks::<4>().0) {
        for lane in 0..4 {
            sums[lane] += a[lane] * b[lane];
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use linja::RuleSet;
    use linja_players::search::features;
    use linja_players::search::network::Network;
    use linja_testing::random_positions;

    use super::*;

    /// A model with every number set, worths and biases included.
    fn random_model(seed: u64) -> Model {
        let chance = &mut Chance::new(seed);
        let mut model = Model::random(chance);
        for number in &mut model.numbers {
            *number += 0.1 * (chance.fraction() - 0.5);
        }
        model
    }

    fn samples() -> Vec<Sample> {
        let games = (0..5).flat_map(|seed| random_positions(RuleSet::BONUS, seed));
        games.map(|position| Sample { features: features::of(&position), margin: 7 }).collect()
    }

    #[test]
    fn gradient_equals_finite_differences() {
        const STEP: f32 = 1e-2;
        let mut model = random_model(1);
        for sample in samples().iter().step_by(20) {
            let mut gradient = Model::zero();
            let result = model.run(sample, Some(&mut gradient));
            let slope = result - target(sample);
            let (mut bends, mut moving) = (0, 0);
            for number in 0..NUMBERS {
                let before = model.numbers[number];
                let [below, above] = [-STEP, STEP].map(|step| {
                    model.numbers[number] = before + step;
                    model.run(sample, None)
                });
                model.numbers[number] = before;
                // Each number acts in straight pieces. At a bend between two of them there is no slope to compare; a small
                // bend adds its own size to the error.
                let bend = ((above - result) - (result - below)).abs();
                if bend > 1e-4 {
                    bends += 1;
                    continue;
                }
                let expected = slope * (above - below) / (2.0 * STEP);
                let found = gradient.numbers[number];
                moving += usize::from(found != 0.0);
                let tolerance = 2e-3 * (1.0 + expected.abs()) + slope.abs() * bend / (2.0 * STEP);
                assert!((found - expected).abs() < tolerance, "{number}: {found} {expected}");
            }
            assert!(moving > 500 && bends < moving / 10, "{moving} numbers matter, {bends} are at a bend");
        }
    }

    #[test]
    fn gradients_of_samples_add_up() {
        let (model, samples) = (random_model(2), samples());
        let gradient = |samples: &[Sample]| {
            let mut gradient = Model::zero();
            for sample in samples {
                model.run(sample, Some(&mut gradient));
            }
            gradient.numbers
        };
        let (first, second, both) =
            (gradient(&samples[..1]), gradient(&samples[1..2]), gradient(&samples[..2]));
        for ((first, second), both) in first.iter().zip(&second).zip(&both) {
            assert!((first + second - both).abs() < 1e-5);
        }
    }

    #[test]
    fn rounded_weights_are_a_quarter_of_a_point_off_at_most() {
        let mut most = 0.0_f32;
        for seed in 0..5 {
            let mut model = random_model(seed);
            model.limit();
            let network = Network::new(model.weights());
            for sample in samples() {
                let exact = model.run(&sample, None) * POINTS;
                let rounded = f32::from(network.evaluate_features(&sample.features)) / 100.0;
                most = most.max((rounded - exact).abs());
            }
        }
        assert!(most < 0.25, "{most} points off");
    }

    #[test]
    fn weights_beyond_the_limit_are_cut() {
        let mut model = Model::zero();
        model.numbers[..2].copy_from_slice(&[100.0, -100.0]);
        model.limit();
        assert_eq!(model.numbers[..3], [WEIGHT_LIMIT, -WEIGHT_LIMIT, 0.0]);
        // With all active features and the bias at the limit, sums of the first layer fit into 16 bits.
        assert!((ACTIVE + 1) as f32 * WEIGHT_LIMIT * ONE as f32 <= f32::from(i16::MAX));
    }
}
