use linja::{Choice, Rule, RuleSet};
use serde::Serialize;

use crate::VerdictView;

/// A rule set, published or not, and its choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RuleSetView {
    /// The id, which names the rule set everywhere.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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

/// The rules and the published rule sets, as `linja rules` and the server write them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    /// What perfect play from the start leads to; `null` if the survey does not have the rule set.
    pub verdict: Option<VerdictView>,
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
            verdict: VerdictView::surveyed(rules),
        }
    }
}
