use linja::RuleSet;
use serde::Serialize;

/// The status of the table of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum TableStatus {
    /// There is no table, and it is not being solved.
    Missing {
        /// The reason as a stable code for programs.
        code: MissingCode,
        /// The reason as an English sentence.
        reason: &'static str,
    },
    /// The table will be opened or solved later.
    Waiting {
        /// What the table waits for, as a stable code for programs.
        code: WaitingCode,
        /// The reason as an English sentence.
        reason: &'static str,
    },
    /// The table is being solved.
    Solving {
        /// The number of positions solved.
        positions: u64,
        /// The number of all positions.
        total: u64,
    },
    /// The table is complete, and every value is exact.
    Ready {
        /// The hash of all values, which identifies this table permanently.
        hash: String,
    },
}

/// Why there is no table. The names are stable; programs may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MissingCode {
    /// There is not enough free memory to solve the rule set.
    NoMemory,
    /// There is not enough free disk space for the table.
    NoDisk,
    /// Another process is solving the table; it is used once complete.
    Busy,
    /// The table file is damaged or otherwise unusable.
    Damaged,
    /// Solving failed.
    Failed,
    /// The server was configured not to solve or not to use tables.
    SwitchedOff,
}

/// What a table waits for. The names are stable; programs may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WaitingCode {
    /// Other tables are solved first.
    InLine,
    /// Solving is postponed until the server is idle, so that it does not slow down games.
    UntilIdle,
}

impl MissingCode {
    /// The reason as an English sentence.
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
    /// One for each published rule set, then one for each of the house rules that are solved, being solved or waiting.
    pub tables: Vec<TableView>,
}

/// The status of one table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TableView {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The status of the table.
    #[serde(flatten)]
    pub status: TableStatus,
}
