//! Helpers shared by several test programs.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use linja::RuleSet;
use linja_oracle::{Options, Silent, Table, Tables};

/// Held by each test: solving takes a gigabyte and verifying more, so tests must not run in parallel.
pub fn one_at_a_time() -> MutexGuard<'static, ()> {
    static BUSY: Mutex<()> = Mutex::new(());
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Solves a rule set with the default options.
pub fn solve(data_dir: &Path, rules: &RuleSet) -> Table {
    let tables = Tables::in_data_dir(data_dir);
    tables.solve(rules, &Options::default(), &Silent).expect("solving works");
    tables.open(rules).expect("the table is good").expect("the table is there")
}
