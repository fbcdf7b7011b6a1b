//! From what is known about a cell to the probabilities of the decisions that lead to it.
//!
//! Each entry has a *weight* for each decision. The weights of the entries that apply are added up. The sum is, in steps of
//! 1 / 16, the logarithm of the odds for yes: such logarithms add where probabilities would have to be mixed.

use super::coder::{Decoder, PROBABILITY_BITS};
use super::context::{ENTRIES, FEATURES};
use crate::cells::BIAS;
use crate::page::{BadPage, LARGEST_MARGIN};

/// Is it the prediction? If not, is it above? Is it one off, two, three, four or one more each time? Above and below on their own.
pub(super) const DECISIONS: usize = 10;
const IS_PREDICTED: usize = 0;
const IS_ABOVE: usize = 1;
const FIRST_ABOVE: usize = 2;
const FIRST_BELOW: usize = 6;
const DISTANCES: usize = FIRST_BELOW - FIRST_ABOVE;

/// Weights for one unit of the logarithm of the odds.
pub(super) const UNIT: i16 = 16;
/// Sums are cut to this: nothing is less likely than 1 in 1,100.
const LARGEST_SUM: i16 = 7 * UNIT;
const SUMS: usize = 2 * LARGEST_SUM as usize + 1;

/// The smallest and the largest cell.
const CELLS: std::ops::RangeInclusive<u8> = BIAS - LARGEST_MARGIN as u8..=BIAS + LARGEST_MARGIN as u8;

/// The weights of an entry.
pub(super) type Weights = [i8; DECISIONS];

/// The weights of every entry.
pub(crate) struct Model {
    weights: Vec<Weights>,
    /// The probability of yes for every sum: 1 / (1 + e^−sum), rounded.
    probabilities: Box<[u16; SUMS]>,
}

impl Model {
    /// An upper bound for the stored form.
    pub const MOST_BYTES: usize = 2 * ENTRIES * DECISIONS;

    pub(super) fn new(weights: Vec<Weights>) -> Model {
        Model { weights, probabilities: Box::new(probabilities()) }
    }

    /// The probability of yes.
    #[inline(always)]
    pub(super) fn probability(&self, features: &[u16; FEATURES], decision: usize) -> u32 {
        let weight = |&entry: &u16| i16::from(self.weights[usize::from(entry)][decision]);
        let sum: i16 = features.iter().map(weight).sum();
        u32::from(self.probabilities[(sum.clamp(-LARGEST_SUM, LARGEST_SUM) + LARGEST_SUM) as usize])
    }

    /// Reads the stored form: see [`Model::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, BadPage> {
        let mut decoder = Decoder::new(bytes);
        let mut guess = Guess::default();
        let mut weights = vec![[0; DECISIONS]; ENTRIES];
        for entry in &mut weights {
            for (decision, weight) in entry.iter_mut().enumerate() {
                *weight = guess.weight(decision, |probability, _| decoder.read(probability));
            }
        }
        if decoder.is_done() { Ok(Model::new(weights)) } else { Err(BadPage) }
    }

    /// The weights by entry, then by decision, each as eight answers from the highest bit down, through the arithmetic coder. The
    /// probabilities adapt: most weights are 0, and others small.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut encoder = super::coder::Encoder::default();
        let mut guess = Guess::default();
        for entry in &self.weights {
            for (decision, &weight) in entry.iter().enumerate() {
                guess.weight(decision, |probability, bit| {
                    let yes = weight as u8 >> bit & 1 != 0;
                    encoder.write(yes, probability);
                    yes
                });
            }
        }
        encoder.finish()
    }
}

/// The probability of each bit of a weight by the bits above it, as seen so far.
struct Guess([[u16; 256]; DECISIONS]);

impl Default for Guess {
    fn default() -> Guess {
        Guess([[1 << (PROBABILITY_BITS - 1); 256]; DECISIONS])
    }
}

impl Guess {
    const RATE: u16 = 5;

    fn weight(&mut self, decision: usize, mut answer: impl FnMut(u32, u32) -> bool) -> i8 {
        let mut above = 1;
        for bit in (0..8).rev() {
            let probability = &mut self.0[decision][above];
            let yes = answer(u32::from(*probability), bit);
            if yes {
                *probability += ((1 << PROBABILITY_BITS) - *probability) >> Guess::RATE;
            } else {
                *probability -= *probability >> Guess::RATE;
            }
            above = above << 1 | usize::from(yes);
        }
        above as u8 as i8
    }
}

/// See [`Model::probabilities`].
fn probabilities() -> [u16; SUMS] {
    let exact = |place: usize| {
        let sum = (place as f64 - f64::from(LARGEST_SUM)) / f64::from(UNIT);
        f64::from(1 << PROBABILITY_BITS) / (1.0 + (-sum).exp())
    };
    std::array::from_fn(|place| exact(place).round() as u16)
}

/// The decision about a distance from the prediction, from 1 on.
fn distance_decision(is_above: bool, distance: usize) -> usize {
    (if is_above { FIRST_ABOVE } else { FIRST_BELOW }) + distance.min(DISTANCES) - 1
}

/// Finds a cell from the answers to its decisions.
#[inline(always)]
pub(super) fn decide(prediction: u8, mut answer: impl FnMut(usize) -> bool) -> Result<u8, BadPage> {
    if answer(IS_PREDICTED) {
        return Ok(prediction);
    }
    let is_above = answer(IS_ABOVE);
    let mut cell = prediction;
    for distance in 1.. {
        cell = if is_above { cell + 1 } else { cell - 1 };
        if !CELLS.contains(&cell) {
            return Err(BadPage);
        }
        if answer(distance_decision(is_above, distance)) {
            break;
        }
    }
    Ok(cell)
}

/// Calls `answered` with the decisions that lead to a cell.
pub(super) fn decisions(prediction: u8, cell: u8, mut answered: impl FnMut(usize, bool)) {
    answered(IS_PREDICTED, cell == prediction);
    if cell == prediction {
        return;
    }
    let is_above = cell > prediction;
    answered(IS_ABOVE, is_above);
    let last = usize::from(cell.abs_diff(prediction));
    for distance in 1..=last {
        answered(distance_decision(is_above, distance), distance == last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_do_not_depend_on_the_machine() {
        for (place, probability) in probabilities().into_iter().enumerate() {
            let sum = (place as f64 - f64::from(LARGEST_SUM)) / f64::from(UNIT);
            let exact = f64::from(1 << PROBABILITY_BITS) / (1.0 + (-sum).exp());
            assert!(
                (exact - f64::from(probability)).abs() < 0.499_999,
                "{place}: too close to be rounded alike everywhere"
            );
            assert!((1..1 << PROBABILITY_BITS).contains(&probability));
        }
        let at = |sum: i16| probabilities()[(sum + LARGEST_SUM) as usize];
        assert_eq!([at(-112), at(-16), at(0), at(16), at(112)], [30, 8_813, 16_384, 23_955, 32_738]);
    }

    #[test]
    fn decisions_lead_to_their_cell() {
        for prediction in CELLS {
            for cell in CELLS {
                let mut answers = Vec::new();
                decisions(prediction, cell, |decision, yes| answers.push((decision, yes)));
                let mut left = answers.iter();
                let found = decide(prediction, |decision| {
                    let &(expected, yes) = left.next().unwrap();
                    assert_eq!(decision, expected);
                    yes
                });
                assert_eq!((found.unwrap(), left.next()), (cell, None));
            }
        }
    }

    #[test]
    fn cells_that_are_no_values_are_refused() {
        assert!(decide(8, |_| false).is_err(), "below the least");
        assert!(decide(248, |decision| decision == IS_ABOVE).is_err(), "above the most");
    }

    #[test]
    fn models_read_back() {
        let weight = |place: usize| if place.is_multiple_of(3) { 0 } else { ((place * 7_919) >> 3) as i8 };
        let weights = (0..ENTRIES).map(|entry| std::array::from_fn(|at| weight(entry * 10 + at))).collect();
        let model = Model::new(weights);
        let bytes = model.to_bytes();
        assert!(Model::from_bytes(&bytes).unwrap().weights == model.weights);
        let longer = [&bytes[..], &[1, 2, 3, 4]].concat();
        assert!(Model::from_bytes(&longer).is_err());
        let nothing = Model::new(vec![[0; DECISIONS]; ENTRIES]);
        assert!(nothing.to_bytes().len() < 1_000);
    }
}
