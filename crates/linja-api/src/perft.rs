use std::collections::BTreeMap;

use serde::Serialize;

/// The number of sequences of turns from a position, as written by `linja perft`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PerftView {
    /// The number of sequences.
    pub count: u64,
    /// The number of sequences by their first turn, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = Option<Object>))]
    pub turns: Option<BTreeMap<String, u64>>,
}

impl PerftView {
    /// The counts by first turn, and their sum.
    #[must_use]
    pub fn divided(turns: BTreeMap<String, u64>) -> PerftView {
        PerftView { count: turns.values().sum(), turns: Some(turns) }
    }
}
