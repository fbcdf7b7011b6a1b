use std::fs::{self, File};
use std::path::PathBuf;

use linja::RuleSet;
use linja_oracle::{Options, Silent, Table, Tables};

use crate::target_tmp;

/// A data directory in which these rule sets are solved, the same for all test programs. Tables of an earlier run are used
/// again.
#[must_use]
pub fn solved(rule_sets: &[RuleSet]) -> PathBuf {
    let data_dir = target_tmp().join("solved");
    fs::create_dir_all(&data_dir).expect("a data directory");
    // Solving takes more than a gigabyte of memory: one at a time, also among programs.
    let lock = File::create(data_dir.join("lock")).expect("a lock file");
    lock.lock().expect("a lock");
    let tables = Tables::in_data_dir(&data_dir);
    for rules in rule_sets {
        // A damaged table, or one of another format, is solved again.
        if !matches!(tables.open(rules), Ok(Some(_))) {
            tables.solve(rules, &Options::default(), &Silent).expect("solving works");
        }
    }
    data_dir
}

/// The table of a rule set, solved if need be.
#[must_use]
pub fn table(rules: &RuleSet) -> Table {
    let tables = Tables::in_data_dir(&solved(&[*rules]));
    tables.open(rules).expect("a good table").expect("the table is there")
}
