//! The open tables, and the status of the others.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

use linja::RuleSet;
use linja_api::{MissingCode, OracleView, TableStatus, TableView, WaitingCode};
use linja_oracle::{ALL_POSITIONS, Table, Tables};
use tokio::sync::broadcast;

/// The open tables of a data directory.
pub struct OpenTables {
    tables: Tables,
    slots: [RwLock<Option<Arc<Table>>>; 5],
    status: Mutex<[TableStatus; 5]>,
    changes: broadcast::Sender<OracleView>,
}

impl OpenTables {
    /// Starts with no open table; [`OpenTables::open_all`] opens them. If `is_on` is false, none will be opened and all
    /// tables are reported as switched off.
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

    /// The table files.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Opens every existing table. Blocks.
    pub fn open_all(&self) {
        // The default rule set first, because most requests need it.
        let mut all = RuleSet::ALL;
        all.sort_by_key(|&rules| rules != RuleSet::default());
        for rules in all {
            self.open(rules);
        }
    }

    /// Opens the table of a rule set if its file exists. Blocks.
    pub fn open(&self, rules: RuleSet) -> bool {
        let Some(place) = place(rules) else { return false };
        match self.tables.open(&rules) {
            Ok(Some(table)) => {
                let hash = format!("{:032x}", table.header().values_hash);
                if let Ok(mut slot) = self.slots[place].write() {
                    *slot = Some(Arc::new(table));
                }
                self.set(rules, TableStatus::Ready { hash });
                true
            }
            Ok(None) => false,
            Err(error) => {
                tracing::warn!(rules = %rules, %error, "a table can't be used");
                self.set(rules, MissingCode::Damaged);
                false
            }
        }
    }

    /// The table of a rule set, if it is open.
    #[must_use]
    pub fn table(&self, rules: RuleSet) -> Option<Arc<Table>> {
        self.slots[place(rules)?].read().ok()?.clone()
    }

    /// The status of a table.
    #[must_use]
    pub fn status(&self, rules: RuleSet) -> TableStatus {
        match place(rules) {
            Some(place) => self.statuses()[place].clone(),
            None => MissingCode::SwitchedOff.into(),
        }
    }

    fn statuses(&self) -> MutexGuard<'_, [TableStatus; 5]> {
        // Safe to use after a panic: each status is replaced as a whole.
        self.status.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the status of a table and notifies subscribers.
    pub fn set(&self, rules: RuleSet, status: impl Into<TableStatus>) {
        let status = status.into();
        let Some(place) = place(rules) else { return };
        let before = std::mem::replace(&mut self.statuses()[place], status.clone());
        if before != status {
            // Fails only without receivers.
            let _ = self.changes.send(self.view());
        }
    }

    /// Sets the number of positions solved so far.
    pub fn progress(&self, rules: RuleSet, positions: u64) {
        self.set(rules, TableStatus::Solving { positions, total: ALL_POSITIONS });
    }

    /// The status of all tables.
    #[must_use]
    pub fn view(&self) -> OracleView {
        let tables = RuleSet::ALL.into_iter().zip(self.statuses().clone());
        OracleView { tables: tables.map(|(rules, status)| TableView { rules, status }).collect() }
    }

    /// Subscribes to changes of the status.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<OracleView> {
        self.changes.subscribe()
    }
}

/// The place of a published rule set in the lists.
fn place(rules: RuleSet) -> Option<usize> {
    RuleSet::ALL.iter().position(|published| *published == rules)
}
