//! Weights for house rules: the sum of seven parts, one for the choice of each rule.
//!
//! A part has the form of a whole network's weights. The 18 parts were trained together, on positions of many rule
//! sets, so that their sums also judge combinations that no position was taken from.

use linja::{Rule, RuleSet};

use super::network::Weights;

/// The number of parts: one for each choice of each rule.
pub const PARTS: usize = 18;
/// The number of parts of a rule set.
pub const SUMMANDS: usize = Rule::ALL.len();
/// The size of the stored parts in bytes.
pub(super) const BYTES: usize = PARTS * Weights::BYTES;

/// The parts of a rule set, in the order of the rules.
///
/// ```
/// use linja::{Follow, RuleSet};
/// use linja_players::search::house::parts_of;
/// assert_eq!(parts_of(&RuleSet::BONUS), [0, 3, 5, 9, 11, 14, 16]);
/// assert_eq!(parts_of(&RuleSet::BONUS.with(Follow::May)), [0, 4, 5, 9, 11, 14, 16]);
/// ```
#[must_use]
pub fn parts_of(rules: &RuleSet) -> [usize; SUMMANDS] {
    let mut first = 0;
    rules.choices().map(|choice| {
        let part = first + usize::from(choice.place());
        first += choice.rule().choices().len();
        part
    })
}

/// The weights of a rule set, from the stored parts.
pub(super) fn weights(rules: &RuleSet, stored: &[u8; BYTES]) -> Weights {
    let (parts, _) = stored.as_chunks::<{ Weights::BYTES }>();
    let parts = parts_of(rules).map(|part| Weights::from_bytes(&parts[part]));
    Weights::sum(&parts)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn different_rule_sets_have_different_parts_and_every_part_is_used() {
        let every: BTreeSet<[usize; SUMMANDS]> = RuleSet::every().map(|rules| parts_of(&rules)).collect();
        assert_eq!(every.len(), RuleSet::COUNT);
        let used: BTreeSet<usize> = every.into_iter().flatten().collect();
        assert!(used.into_iter().eq(0..PARTS));
    }
}
