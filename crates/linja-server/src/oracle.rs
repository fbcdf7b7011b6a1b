//! The tables that the server has, and what is known about those that it has not.

use std::path::Path;
use std::sync::{Arc, Mutex, RwLock};

use linja_oracle::{ALL_POSITIONS, Table, Tables};
use serde::Serialize;
use tokio::sync::broadcast;
use utoipa::ToSchema;

use crate::words::RulesWord;

/// The tables of a data directory, opened.
pub struct Oracle {
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
        /// Why none is made, if there is a reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// It will be made.
    Waiting,
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

impl Oracle {
    /// No table is open yet: see [`Oracle::open_all`].
    #[must_use]
    pub fn new(data_dir: &Path) -> Oracle {
        Oracle {
            tables: Tables::in_data_dir(data_dir),
            slots: std::array::from_fn(|_| RwLock::default()),
            status: Mutex::new(std::array::from_fn(|_| TableStatus::Missing { reason: None })),
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
                self.set(rules, TableStatus::Missing { reason: Some("the table is damaged".into()) });
                false
            }
        }
    }

    /// The table of a rule set, if it is open.
    #[must_use]
    pub fn table(&self, rules: RulesWord) -> Option<Arc<Table>> {
        self.slots[rules as usize].read().ok()?.clone()
    }

    /// Says what is known about a table from now on.
    pub fn set(&self, rules: RulesWord, status: TableStatus) {
        if let Ok(mut all) = self.status.lock() {
            all[rules as usize] = status;
        }
        // Nobody watching is no error.
        let _ = self.changes.send(self.view());
    }

    /// So many positions are done.
    pub fn progress(&self, rules: RulesWord, positions: u64) {
        self.set(rules, TableStatus::Solving { positions, total: ALL_POSITIONS });
    }

    /// What is known about all tables.
    #[must_use]
    pub fn view(&self) -> OracleView {
        let status = self.status.lock().map(|status| status.clone());
        let status =
            status.unwrap_or_else(|_| std::array::from_fn(|_| TableStatus::Missing { reason: None }));
        let tables = RulesWord::ALL.into_iter().zip(status);
        OracleView { tables: tables.map(|(rules, status)| TableView { rules, status }).collect() }
    }

    /// Every change, from now on.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<OracleView> {
        self.changes.subscribe()
    }
}
