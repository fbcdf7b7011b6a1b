use linja::{Choice, Rule, RuleSet};
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

/// A rule set, published or not, and its choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleSetView {
    /// The id, which names the rule set everywhere.
    pub id: String,
    /// Whether the rule set is published; otherwise it is house rules.
    pub published: bool,
    /// The edition that it differs from in the fewest rules.
    pub edition: String,
    /// What an opening into the goal earns: `stop`, `one` or `count`.
    pub goal: &'static str,
    /// Whether a follow-up `must` be made or `may` be declined.
    pub follow: &'static str,
    /// Whether an empty inner row earns another turn: `none`, `must` or `may`.
    pub again: &'static str,
    /// What an exact goal earns: `none`, `own` or `any`.
    pub bonus: &'static str,
    /// What ends the game: `passed` or `apart`.
    pub over: &'static str,
    /// When it ends: `now` or `turn`.
    pub end: &'static str,
    /// What a pawn on its own half counts: `zero`, `mirror` or `one`.
    pub left: &'static str,
}

impl From<&RuleSet> for RuleSetView {
    fn from(rules: &RuleSet) -> RuleSetView {
        RuleSetView {
            id: rules.id(),
            published: rules.published_name().is_some(),
            edition: rules.nearest_edition().id(),
            goal: rules.goal.id(),
            follow: rules.follow.id(),
            again: rules.again.id(),
            bonus: rules.bonus.id(),
            over: rules.over.id(),
            end: rules.end.id(),
            left: rules.left.id(),
        }
    }
}

/// A rule in which the leaflets differ, with its choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RuleView {
    /// The word of the rule in ids.
    pub id: &'static str,
    /// What the rule is about, in English.
    pub text: String,
    /// The choices.
    pub choices: Vec<ChoiceView>,
}

/// A choice for a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChoiceView {
    /// The word of the choice in ids.
    pub id: &'static str,
    /// What it means, in English: continues the text of the rule.
    pub text: String,
}

impl From<Rule> for RuleView {
    fn from(rule: Rule) -> RuleView {
        let choice = |choice: &Choice| ChoiceView { id: choice.word(), text: choice.message().to_string() };
        RuleView {
            id: rule.id(),
            text: rule.message().to_string(),
            choices: rule.choices().iter().map(choice).collect(),
        }
    }
}

/// The rules and the published rule sets, as written by `linja rules`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesView {
    /// The rules in which the leaflets differ.
    pub rules: Vec<RuleView>,
    /// The published rule sets.
    pub published: Vec<RuleSetView>,
}

impl RulesView {
    /// All rules and all published rule sets.
    #[must_use]
    pub fn new() -> RulesView {
        RulesView {
            rules: Rule::ALL.map(RuleView::from).into(),
            published: RuleSet::ALL.iter().map(RuleSetView::from).collect(),
        }
    }
}

impl Default for RulesView {
    fn default() -> RulesView {
        RulesView::new()
    }
}

/// A rule set and how it differs from each edition, as written by `linja rules ID`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComparedRuleSet {
    /// The rule set.
    #[serde(flatten)]
    pub rules: RuleSetView,
    /// The choices that differ from each edition, as parts of an id: of `classic`, `bonus` and `geeky`.
    pub differences: EditionDifferences,
}

/// Choices that differ from the editions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EditionDifferences {
    /// From `classic`.
    pub classic: Vec<String>,
    /// From `bonus`.
    pub bonus: Vec<String>,
    /// From `geeky`.
    pub geeky: Vec<String>,
}

impl From<&RuleSet> for ComparedRuleSet {
    fn from(rules: &RuleSet) -> ComparedRuleSet {
        let from = |edition: RuleSet| rules.differences(&edition).map(|choice| choice.to_string()).collect();
        ComparedRuleSet {
            rules: rules.into(),
            differences: EditionDifferences {
                classic: from(RuleSet::CLASSIC),
                bonus: from(RuleSet::BONUS),
                geeky: from(RuleSet::GEEKY),
            },
        }
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
