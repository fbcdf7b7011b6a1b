use std::collections::BTreeMap;

use pyo3::prelude::*;

use crate::errors::value_error;
use crate::game::Game;

/// A game as text, with tags.
///
/// >>> import linja
/// >>> record = linja.Record('[Rules "classic"]\n[Black "Ada"]\n\n1. ab ce | hg ec\n')
/// >>> record.tags, [str(turn) for turn in record.game.turns]
/// ({'Black': 'Ada'}, ['ab ce', 'hg ec'])
#[pyclass(name = "Record", module = "linja", eq, frozen)]
#[derive(Clone, PartialEq)]
pub(crate) struct Record(pub linja::Record);

#[pymethods]
impl Record {
    /// Reads the text of a record.
    #[new]
    fn new(text: &str) -> PyResult<Record> {
        linja::Record::parse(text).map(Record).map_err(value_error)
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game(self.0.game().clone())
    }

    /// The tags that do not follow from the game, such as the players' names.
    #[getter]
    fn tags(&self) -> BTreeMap<&str, &str> {
        self.0.tags().collect()
    }

    /// The record with these tags as well.
    ///
    /// >>> import linja
    /// >>> linja.Game().record().with_tags(Black="Ada", Red="Grace").tags
    /// {'Black': 'Ada', 'Red': 'Grace'}
    #[pyo3(signature = (**tags))]
    fn with_tags(&self, tags: Option<BTreeMap<String, String>>) -> PyResult<Record> {
        let mut record = self.0.clone();
        for (name, value) in tags.unwrap_or_default() {
            record.set_tag(&name, &value).map_err(value_error)?;
        }
        Ok(Record(record))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Record of {} with {} turns>", self.0.game().rules(), self.0.game().turns().len())
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.0.to_string(),)
    }
}

/// A game as an argument: a game or a record.
#[derive(FromPyObject)]
pub(crate) enum GameArg<'py> {
    #[pyo3(annotation = "Game")]
    Game(PyRef<'py, Game>),
    #[pyo3(annotation = "Record")]
    Record(PyRef<'py, Record>),
}

impl GameArg<'_> {
    pub(crate) fn record(&self) -> linja::Record {
        match self {
            GameArg::Game(game) => linja::Record::new(game.0.clone()),
            GameArg::Record(record) => record.0.clone(),
        }
    }
}
