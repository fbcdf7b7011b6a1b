//! What the tests share.

#![allow(dead_code, reason = "every test binary uses a part of it")]

#[cfg(feature = "system-tests")]
pub mod postgres;

pub mod contract;
pub mod page;
pub mod raw;
pub mod server;

mod database;

use std::path::{Path, PathBuf};

pub use database::{Database, Folder};

/// A data directory where `bonus` is solved; a table that an earlier run made is used again.
pub fn solved() -> PathBuf {
    use linja::RuleSet;
    use linja_oracle::{Options, Silent, Tables, WriteError};

    let data_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solved");
    let tables = Tables::in_data_dir(&data_dir);
    while !matches!(tables.open(&RuleSet::BONUS), Ok(Some(_))) {
        match tables.solve(&RuleSet::BONUS, &Options::default(), &Silent) {
            // Another test is at it.
            Err(WriteError::Busy(_)) => std::thread::sleep(std::time::Duration::from_millis(50)),
            solved => drop(solved.expect("it can be solved")),
        }
    }
    data_dir
}
