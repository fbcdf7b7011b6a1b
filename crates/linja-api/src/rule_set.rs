use linja::RuleSet;
use serde::{Deserialize, Serialize};

/// A published rule set: an edition with or without the option `spicy`. House rules are no part of the HTTP API yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RuleSet))]
#[serde(rename_all = "kebab-case")]
pub enum RuleSetId {
    /// The 2003 edition.
    Classic,
    /// Steffen-Spiele.
    #[default]
    Bonus,
    /// Steffen-Spiele, spicy.
    BonusSpicy,
    /// The Geeky Pen.
    Geeky,
    /// The Geeky Pen, spicy.
    GeekySpicy,
}

impl RuleSetId {
    /// All ids, in the order of [`RuleSet::ALL`].
    pub const ALL: [RuleSetId; 5] = [
        RuleSetId::Classic,
        RuleSetId::Bonus,
        RuleSetId::BonusSpicy,
        RuleSetId::Geeky,
        RuleSetId::GeekySpicy,
    ];

    /// The rules themselves.
    #[must_use]
    pub fn rules(self) -> RuleSet {
        RuleSet::ALL[self as usize]
    }
}

impl From<RuleSetId> for RuleSet {
    fn from(id: RuleSetId) -> RuleSet {
        id.rules()
    }
}

/// The error is the house rules themselves.
impl TryFrom<&RuleSet> for RuleSetId {
    type Error = RuleSet;

    fn try_from(rules: &RuleSet) -> Result<RuleSetId, RuleSet> {
        RuleSetId::ALL.into_iter().find(|id| id.rules() == *rules).ok_or(*rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_sets_are_written_by_their_ids() {
        for id in RuleSetId::ALL {
            assert_eq!(serde_json::to_value(id).unwrap(), id.rules().id());
            assert_eq!(RuleSetId::try_from(&id.rules()), Ok(id));
        }
        let house_rules = RuleSet::BONUS.with(linja::Follow::May);
        assert_eq!(RuleSetId::try_from(&house_rules), Err(house_rules));
    }
}
