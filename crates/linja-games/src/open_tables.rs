//! The tables that the server has, and what is known about those that it has not.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use linja_oracle::{ALL_POSITIONS, Table, Tables};
use serde::Serialize;
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::words::RulesWord;

/// The tables of a data directory, opened.
pub struct OpenTables {
    tables: Tables,
    slots: [RwLock<Option<Arc<Table>>>; 5],
    status: Mutex<[TableStatus; 5]>,
    changes: broadcast::Sender<OracleView>,
}

/// What is known about the table of a rule set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
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
        /// Positions in all.
        total: u64,
    },
    /// Every value is exact.
    Ready {
        /// The hash of all values, which identifies this table.
        hash: String,
    },
}

/// Why there is no table. The names are stable; programs may rely on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
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
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct OracleView {
    /// One for each rule set.
    pub tables: Vec<TableView>,
}

/// The status of one table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct TableView {
    /// The rule set.
    pub rules: RulesWord,
    /// What is known about it.
    #[serde(flatten)]
    pub status: TableStatus,
}

impl OpenTables {
    /// No table is open yet: see [`OpenTables::open_all`]. Without it none ever will be, and `is_on` says so.
    #[must_use]
    pub fn new(data_dir: &Path, is_on: bool) -> OpenTables {
        let status =
            if is_on { TableStatus::from(WaitingCode::InLine) } else { MissingCode::SwitchedOff.into() };
        OpenTables {
            tables: Tables::in_data_dir(data_dir),
            slots: std::array::from_fn(|_| RwLock::default()),
            status: Mutex::new(std::array::from_fn(|_| status.clone())),
            changes: broadcast::Sender::new(16),
        }
    }

    /// The files.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Opens every table that is there. Blocks.
    pub fn open_all(&self) {
        // The default rule set first, since most will ask for it.
        let mut all = RulesWord::ALL;
        all.sort_by_key(|&rules| rules != RulesWord::default());
        for rules in all {
            self.open(rules);
        }
    }

    /// Opens the table of a rule set if it is there. Blocks.
    pub fn open(&self, rules: RulesWord) -> bool {
        match self.tables.open(&rules.rules()) {
            Ok(Some(table)) => {
                let hash = format!("{:032x}", table.header().values_hash);
                if let Ok(mut slot) = self.slots[rules as usize].write() {
                    *slot = Some(Arc::new(table));
                }
                self.set(rules, TableStatus::Ready { hash });
                true
            }
            Ok(None) => false,
            Err(error) => {
                tracing::warn!(rules = rules.rules().id, %error, "a table can't be used");
                self.set(rules, MissingCode::Damaged);
                false
            }
        }
    }

    /// The table of a rule set, if it is open.
    #[must_use]
    pub fn table(&self, rules: RulesWord) -> Option<Arc<Table>> {
        self.slots[rules as usize].read().ok()?.clone()
    }

    /// What is known about a table.
    #[must_use]
    pub fn status(&self, rules: RulesWord) -> TableStatus {
        self.statuses()[rules as usize].clone()
    }

    fn statuses(&self) -> MutexGuard<'_, [TableStatus; 5]> {
        // A panic elsewhere leaves them as they were: each is replaced as a whole.
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what is known about a table from now on.
    pub fn set(&self, rules: RulesWord, status: impl Into<TableStatus>) {
        let status = status.into();
        let before = std::mem::replace(&mut self.statuses()[rules as usize], status.clone());
        if before != status {
            // Nobody watching is no error.
            let _ = self.changes.send(self.view());
        }
    }

    /// Records how many positions are solved.
    pub fn progress(&self, rules: RulesWord, positions: u64) {
        self.set(rules, TableStatus::Solving { positions, total: ALL_POSITIONS });
    }

    /// What is known about all tables.
    #[must_use]
    pub fn view(&self) -> OracleView {
        let tables = RulesWord::ALL.into_iter().zip(self.statuses().clone());
        OracleView { tables: tables.map(|(rules, status)| TableView { rules, status }).collect() }
    }

    /// Every change, from now on.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<OracleView> {
        self.changes.subscribe()
    }
}
