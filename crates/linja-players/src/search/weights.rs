//! The trained weights, one file for each published rule set, written by the example `train`.

use linja::RuleSet;

use super::network::{Network, Weights};

/// In the order of [`RuleSet::ALL`]. A file of another size is a compile error.
const STORED: [&[u8; Weights::BYTES]; 5] = [
    include_bytes!("weights/classic.weights"),
    include_bytes!("weights/bonus.weights"),
    include_bytes!("weights/bonus-spicy.weights"),
    include_bytes!("weights/geeky.weights"),
    include_bytes!("weights/geeky-spicy.weights"),
];

/// The published rule set whose weights judge the positions of a rule set: itself if it is published, or else the
/// nearest edition ([`RuleSet::nearest_edition`]), spicy where both have a spicy bonus.
///
/// The weights of another rule set judge less well. Only estimates depend on them; turns, ends and scores are always those
/// of the rule set itself.
///
/// ```
/// use linja::{Follow, Goal, RuleSet};
/// use linja_players::search::weights_for;
/// assert_eq!(weights_for(&RuleSet::GEEKY), RuleSet::GEEKY);
/// assert_eq!(weights_for(&RuleSet::CLASSIC.with(Goal::Count)), RuleSet::CLASSIC);
/// assert_eq!(weights_for(&RuleSet::BONUS_SPICY.with(Follow::May)), RuleSet::BONUS_SPICY);
/// ```
#[must_use]
pub fn weights_for(rules: &RuleSet) -> RuleSet {
    let edition = rules.nearest_edition();
    let with_bonus = edition.with(rules.bonus);
    if RuleSet::ALL.contains(&with_bonus) { with_bonus } else { edition }
}

/// The network of a rule set.
pub(crate) fn network(rules: &RuleSet) -> Network {
    let judge = weights_for(rules);
    let stored = RuleSet::ALL.iter().zip(STORED).find(|(known, _)| **known == judge);
    let (_, weights) = stored.expect("every published rule set has weights");
    Network::new(Weights::from_bytes(weights))
}

#[cfg(test)]
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
        for stored in STORED {
            let weights = Weights::from_bytes(stored);
            for unit in 0..FIRST {
                let largest = weights.first.iter().map(|row| i32::from(row[unit]).abs()).max().unwrap_or(0);
                let sum = largest * features::ACTIVE as i32 + i32::from(weights.first_bias[unit]).abs();
                assert!(sum < i32::from(i16::MAX), "{unit}: {sum}");
            }
        }
    }
}
