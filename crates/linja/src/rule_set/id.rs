//! Ids of rule sets: a published name, or the nearest edition and the choices that differ from it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use super::{Choice, Rule, RuleSet};
use crate::Message;
use crate::notation::{excerpt, pad};

/// The published rule sets with their names, in the order of the editions.
const NAMES: [(&str, RuleSet); 5] = [
    ("classic", RuleSet::CLASSIC),
    ("bonus", RuleSet::BONUS),
    ("bonus-spicy", RuleSet::BONUS_SPICY),
    ("geeky", RuleSet::GEEKY),
    ("geeky-spicy", RuleSet::GEEKY_SPICY),
];

impl RuleSet {
    /// The name of a published rule set; `None` for house rules.
    #[must_use]
    pub fn published_name(&self) -> Option<&'static str> {
        NAMES.iter().find(|(_, rules)| rules == self).map(|&(name, _)| name)
    }

    /// The id used in commands, records, files and addresses; parses back to the same rule set.
    ///
    /// Published rule sets have their names. Every other id is the [nearest edition](RuleSet::nearest_edition) and the
    /// choices that differ from it: `bonus+follow-may`.
    #[must_use]
    pub fn id(&self) -> String {
        self.to_string()
    }
}

/// Writes the [`id`](RuleSet::id).
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.published_name() {
            Some(name) => f.pad(name),
            None => pad(f, format_args!("{}", HouseRules(self))),
        }
    }
}

/// The id of a rule set that is not published.
struct HouseRules<'a>(&'a RuleSet);

impl fmt::Display for HouseRules<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let edition = self.0.nearest_edition();
        edition.fmt(f)?;
        self.0.differences(&edition).try_for_each(|choice| write!(f, "+{choice}"))
    }
}

/// Parses an id. The parts may stand in any order and letter case, with `+` or blanks between them; the names with
/// `spicy` may be the base, and choices may repeat the base or each other.
impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    fn from_str(text: &str) -> Result<RuleSet, ParseRuleSetError> {
        let parts = || text.split(|c: char| c == '+' || c.is_whitespace()).filter(|part| !part.is_empty());
        let mut base = None;
        let mut chosen = [None; Rule::ALL.len()];
        for part in parts() {
            match Part::read(part) {
                Some(Part::Base(name, rules)) => match base.replace((name, rules)) {
                    None => {}
                    Some((first, _)) => return Err(Problem::TwoBases(first, name).into()),
                },
                Some(Part::Choice(choice)) => match chosen[choice.rule() as usize].replace(choice) {
                    Some(other) if other != choice => {
                        return Err(Problem::Contradiction(other, choice).into());
                    }
                    _ => {}
                },
                None if parts().count() == 1 && Rule::named_in(part).is_none() => {
                    return Err(Problem::Name(excerpt(part)).into());
                }
                None => return Err(Problem::Part(excerpt(part), Rule::named_in(part)).into()),
            }
        }
        let Some((_, base)) = base else { return Err(Problem::NoBase(excerpt(text.trim())).into()) };
        Ok(chosen.into_iter().flatten().fold(base, RuleSet::with))
    }
}

/// A part of an id.
enum Part {
    Base(&'static str, RuleSet),
    Choice(Choice),
}

impl Part {
    fn read(part: &str) -> Option<Part> {
        if let Some(&(name, rules)) = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(part)) {
            return Some(Part::Base(name, rules));
        }
        let (_, word) = part.split_once('-')?;
        let mut choices = Rule::named_in(part)?.choices().iter();
        choices.find(|choice| choice.word().eq_ignore_ascii_case(word)).copied().map(Part::Choice)
    }
}

impl Rule {
    /// The rule that a part of an id is about, whether or not it has the choice.
    fn named_in(part: &str) -> Option<Rule> {
        let rule = part.split_once('-').map_or(part, |(rule, _)| rule);
        Rule::ALL.into_iter().find(|known| known.id().eq_ignore_ascii_case(rule))
    }
}

/// The text is not the id of a rule set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRuleSetError {
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    /// The whole text is a name that no rule set has.
    Name(String),
    /// A part is neither a name nor a choice; with the rule that it is about, if it names one.
    Part(String, Option<Rule>),
    /// The text names no published rule set to begin with.
    NoBase(String),
    TwoBases(&'static str, &'static str),
    Contradiction(Choice, Choice),
}

impl From<Problem> for ParseRuleSetError {
    fn from(problem: Problem) -> ParseRuleSetError {
        ParseRuleSetError { problem }
    }
}

impl ParseRuleSetError {
    /// The error as a translatable message, which names the part and its choices.
    #[must_use]
    pub fn message(&self) -> Message {
        let names = || NAMES.map(|(name, _)| name).join(", ");
        let found = |id, part: &str| Message::new(id).with("found", part);
        let two =
            |id, first: &str, second: &str| Message::new(id).with("first", first).with("second", second);
        match &self.problem {
            Problem::Name(name) => found("rules_unknown", name).with("all", names()),
            Problem::Part(part, Some(rule)) => {
                found("rules_choice", part).with("rule", rule.id()).with("all", written(rule.choices()))
            }
            Problem::Part(part, None) => {
                let choices: Vec<Choice> =
                    Rule::ALL.iter().flat_map(|rule| rule.choices()).copied().collect();
                found("rules_part", part).with("names", names()).with("all", written(&choices))
            }
            Problem::NoBase(text) => found("rules_no_base", text).with("all", names()),
            Problem::TwoBases(first, second) => two("rules_two_bases", first, second).with("all", names()),
            Problem::Contradiction(first, second) => {
                two("rules_contradiction", &first.to_string(), &second.to_string())
                    .with("all", written(first.rule().choices()))
            }
        }
    }
}

impl core::error::Error for ParseRuleSetError {}

/// Choices as parts of an id, separated by commas.
fn written(choices: &[Choice]) -> String {
    choices.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
