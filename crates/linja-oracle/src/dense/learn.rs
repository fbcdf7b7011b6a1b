//! Makes a model from pages whose cells are known.

use super::Row;
use super::context::{Context, ENTRIES, FEATURES, Shape, Visit};
use super::model::{DECISIONS, Model, UNIT, decisions};
use crate::page::BadPage;

/// How often the lessons are gone through. From the second time on the steps are smaller.
const ROUNDS: i32 = 3;

/// Cells with what was known before them.
#[derive(Default)]
pub(crate) struct Lessons {
    learned: Vec<(Context, u8)>,
}

impl Lessons {
    /// Adds the cells of a page.
    pub fn add(&mut self, shape: &Shape, cells: &[Row]) {
        let walked = shape.walk(&mut Learning { cells, lessons: self });
        debug_assert!(walked.is_ok(), "known cells are legal values");
    }

    /// The number of cells.
    pub fn cells(&self) -> usize {
        self.learned.len()
    }

    /// Learns the weights: after every decision each weight that took part goes a step towards what would have been right, the
    /// smaller the more it has learned already.
    pub fn model(&self) -> Model {
        let mut weights = vec![[Weight::default(); DECISIONS]; ENTRIES];
        for round in 0..ROUNDS {
            let keep = 0.8_f32.powi(round);
            for (context, cell) in &self.learned {
                decisions(context.prediction, *cell, |decision, yes| {
                    learn(&mut weights, &context.features, decision, yes, keep);
                });
            }
        }
        let rounded = |weight: Weight| (weight.value * f32::from(UNIT)).round() as i8;
        Model::new(weights.into_iter().map(|entry| entry.map(rounded)).collect())
    }
}

#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    /// How much was learned: the sum of p · (1 − p), by which the best step shrinks.
    learned: f32,
}

fn learn(
    weights: &mut [[Weight; DECISIONS]],
    features: &[u16; FEATURES],
    decision: usize,
    yes: bool,
    keep: f32,
) {
    let sum: f32 = features.iter().map(|&entry| weights[usize::from(entry)][decision].value).sum();
    let probability = 1.0 / (1.0 + (-sum.clamp(-11.0, 11.0)).exp());
    let error = f32::from(u8::from(yes)) - probability;
    for &entry in features {
        let weight = &mut weights[usize::from(entry)][decision];
        weight.learned += probability * (1.0 - probability) + 1e-4;
        weight.value += 0.9 * error / (weight.learned * keep + 2.0).min(300.0);
    }
}

struct Learning<'a> {
    cells: &'a [Row],
    lessons: &'a mut Lessons,
}

impl Visit for Learning<'_> {
    fn cell(&mut self, row: usize, lane: usize, context: &Context) -> Result<u8, BadPage> {
        let cell = self.cells[row][lane];
        self.lessons.learned.push((*context, cell));
        Ok(cell)
    }
}
