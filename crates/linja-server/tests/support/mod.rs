//! Helpers shared by the tests.

#![allow(dead_code, reason = "every test binary uses a part of it")]

#[cfg(feature = "system-tests")]
pub mod postgres;

pub mod contract;
pub mod page;
pub mod past;
pub mod raw;
pub mod server;

mod database;

use std::path::PathBuf;

pub use database::Database;

/// A data directory with the table of `bonus`.
pub fn solved() -> PathBuf {
    linja_testing::solved(&[linja::RuleSet::BONUS])
}
