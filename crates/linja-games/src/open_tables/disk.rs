//! The files of house rules: which there are, when they were used, and which have to go.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use linja::RuleSet;

use super::slot::Slot;
use super::{OpenTables, is_house};

/// Uses are noted in the file this often, so that the order survives a restart.
const NOTED_EVERY: Duration = Duration::from_mins(5);

/// A table file of house rules.
struct HouseFile {
    rules: RuleSet,
    bytes: u64,
    used: SystemTime,
}

impl OpenTables {
    /// The house rules that have a table file.
    pub(crate) fn house_tables(&self) -> Vec<RuleSet> {
        let mut found = self.tables().existing();
        found.retain(is_house);
        found
    }

    /// Notes in the files when tables of house rules were used last; `at_once` when the server stops. Blocks.
    pub(crate) fn note_uses(&self, at_once: bool) {
        let least = if at_once { Duration::ZERO } else { NOTED_EVERY };
        let mut due = Vec::new();
        for (rules, slot) in self.slots().iter_mut().filter(|(rules, _)| is_house(rules)) {
            if slot.is_ready() && slot.used.duration_since(slot.noted).is_ok_and(|since| since > least) {
                slot.noted = slot.used;
                due.push((*rules, slot.used));
            }
        }
        for (rules, used) in due {
            let noted = note(&self.tables().path(&rules), used);
            if let Err(error) = noted {
                // Others may own the file. The order is then that of this run.
                tracing::debug!(%rules, %error, "the use of a table can't be noted");
            }
        }
    }

    /// Deletes the tables of house rules used least recently until the others fit into the limit. A table that a request uses
    /// stays. Blocks.
    pub(crate) fn delete_beyond_limit(&self) {
        let mut files = self.house_files();
        let mut total: u64 = files.iter().map(|file| file.bytes).sum();
        files.sort_by_key(|file| file.used);
        for file in files {
            if total <= self.policy().limit {
                return;
            }
            if self.delete(&file.rules) {
                total -= file.bytes;
            }
        }
    }

    fn house_files(&self) -> Vec<HouseFile> {
        let used = |rules: &RuleSet| self.slots().get(rules).map(|slot| slot.used);
        let file = |rules: RuleSet| {
            let about = fs::metadata(self.tables().path(&rules)).ok()?;
            let modified = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            let used = used(&rules).map_or(modified, |used| used.max(modified));
            Some(HouseFile { rules, bytes: about.len(), used })
        };
        self.house_tables().into_iter().filter_map(file).collect()
    }

    fn delete(&self, rules: &RuleSet) -> bool {
        let mut slots = self.slots();
        if slots.get(rules).is_some_and(Slot::is_in_use) {
            return false;
        }
        // From now on no request gets the table.
        slots.remove(rules);
        drop(slots);
        self.announce();
        match fs::remove_file(self.tables().path(rules)) {
            Ok(()) => {
                tracing::info!(target: "linja_games::solver", %rules, "deleted the table of house rules used least recently");
                true
            }
            Err(error) => {
                tracing::warn!(%rules, %error, "a table beyond the limit can't be deleted");
                false
            }
        }
    }
}

/// When a file was changed last.
pub(super) fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

fn note(path: &Path, used: SystemTime) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.set_modified(used)
}
