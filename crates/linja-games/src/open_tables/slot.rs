use std::mem::Discriminant;
use std::sync::{Arc, Weak};
use std::time::{Instant, SystemTime};

use linja::Position;
use linja_api::{TableStatus, VerdictView};
use linja_oracle::{Oracle as _, Table};

/// What is known about the table of a rule set.
pub(super) struct Slot {
    pub(super) status: TableStatus,
    /// When this kind of status began.
    pub(super) since: Instant,
    /// The table while it is open.
    table: Option<Arc<Table>>,
    /// The table as long as a request uses it, even if it was closed.
    lent: Weak<Table>,
    /// What perfect play leads to, once a table was opened.
    pub(super) verdict: Option<VerdictView>,
    /// When the table was used last.
    pub(super) used: SystemTime,
    /// The last use that the file shows as its time of modification.
    pub(super) noted: SystemTime,
}

impl Slot {
    pub(super) fn new(status: TableStatus) -> Slot {
        Slot {
            status,
            since: Instant::now(),
            table: None,
            lent: Weak::new(),
            verdict: None,
            used: SystemTime::UNIX_EPOCH,
            noted: SystemTime::UNIX_EPOCH,
        }
    }

    /// Sets the status and returns the one before.
    pub(super) fn set(&mut self, status: TableStatus) -> TableStatus {
        if kind(&status) != kind(&self.status) {
            self.since = Instant::now();
        }
        std::mem::replace(&mut self.status, status)
    }

    pub(super) fn open(&mut self, table: &Arc<Table>, verdict: Option<VerdictView>, modified: SystemTime) {
        self.table = Some(table.clone());
        self.lent = Arc::downgrade(table);
        self.verdict = verdict;
        self.used = self.used.max(modified);
        self.noted = modified;
    }

    /// The open table for a request.
    pub(super) fn take(&mut self) -> Option<Arc<Table>> {
        if self.is_ready() {
            self.used = SystemTime::now();
        }
        self.table.clone()
    }

    pub(super) fn close(&mut self) {
        self.table = None;
    }

    pub(super) fn is_open(&self) -> bool {
        self.table.is_some()
    }

    pub(super) fn is_ready(&self) -> bool {
        matches!(self.status, TableStatus::Ready { .. })
    }

    /// Whether a request uses the table.
    pub(super) fn is_in_use(&self) -> bool {
        self.lent.strong_count() > usize::from(self.is_open())
    }
}

/// The kind of a status, without its details.
pub(super) fn kind(status: &TableStatus) -> Discriminant<TableStatus> {
    std::mem::discriminant(status)
}

/// What perfect play leads to by a table; `None` if the table is damaged there.
#[must_use]
pub fn verdict_of(table: &Table) -> Option<VerdictView> {
    let turns = table
        .turns(&Position::default())
        .inspect_err(|error| tracing::warn!(rules = %table.rules(), %error, "a table can't be used"))
        .ok()?;
    let best = turns.first()?.value;
    let best_turns = turns.iter().filter(|turn| turn.value == best).count();
    Some(VerdictView { value: best.0, best_turns, turns: turns.len() })
}
