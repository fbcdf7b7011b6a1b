//! Requests for reviews.

use linja::{Game, Record};
use serde::Deserialize;

use super::{Code, Problem};

/// A record to review.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Upload {
    /// The text of the record.
    pub record: String,
    /// Accept estimates if the rule set is not solved.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(required = false))]
    pub estimates: bool,
}

impl Upload {
    /// The game of the record.
    ///
    /// # Errors
    /// If the text is not a record of a legal game.
    pub fn game(&self) -> Result<Game, Problem> {
        let record = Record::parse(&self.record)
            .map_err(|error| Problem::of(Code::InvalidRecord, error.message()).part("record"))?;
        Ok(record.into_game())
    }
}
