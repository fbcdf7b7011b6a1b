//! What the page brings when it is needed: weights of the search, texts, and later tables.

use std::collections::HashMap;

use linja::RuleSet;
use linja_games::answer::Problem;
use linja_players::Judge;
use linja_players::search::{Limits, file_of, network_of};
use linja_text::{Catalogues, Language};

use crate::request::Failure;

/// The part of a catalogue with the messages of problems.
const MESSAGES: &str = "messages";

/// The files brought so far, by their paths in the page, and what was made of them.
#[derive(Default)]
pub(crate) struct Supplies {
    files: HashMap<String, Vec<u8>>,
    /// The last judge: it holds a large transposition table.
    judge: Option<Judge>,
}

impl Supplies {
    pub fn give(&mut self, path: String, content: Vec<u8>) {
        self.files.insert(path, content);
    }

    /// Asks the judge of a rule set.
    pub fn judge<T>(
        &mut self,
        rules: &RuleSet,
        ask: impl FnOnce(&mut Judge) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if self.judge.as_ref().is_none_or(|judge| judge.rules() != rules) {
            // First, so that there are never two transposition tables.
            self.judge = None;
            let path = format!("engine/{}", file_of(rules));
            let Some(file) = self.files.get(&path) else { return Err(Failure::Needs(path)) };
            let network = network_of(rules, file);
            let network = network.ok_or_else(|| Problem::internal(&"the weights are of another version"))?;
            self.judge = Some(Judge::with_network(rules, network, Limits::nodes(Judge::NODES)));
        }
        match &mut self.judge {
            Some(judge) => ask(judge),
            None => Err(Problem::internal(&"there is no judge").into()),
        }
    }

    /// The problem in the language of the reader; the path of its texts if they are missing.
    pub fn translated(&self, problem: Problem, language: &str) -> Result<Problem, String> {
        let language = Language::of_tag(language).unwrap_or_default();
        let path = format!("locales/{}/{MESSAGES}.json", language.code());
        let Some(texts) = self.files.get(&path) else { return Err(path) };
        let name = format!("{}/{MESSAGES}.json", language.code());
        // Without texts a problem keeps its id, which programs understand.
        let catalogues = Catalogues::new([(name, texts)]).unwrap_or_default();
        Ok(problem.in_language(&catalogues, language))
    }
}
