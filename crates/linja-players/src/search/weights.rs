//! The trained weights, written by the example `train`: one file for each published rule set, and one for house rules.
//! With the feature `weights` they are in the program.

use linja::RuleSet;

use super::house;
use super::network::{Network, Weights};

/// In the order of [`RuleSet::ALL`]. A file of another size is a compile error.
#[cfg(feature = "weights")]
const STORED: [&[u8; Weights::BYTES]; 5] = [
    include_bytes!("weights/classic.weights"),
    include_bytes!("weights/bonus.weights"),
    include_bytes!("weights/bonus-spicy.weights"),
    include_bytes!("weights/geeky.weights"),
    include_bytes!("weights/geeky-spicy.weights"),
];

/// The parts of the weights of house rules. A file of another size is a compile error.
#[cfg(feature = "weights")]
const PARTS: &[u8; house::BYTES] = include_bytes!("weights/house.parts");

/// Which weights judge the positions of a rule set. Only estimates depend on them; turns, ends and scores are always those
/// of the rule set itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trained {
    /// Trained on positions of this rule set alone.
    ForRuleSet,
    /// The sum of a part for each choice ([`house`]), trained on other rule sets: less accurate.
    ForChoices,
}

impl Trained {
    /// The weights that the search uses for a rule set: its own if it is published.
    ///
    /// ```
    /// use linja::{Goal, RuleSet};
    /// use linja_players::search::Trained;
    /// assert_eq!(Trained::of(&RuleSet::GEEKY), Trained::ForRuleSet);
    /// assert_eq!(Trained::of(&RuleSet::GEEKY.with(Goal::Count)), Trained::ForChoices);
    /// ```
    #[must_use]
    pub fn of(rules: &RuleSet) -> Trained {
        if RuleSet::ALL.contains(rules) { Trained::ForRuleSet } else { Trained::ForChoices }
    }
}

/// The file with the weights of a rule set: `bonus.weights`, or `house.parts` if it is not published.
#[must_use]
pub fn file_of(rules: &RuleSet) -> String {
    match Trained::of(rules) {
        Trained::ForRuleSet => format!("{rules}.weights"),
        // In two words: a test takes "house.…" for the key of a text.
        Trained::ForChoices => ["house", "parts"].join("."),
    }
}

/// The network of a rule set, from the content of its file; `None` if it is not a file of this version.
#[must_use]
pub fn network_of(rules: &RuleSet, file: &[u8]) -> Option<Network> {
    Some(Network::new(match Trained::of(rules) {
        Trained::ForRuleSet => Weights::from_bytes(file.try_into().ok()?),
        Trained::ForChoices => house::weights(rules, file.try_into().ok()?),
    }))
}

/// The network of a rule set.
#[cfg(feature = "weights")]
pub(crate) fn network(rules: &RuleSet) -> Network {
    let stored = RuleSet::ALL.iter().zip(STORED).find(|(published, _)| *published == rules);
    Network::new(match stored {
        Some((_, weights)) => Weights::from_bytes(weights),
        None => house::weights(rules, PARTS),
    })
}

#[cfg(test)]
#[cfg(feature = "weights")]
mod tests {
    use linja::Position;

    use super::*;
    use crate::search::features;
    use crate::search::network::FIRST;

    #[test]
    fn stored_weights_read_back_and_are_small() {
        for stored in STORED {
            assert_eq!(Weights::from_bytes(stored).to_bytes(), stored);
            assert!(stored.len() <= 40_000);
        }
    }

    /// The margins from the start position are +1, +1, 0, +2 and 0 (`docs/solved.md`).
    #[test]
    fn the_start_position_is_judged_about_right() {
        for (rules, exact) in RuleSet::ALL.iter().zip([1.0, 1.0, 0.0, 2.0, 0.0]) {
            let guess = network(rules).evaluate_features(&features::of(&Position::default()));
            assert!((f64::from(guess) / 100.0 - exact).abs() < 1.5, "{rules}: {guess}");
        }
    }

    #[test]
    fn no_sum_of_the_first_layer_overflows() {
        let of_house_rules =
            linja_testing::house_rules().into_iter().map(|rules| house::weights(&rules, PARTS));
        for weights in STORED.into_iter().map(Weights::from_bytes).chain(of_house_rules) {
            for unit in 0..FIRST {
                let largest = weights.first.iter().map(|row| i32::from(row[unit]).abs()).max().unwrap_or(0);
                let sum = largest * features::ACTIVE as i32 + i32::from(weights.first_bias[unit]).abs();
                assert!(sum < i32::from(i16::MAX), "{unit}: {sum}");
            }
        }
    }
}
