use std::collections::BTreeMap;

use linja::{Choice, Rule};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::errors::value_error;

/// One choice for each of the seven rules in which the leaflets differ: one of 648.
///
/// Wherever the package takes rules, it also takes their id as text.
///
/// >>> import linja
/// >>> linja.RuleSet("geeky bonus-any")
/// RuleSet('geeky-spicy')
/// >>> linja.RuleSet("bonus").choices["goal"]
/// 'stop'
/// >>> len(linja.RuleSet.every())
/// 648
#[pyclass(name = "RuleSet", module = "linja", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct RuleSet(pub linja::RuleSet);

#[pymethods]
impl RuleSet {
    #[new]
    #[pyo3(signature = (id = "bonus"))]
    fn new(id: &str) -> PyResult<RuleSet> {
        id.parse().map(RuleSet).map_err(value_error)
    }

    /// The rule set with these choices; rules that are not named are those of `bonus`.
    ///
    /// >>> import linja
    /// >>> linja.RuleSet.of_choices(goal="one", follow="must", again="must", bonus="none", end="now", left="zero")
    /// RuleSet('classic')
    #[classmethod]
    #[pyo3(signature = (**choices))]
    fn of_choices(_type: &Bound<'_, PyType>, choices: Option<BTreeMap<String, String>>) -> PyResult<RuleSet> {
        RuleSet(linja::RuleSet::BONUS).replace(choices)
    }

    /// This rule set with other choices for some rules.
    ///
    /// >>> import linja
    /// >>> linja.RuleSet("bonus").replace(follow="may", left="one")
    /// RuleSet('geeky')
    #[pyo3(signature = (**choices))]
    fn replace(&self, choices: Option<BTreeMap<String, String>>) -> PyResult<RuleSet> {
        let mut rules = self.0;
        for (rule, word) in choices.unwrap_or_default() {
            rules = rules.with(choice(&rule, &word)?);
        }
        Ok(RuleSet(rules))
    }

    /// All 648 rule sets.
    #[classmethod]
    fn every(_type: &Bound<'_, PyType>) -> Vec<RuleSet> {
        linja::RuleSet::every().map(RuleSet).collect()
    }

    /// The five published rule sets.
    ///
    /// >>> import linja
    /// >>> [rules.id for rules in linja.RuleSet.published()]
    /// ['classic', 'bonus', 'bonus-spicy', 'geeky', 'geeky-spicy']
    #[classmethod]
    fn published(_type: &Bound<'_, PyType>) -> Vec<RuleSet> {
        linja::RuleSet::ALL.into_iter().map(RuleSet).collect()
    }

    /// The id, which reads back as the same rule set.
    #[getter]
    fn id(&self) -> String {
        self.0.id()
    }

    /// The choice for each rule, by name.
    #[getter]
    fn choices(&self) -> BTreeMap<&'static str, &'static str> {
        self.0.choices().into_iter().map(|choice| (choice.rule().id(), choice.word())).collect()
    }

    fn __str__(&self) -> String {
        self.0.id()
    }

    fn __repr__(&self) -> String {
        format!("RuleSet('{}')", self.0)
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.id(),)
    }
}

fn choice(rule: &str, word: &str) -> PyResult<Choice> {
    let known = |rules: &mut dyn Iterator<Item = &'static str>| rules.collect::<Vec<_>>().join(", ");
    let Some(found) = Rule::ALL.into_iter().find(|known| known.id() == rule) else {
        let rules = known(&mut Rule::ALL.into_iter().map(Rule::id));
        return Err(PyTypeError::new_err(format!("there is no rule \"{rule}\": the rules are {rules}")));
    };
    let choices = found.choices();
    choices.iter().find(|choice| choice.word() == word).copied().ok_or_else(|| {
        let words = known(&mut choices.iter().map(|choice| choice.word()));
        value_error(format!("the rule {rule} has no choice \"{word}\": the choices are {words}"))
    })
}

/// Rules as an argument: a rule set, or its id.
#[derive(FromPyObject)]
pub(crate) enum Rules<'py> {
    #[pyo3(annotation = "RuleSet")]
    Set(PyRef<'py, RuleSet>),
    #[pyo3(annotation = "str")]
    Id(String),
}

impl Rules<'_> {
    pub(crate) fn read(&self) -> PyResult<linja::RuleSet> {
        match self {
            Rules::Set(rules) => Ok(rules.0),
            Rules::Id(id) => id.parse().map_err(value_error),
        }
    }
}

/// The rules, or `bonus`.
pub(crate) fn or_bonus(rules: Option<Rules<'_>>) -> PyResult<linja::RuleSet> {
    rules.map_or(Ok(linja::RuleSet::BONUS), |rules| rules.read())
}
