//! The open tables, the status of the others, and the rule sets that somebody wants solved.
//!
//! Tables of published rule sets stay open. Of house rules only the tables used last are open; the others are opened when
//! they are needed.

mod disk;
mod slot;
mod wishes;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use linja::RuleSet;
use linja_api::{MissingCode, OracleView, TableStatus, TableView, VerdictView, WaitingCode};
use linja_oracle::{ALL_POSITIONS, Table, Tables};
use tokio::sync::broadcast;

pub use self::slot::verdict_of;
use self::slot::{Slot, kind};
pub use self::wishes::TooManyWishes;
use self::wishes::Wishes;
use crate::Boxed;

/// The most open tables of house rules. Each keeps up to 30 MB of unpacked pages.
const MOST_OPEN: usize = 4;

/// What a server does with tables.
#[derive(Clone, Copy, Debug)]
pub struct TablePolicy {
    /// Open tables. Otherwise all are reported as switched off.
    pub opens: bool,
    /// Solve missing tables.
    pub solves: bool,
    /// The bytes that tables of house rules may take on the disk.
    pub limit: u64,
}

impl TablePolicy {
    /// The default limit.
    pub const LIMIT: u64 = 4_000_000_000;
}

/// The open tables of a data directory.
pub struct OpenTables {
    tables: Tables,
    policy: TablePolicy,
    /// Every published rule set, and the house rules that have a table or that somebody asked for.
    slots: Mutex<HashMap<RuleSet, Slot>>,
    wishes: Wishes,
    changes: broadcast::Sender<OracleView>,
}

impl OpenTables {
    /// Starts with no open table; [`OpenTables::open_all`] opens them.
    #[must_use]
    pub fn new(data_dir: &Path, policy: TablePolicy) -> OpenTables {
        let status = if policy.opens {
            TableStatus::from(WaitingCode::InLine)
        } else {
            MissingCode::SwitchedOff.into()
        };
        let slots = RuleSet::ALL.map(|rules| (rules, Slot::new(status.clone())));
        OpenTables {
            tables: Tables::in_data_dir(data_dir),
            policy,
            slots: Mutex::new(slots.into()),
            wishes: Wishes::default(),
            changes: broadcast::Sender::new(16),
        }
    }

    /// The table files.
    #[must_use]
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// What the server does with tables.
    #[must_use]
    pub fn policy(&self) -> TablePolicy {
        self.policy
    }

    /// The rule sets that somebody wants solved.
    pub(crate) fn wishes(&self) -> &Wishes {
        &self.wishes
    }

    fn slots(&self) -> MutexGuard<'_, HashMap<RuleSet, Slot>> {
        // Safe to use after a panic: each slot is consistent after every step.
        self.slots.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens every existing table. Blocks.
    pub fn open_all(&self) {
        // The default rule set first, because most requests need it; house rules last.
        let mut all: Vec<RuleSet> = RuleSet::ALL.into_iter().chain(self.house_tables()).collect();
        all.sort_by_key(|rules| (is_house(rules), *rules != RuleSet::default()));
        for rules in all {
            self.open(rules);
        }
    }

    /// Opens the table of a rule set if its file exists. Blocks.
    pub fn open(&self, rules: RuleSet) -> bool {
        match self.tables.open(&rules) {
            Ok(Some(table)) => {
                self.put(table);
                true
            }
            Ok(None) => false,
            Err(error) => {
                tracing::warn!(%rules, %error, "a table can't be used");
                self.set(rules, MissingCode::Damaged);
                false
            }
        }
    }

    /// Takes a table into use.
    fn put(&self, table: Table) -> Arc<Table> {
        let rules = *table.rules();
        let verdict = self.verdict(&rules).or_else(|| verdict_of(&table));
        let hash = format!("{:032x}", table.header().values_hash);
        let modified = disk::modified(table.path()).unwrap_or(SystemTime::UNIX_EPOCH);
        let table = Arc::new(table);
        let mut slots = self.slots();
        let slot = slots.entry(rules).or_insert_with(|| Slot::new(WaitingCode::InLine.into()));
        slot.open(&table, verdict, modified);
        if is_house(&rules) {
            close_oldest(&mut slots);
        }
        drop(slots);
        self.set(rules, TableStatus::Ready { hash });
        table
    }

    /// The table of a rule set, if there is one. Waits only for a table of house rules that was closed.
    #[must_use]
    pub fn table(self: &Arc<Self>, rules: RuleSet) -> Boxed<'static, Option<Arc<Table>>> {
        let (found, is_ready) = match self.slots().get_mut(&rules) {
            Some(slot) => (slot.take(), slot.is_ready()),
            None => (None, false),
        };
        if found.is_some() || !is_ready {
            return Box::pin(std::future::ready(found));
        }
        let tables = self.clone();
        Box::pin(async move {
            // Fails only if opening panics.
            tokio::task::spawn_blocking(move || tables.open_again(rules)).await.ok().flatten()
        })
    }

    /// Opens a table that was closed. It may be gone, because another program has deleted it.
    fn open_again(&self, rules: RuleSet) -> Option<Arc<Table>> {
        match self.tables.open(&rules) {
            Ok(Some(table)) => Some(self.put(table)),
            Ok(None) => {
                self.forget(&rules);
                None
            }
            Err(error) => {
                tracing::warn!(%rules, %error, "a table can't be used");
                self.set(rules, MissingCode::Damaged);
                None
            }
        }
    }

    /// Whether there is a table of the rule set.
    #[must_use]
    pub fn is_solved(&self, rules: &RuleSet) -> bool {
        self.slots().get(rules).is_some_and(Slot::is_ready)
    }

    /// The status of a table; `None` for house rules that nobody has asked for.
    #[must_use]
    pub fn status(&self, rules: &RuleSet) -> Option<TableStatus> {
        let known = self.slots().get(rules).map(|slot| slot.status.clone());
        known.or_else(|| (!self.policy.solves).then(|| MissingCode::SwitchedOff.into()))
    }

    /// How long a rule set has been in its status.
    #[must_use]
    pub fn since(&self, rules: &RuleSet) -> Option<Duration> {
        self.slots().get(rules).map(|slot| slot.since.elapsed())
    }

    /// What perfect play leads to, by the survey of all rule sets or by the table.
    #[must_use]
    pub fn verdict(&self, rules: &RuleSet) -> Option<VerdictView> {
        VerdictView::surveyed(rules).or_else(|| self.slots().get(rules)?.verdict)
    }

    /// Asks for a rule set to be solved. Solved ones and those that wait already are left as they are.
    ///
    /// # Errors
    /// If too many rule sets wait.
    pub fn ask(&self, rules: RuleSet) -> Result<(), TooManyWishes> {
        if self.is_solved(&rules) || self.is_asked_for(&rules) {
            return Ok(());
        }
        self.wishes.add(rules)?;
        self.set(rules, WaitingCode::InLine);
        Ok(())
    }

    /// Checks that one more rule set may wait.
    ///
    /// # Errors
    /// If too many wait.
    pub fn has_room_for_wishes(&self) -> Result<(), TooManyWishes> {
        self.wishes.has_room()
    }

    /// Whether a rule set is being solved, or waits because somebody has asked for it.
    #[must_use]
    pub fn is_asked_for(&self, rules: &RuleSet) -> bool {
        let is_solving = || {
            let slots = self.slots();
            slots.get(rules).is_some_and(|slot| matches!(slot.status, TableStatus::Solving { .. }))
        };
        self.wishes.contains(rules) || is_solving()
    }

    /// Sets the status of a table and notifies subscribers.
    pub fn set(&self, rules: RuleSet, status: impl Into<TableStatus>) {
        let status = status.into();
        let mut slots = self.slots();
        let slot = slots.entry(rules).or_insert_with(|| Slot::new(MissingCode::SwitchedOff.into()));
        let before = slot.set(status.clone());
        drop(slots);
        // Anybody can have house rules solved, so their progress is not news for everybody.
        let is_news = if is_house(&rules) { kind(&before) != kind(&status) } else { before != status };
        if is_news {
            self.announce();
        }
    }

    fn announce(&self) {
        // Fails only without receivers.
        let _ = self.changes.send(self.view());
    }

    /// Forgets house rules without a table.
    fn forget(&self, rules: &RuleSet) {
        if is_house(rules) && self.slots().remove(rules).is_some() {
            self.announce();
        }
    }

    /// Sets the number of positions solved so far.
    pub fn progress(&self, rules: RuleSet, positions: u64) {
        self.set(rules, TableStatus::Solving { positions, total: ALL_POSITIONS });
    }

    /// The status of the tables of all published rule sets, and of the house rules that are solved, being solved or
    /// waiting.
    #[must_use]
    pub fn view(&self) -> OracleView {
        let slots = self.slots();
        let is_shown = |(rules, slot): &(&RuleSet, &Slot)| {
            is_house(rules) && !matches!(slot.status, TableStatus::Missing { .. })
        };
        let mut house: Vec<RuleSet> = slots.iter().filter(is_shown).map(|(rules, _)| *rules).collect();
        house.sort_by_cached_key(RuleSet::id);
        let shown = RuleSet::ALL.into_iter().chain(house);
        let tables = shown.filter_map(|rules| Some((rules, slots.get(&rules)?.status.clone())));
        OracleView { tables: tables.map(|(rules, status)| TableView { rules, status }).collect() }
    }

    /// Subscribes to changes of the status.
    #[must_use]
    pub fn changes(&self) -> broadcast::Receiver<OracleView> {
        self.changes.subscribe()
    }
}

/// Whether a rule set is not published.
pub(crate) fn is_house(rules: &RuleSet) -> bool {
    rules.published_name().is_none()
}

/// Closes the tables of house rules used least recently, except the last ones. Requests that use one keep it open.
fn close_oldest(slots: &mut HashMap<RuleSet, Slot>) {
    let mut open: Vec<(SystemTime, RuleSet)> = slots
        .iter()
        .filter(|(rules, slot)| is_house(rules) && slot.is_open())
        .map(|(rules, slot)| (slot.used, *rules))
        .collect();
    open.sort_by_key(|&(used, _)| used);
    for (_, rules) in open.iter().rev().skip(MOST_OPEN) {
        if let Some(slot) = slots.get_mut(rules) {
            slot.close();
        }
    }
}

#[cfg(test)]
#[path = "open_tables/tests.rs"]
mod tests;
