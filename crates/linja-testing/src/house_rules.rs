use linja::{Again, Goal, Over, RuleSet};

use crate::Chance;

/// The house rules to take where a test needs a solved table, so that all share one: another turn and a bonus together.
pub const SOLVED_HOUSE_RULES: RuleSet = RuleSet { again: Again::Must, ..RuleSet::BONUS };

/// House rules to test with: those of the leaflets that differ from the editions, and thirty drawn by lot, always the
/// same.
#[must_use]
pub fn house_rules() -> Vec<RuleSet> {
    const DRAWN: usize = 30;
    let classic = RuleSet::CLASSIC;
    let mut rule_sets = vec![classic.with(Goal::Count), classic.with(Again::May), classic.with(Over::Apart)];
    let wanted = rule_sets.len() + DRAWN;
    let every: Vec<RuleSet> = RuleSet::every().collect();
    let mut chance = Chance::new(20_261_116);
    while rule_sets.len() < wanted {
        let rules = every[chance.below(every.len())];
        if rules.published_name().is_none() && !rule_sets.contains(&rules) {
            rule_sets.push(rules);
        }
    }
    rule_sets
}
