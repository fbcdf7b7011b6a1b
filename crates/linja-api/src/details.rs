use std::collections::BTreeMap;

use linja::RuleSet;
use linja_oracle::survey::{self, Row};
use serde::Serialize;

use crate::{MissingCode, RuleSetView};

/// A rule set: its choices, how it differs from the editions, who should win, and whether it is solved.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RuleSetDetails {
    /// The choices.
    #[serde(flatten)]
    pub rules: RuleSetView,
    /// How it differs from `classic`, `bonus` and `geeky`.
    pub differences: Vec<EditionDifference>,
    /// What perfect play leads to; `null` if unknown.
    pub verdict: Option<VerdictView>,
    /// The table of the rule set on this server.
    pub table: DetailedTable,
}

/// How a rule set differs from an edition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EditionDifference {
    /// The edition.
    pub edition: String,
    /// The rules with another choice than in the edition.
    pub rules: Vec<ChoiceDifference>,
}

/// A rule with another choice than in an edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChoiceDifference {
    /// The word of the rule.
    pub rule: &'static str,
    /// The word of the choice in the rule set.
    pub choice: &'static str,
    /// The word of the choice in the edition.
    pub edition_choice: &'static str,
}

/// What perfect play from the start leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct VerdictView {
    /// The margin for the player who begins.
    pub value: i8,
    /// The number of best first turns.
    pub best_turns: usize,
    /// The number of first turns.
    pub turns: usize,
}

/// The table of a rule set on this server.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum DetailedTable {
    /// The table is complete, and every value is exact.
    Solved,
    /// The table is being solved.
    Solving {
        /// The share of positions solved, 0 to 1.
        progress: f64,
        /// Seconds since solving began.
        seconds: f64,
    },
    /// The table will be opened or solved later.
    Waiting,
    /// There is no table, and it is not being solved.
    Missing {
        /// Why it is missing or can't be solved; left out if nobody has asked for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<MissingCode>,
    },
}

/// The verdicts of all rule sets for which it is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct VerdictsView {
    /// The margin of perfect play for the player who begins, by the id of the rule set.
    pub verdicts: BTreeMap<String, i8>,
}

impl From<&Row> for VerdictView {
    fn from(row: &Row) -> VerdictView {
        VerdictView { value: row.value.0, best_turns: row.best_turns, turns: row.turns }
    }
}

impl VerdictView {
    /// The verdict by the survey of all rule sets; `None` if that does not have the rule set.
    #[must_use]
    pub fn surveyed(rules: &RuleSet) -> Option<VerdictView> {
        survey::row(rules).map(VerdictView::from)
    }
}

impl VerdictsView {
    /// The verdicts of all rule sets for which this finds one.
    #[must_use]
    pub fn new(find: impl Fn(&RuleSet) -> Option<VerdictView>) -> VerdictsView {
        let known = |rules: RuleSet| Some((rules.id(), find(&rules)?.value));
        VerdictsView { verdicts: RuleSet::every().filter_map(known).collect() }
    }
}

impl RuleSetDetails {
    /// A rule set with its verdict and the status of its table.
    #[must_use]
    pub fn new(rules: &RuleSet, verdict: Option<VerdictView>, table: DetailedTable) -> RuleSetDetails {
        let editions = [RuleSet::CLASSIC, RuleSet::BONUS, RuleSet::GEEKY];
        RuleSetDetails {
            rules: rules.into(),
            differences: editions.map(|edition| EditionDifference::new(rules, &edition)).into(),
            verdict,
            table,
        }
    }
}

impl EditionDifference {
    fn new(rules: &RuleSet, edition: &RuleSet) -> EditionDifference {
        let choices = rules.differences(edition).map(|choice| ChoiceDifference {
            rule: choice.rule().id(),
            choice: choice.word(),
            edition_choice: edition.choice(choice.rule()).word(),
        });
        EditionDifference { edition: edition.id(), rules: choices.collect() }
    }
}
