use std::collections::HashMap;
use std::time::SystemTime;

use linja::RuleSet;

use crate::open_tables::OpenTables;

/// Detects new and changed table files.
#[derive(Default)]
pub(super) struct Files {
    last: HashMap<RuleSet, Stamp>,
    tried: HashMap<RuleSet, Stamp>,
}

/// Size and modification time, to detect changes of a file.
type Stamp = (u64, Option<SystemTime>);

impl Files {
    /// Marks the current file as tried.
    pub(super) fn know(&mut self, tables: &OpenTables, rules: RuleSet) {
        self.tried.extend(stamp(tables, rules).map(|stamp| (rules, stamp)));
    }

    /// The rule sets whose file is untried and unchanged since the last call, and so no longer being copied.
    pub(super) fn changed(&mut self, tables: &OpenTables, mut wanted: Vec<RuleSet>) -> Vec<RuleSet> {
        wanted.retain(|&rules| {
            let Some(now) = stamp(tables, rules) else { return false };
            let is_still = self.last.insert(rules, now) == Some(now);
            is_still && self.tried.insert(rules, now) != Some(now)
        });
        wanted
    }
}

fn stamp(tables: &OpenTables, rules: RuleSet) -> Option<Stamp> {
    let about = std::fs::metadata(tables.tables().path(&rules)).ok()?;
    Some((about.len(), about.modified().ok()))
}
