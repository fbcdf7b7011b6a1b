//! The parts of the weights of house rules, trained together.

use linja::RuleSet;
use linja_players::search::house::{PARTS, SUMMANDS, parts_of};
use linja_testing::Chance;

use crate::adam::Adam;
use crate::model::Model;

/// A model for each choice of each rule. The model of a rule set is the sum of its seven.
pub struct Parts {
    models: Vec<Model>,
    adams: Vec<Adam>,
}

impl Parts {
    /// Parts whose sum is the same random model for every rule set.
    pub fn random(chance: &mut Chance) -> Parts {
        let mut share = Model::random(chance);
        share.numbers.iter_mut().for_each(|number| *number /= SUMMANDS as f32);
        let adams = (0..PARTS).map(|_| Adam::new(share.numbers.len())).collect();
        Parts { models: vec![share; PARTS], adams }
    }

    /// The model of a rule set.
    pub fn model(&self, rules: &RuleSet) -> Model {
        let mut sum = Model::zero();
        for part in parts_of(rules) {
            sum.add(&self.models[part]);
        }
        sum.limit();
        sum
    }

    /// Moves the parts of a rule set against the gradient of its model.
    pub fn step(&mut self, rules: &RuleSet, gradient: &Model, samples: usize, rate: f32) {
        for part in parts_of(rules) {
            self.adams[part].step(&mut self.models[part].numbers, &gradient.numbers, samples, rate);
        }
    }

    /// The rounded parts, as the search stores them.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.models.iter().flat_map(|model| model.weights().to_bytes()).collect()
    }
}

#[cfg(test)]
mod tests {
    use linja::{Bonus, RuleSet};

    use super::*;

    #[test]
    fn a_step_for_one_rule_set_moves_another_by_what_they_share() {
        let (bonus, other) = (RuleSet::BONUS, RuleSet::BONUS.with(Bonus::None));
        let mut parts = Parts::random(&mut Chance::new(1));
        let before = [bonus, other].map(|rules| parts.model(&rules).numbers[0]);
        assert!((before[0] - before[1]).abs() < 1e-6);
        let mut gradient = Model::zero();
        gradient.numbers[0] = 1.0;
        parts.step(&bonus, &gradient, 1, 1e-3);
        // The first step of Adam moves every part by its rate.
        let moved = [bonus, other].map(|rules| before[0] - parts.model(&rules).numbers[0]);
        assert!((moved[0] - 7e-3).abs() < 1e-5 && (moved[1] - 6e-3).abs() < 1e-5, "{moved:?}");
    }
}
