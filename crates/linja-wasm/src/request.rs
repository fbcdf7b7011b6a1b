//! Requests of the page and answers to them.

use linja::Message;
use linja_games::GameError;
use linja_games::answer::{Code, Problem};
use linja_oracle::TableError;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A request, as the page would send it to the server.
#[derive(Deserialize)]
pub(crate) struct Request<'a> {
    /// `GET` or `POST`.
    pub method: &'a str,
    /// The path below `/api/v1`, with its query.
    pub path: String,
    /// The body.
    #[serde(borrow)]
    pub body: Option<&'a RawValue>,
    /// The language of problems.
    pub language: Option<&'a str>,
    /// Milliseconds since 1970.
    pub now: u64,
    /// Random bytes, 32 for a new game.
    #[serde(default)]
    pub seed: Vec<u8>,
    /// The tables that the page can read.
    #[serde(default)]
    pub tables: Vec<Source>,
}

/// A table that the page can read.
#[derive(Clone, Deserialize, PartialEq)]
pub(crate) struct Source {
    /// The id of the rule set.
    pub rules: String,
    /// The length of the file; `None` if the page has not opened it yet.
    pub bytes: Option<u64>,
    /// Another text once the file has changed.
    #[serde(default)]
    pub version: String,
}

impl Request<'_> {
    pub fn body(&self) -> &[u8] {
        self.body.map_or("null", RawValue::get).as_bytes()
    }
}

/// An answer.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Answer<'a> {
    /// As the server would send it.
    Done { status: u16, body: &'a RawValue },
    /// Something is missing. Give it to the engine, and ask again.
    Needs { needs: Needs },
    /// The table of this rule set can't be used. Ask again without it.
    Refused { refused: String, why: String },
}

/// What is missing.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Needs {
    /// A file of the page, by its path.
    File(String),
    /// Parts of a table: from which byte on, and up to which. None if the page must open it first.
    Parts { table: String, ranges: Vec<[u64; 2]> },
}

/// Why there is no answer yet.
pub(crate) enum Failure {
    Problem(Box<Problem>),
    Needs(Needs),
    /// Parts of the table in use are missing, or it can't be used.
    Table(TableError),
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Failure {
        Failure::Problem(Box::new(problem))
    }
}

impl From<GameError> for Failure {
    fn from(error: GameError) -> Failure {
        match error {
            GameError::Table(error) => error.into(),
            error => Problem::from(error).into(),
        }
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Failure {
        Failure::Table(error)
    }
}

/// The problem that there is nothing at an address.
pub(crate) fn no_such_address() -> Failure {
    let message = Message::new("problem_no_such_address").with("list", "/api/v1/openapi.json");
    Problem::of(Code::NotFound, message).into()
}

/// The problem that an address has no such method.
pub(crate) fn no_such_method() -> Failure {
    Problem::of(Code::MethodNotAllowed, Message::new("problem_method")).into()
}

/// JSON as it is sent.
pub(crate) type Json = Box<RawValue>;

/// Writes an answer's body.
pub(crate) fn json(view: &impl Serialize) -> Result<Json, Failure> {
    serde_json::value::to_raw_value(view).map_err(|error| Problem::internal(&error).into())
}
