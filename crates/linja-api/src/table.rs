use serde::Serialize;

use crate::RuleSetId;

/// What is known about the table of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum TableStatus {
    /// There is none, and none is being made.
    Missing {
        /// Why: stable, for programs.
        code: MissingCode,
        /// The same for people.
        reason: &'static str,
    },
    /// It will be opened or made.
    Waiting {
        /// What for: stable, for programs.
        code: WaitingCode,
        /// The same for people.
        reason: &'static str,
    },
    /// It is being made.
    Solving {
        /// Positions done.
        positions: u64,
        /// Of so many.
        total: u64,
    },
    /// Every value is exact.
    Ready {
        /// The hash of all values, which names this table for ever.
        hash: String,
    },
}

/// Why there is no table. The names are stable; programs may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MissingCode {
    /// Solving needs more memory than is free.
    NoMemory,
    /// A table needs more room than the disk has.
    NoDisk,
    /// Another program is making it; it is used once it is there.
    Busy,
    /// The file can't be used.
    Damaged,
    /// Solving went wrong.
    Failed,
    /// The server was started with the order to make none, or to use none.
    SwitchedOff,
}

/// What a table waits for. The names are stable; programs may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WaitingCode {
    /// Others come first.
    InLine,
    /// Nobody plays by this rule set, and solving it must not disturb those who play by others.
    UntilIdle,
}

impl MissingCode {
    /// In a sentence.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            MissingCode::NoMemory => "There is too little memory to solve this rule set.",
            MissingCode::NoDisk => "There is too little room on the disk for the table.",
            MissingCode::Busy => "Another program is solving this rule set.",
            MissingCode::Damaged => "The table is damaged.",
            MissingCode::Failed => "Solving this rule set failed; the server's log says why.",
            MissingCode::SwitchedOff => "The server was told not to solve this rule set.",
        }
    }
}

impl From<MissingCode> for TableStatus {
    fn from(code: MissingCode) -> TableStatus {
        TableStatus::Missing { code, reason: code.reason() }
    }
}

impl From<WaitingCode> for TableStatus {
    fn from(code: WaitingCode) -> TableStatus {
        let reason = match code {
            WaitingCode::InLine => "Other rule sets come first.",
            WaitingCode::UntilIdle => "It is solved when nobody has played for a while.",
        };
        TableStatus::Waiting { code, reason }
    }
}

/// The status of every table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OracleView {
    /// One for each rule set.
    pub tables: Vec<TableView>,
}

/// The status of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableView {
    /// The rule set.
    pub rules: RuleSetId,
    /// What is known about it.
    #[serde(flatten)]
    pub status: TableStatus,
}
