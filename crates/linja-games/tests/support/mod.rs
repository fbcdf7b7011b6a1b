//! Test databases, shared with the tests of linja-server.

#![allow(dead_code, reason = "every test binary uses a part of it")]

#[path = "../../../linja-server/tests/support/database.rs"]
mod database;
#[cfg(feature = "system-tests")]
#[path = "../../../linja-server/tests/support/postgres.rs"]
pub mod postgres;

pub use database::Database;
