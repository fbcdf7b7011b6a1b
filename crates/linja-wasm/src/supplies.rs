//! What the page brings when it is needed: weights of the search, texts, and parts of tables.

use std::collections::HashMap;
use std::sync::Arc;

use linja::RuleSet;
use linja_games::answer::Problem;
use linja_oracle::{Parts, Table, TableError};
use linja_players::Judge;
use linja_players::search::{Limits, file_of, network_of};
use linja_text::{Catalogues, Language};

use crate::request::{Answer, Failure, Needs, Source};

/// The part of a catalogue with the messages of problems.
const MESSAGES: &str = "messages";

/// The files brought so far, by their paths in the page, and what was made of them.
#[derive(Default)]
pub(crate) struct Supplies {
    files: HashMap<String, Vec<u8>>,
    /// The last judge: it holds a large transposition table.
    judge: Option<Judge>,
    /// The tables that the page can read.
    sources: Vec<Source>,
    /// The table that was used last.
    opened: Option<Opened>,
}

/// A table of the page.
struct Opened {
    source: Source,
    parts: Arc<Parts>,
    /// Once its header is there.
    table: Option<Arc<Table>>,
}

/// The most bytes of a table that are kept for the next request, besides the pages that the table has unpacked.
const MOST_BYTES: usize = 32 << 20;

impl Supplies {
    pub fn give(&mut self, path: String, content: Vec<u8>) {
        self.files.insert(path, content);
    }

    /// The tables that the page can read from now on.
    pub fn set_sources(&mut self, sources: &[Source]) {
        self.sources = sources.to_vec();
    }

    /// Brings a part of the table that was asked for.
    pub fn give_part(&mut self, offset: u64, content: Vec<u8>) {
        if let Some(opened) = &self.opened {
            opened.parts.put(offset, content);
        }
    }

    /// Between two requests: one alone gets all parts that it needs.
    pub fn tidy(&mut self) {
        if let Some(opened) = self.opened.as_ref().filter(|opened| opened.parts.bytes() > MOST_BYTES) {
            opened.parts.clear();
        }
    }

    /// The table of a rule set, if the page can read one.
    pub fn table(&mut self, rules: &RuleSet) -> Result<Option<Arc<Table>>, Failure> {
        let id = rules.id();
        let Some(source) = self.sources.iter().find(|source| source.rules == id) else { return Ok(None) };
        let Some(bytes) = source.bytes else {
            return Err(Failure::Needs(Needs::Parts { table: id, ranges: Vec::new() }));
        };
        let mut opened = match self.opened.take().filter(|opened| opened.source == *source) {
            Some(opened) => opened,
            None => Opened { source: source.clone(), parts: Arc::new(Parts::new(bytes)), table: None },
        };
        let table = match opened.table.take() {
            Some(table) => Ok(table),
            None => Table::in_parts(&opened.parts, rules).map(Arc::new),
        };
        opened.table = table.as_ref().ok().cloned();
        self.opened = Some(opened);
        Ok(Some(table?))
    }

    /// What the page must do about the table in use.
    pub fn about_table(&mut self, error: TableError) -> Answer<'static> {
        let rules = self.opened.as_ref().map(|opened| opened.source.rules.clone()).unwrap_or_default();
        if let TableError::Missing(ranges) = error {
            let ranges = ranges.into_iter().map(|range| [range.start, range.end]).collect();
            return Answer::Needs { needs: Needs::Parts { table: rules, ranges } };
        }
        self.opened = None;
        Answer::Refused { refused: rules, why: error.to_string() }
    }

    /// Asks the judge of a rule set: by its table, or else by a search.
    pub fn judge<T>(
        &mut self,
        rules: &RuleSet,
        ask: impl FnOnce(&mut Judge) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if let Some(table) = self.table(rules)? {
            return ask(&mut Judge::Oracle(table));
        }
        if self.judge.as_ref().is_none_or(|judge| judge.rules() != rules) {
            // First, so that there are never two transposition tables.
            self.judge = None;
            let path = format!("engine/{}", file_of(rules));
            let Some(file) = self.files.get(&path) else { return Err(Failure::Needs(Needs::File(path))) };
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
        Ok(problem.in_language(&self.messages(language)?, language))
    }

    /// The texts of a language that the server writes; their path if they are missing.
    pub fn messages(&self, language: Language) -> Result<Catalogues, String> {
        let path = format!("locales/{}/{MESSAGES}.json", language.code());
        let Some(texts) = self.files.get(&path) else { return Err(path) };
        let name = format!("{}/{MESSAGES}.json", language.code());
        // Without texts a message keeps its id, which programs understand.
        Ok(Catalogues::new([(name, texts)]).unwrap_or_default())
    }
}
