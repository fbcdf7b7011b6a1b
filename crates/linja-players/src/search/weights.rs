//! The trained weights, one file for each rule set, written by the example `train`.

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

/// The network of a rule set.
pub(crate) fn network(rules: &RuleSet) -> Network {
    let place = RuleSet::ALL.iter().position(|known| known == rules);
    // Fallback for an unknown rule set: the weights of `bonus` give poor estimates, but still legal turns.
    Network::new(Weights::from_bytes(STORED[place.unwrap_or(1)]))
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
