//! The trained weights, one file for each rule set. `crates/linja-train` makes them.

use linja::RuleSet;

use super::network::{Network, Weights};

/// In the order of [`RuleSet::ALL`]. A file of another length does not compile.
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
    // There is no sixth rule set. If there were, its estimates would be poor, and still estimates.
    Network::new(&Weights::from_bytes(STORED[place.unwrap_or(1)]))
}
