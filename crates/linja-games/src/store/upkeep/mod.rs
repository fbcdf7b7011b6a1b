//! What operators do with the games beside the servers: backup, restore, checks and changes of single games.
//!
//! Everything works on the database itself, while servers run or not. Each operation is one transaction.

mod admin;
mod backup;
mod backup_file;
mod check;
mod restore;
mod schema;
mod session;

use std::io;
use std::ops::ControlFlow;
use std::path::PathBuf;

pub use self::admin::{ChangeError, Closed, close, remove, rename, seats_named, withdraw};
pub use self::backup::backup;
pub use self::backup_file::{Header, TableHead, inspect};
pub use self::check::check;
pub use self::restore::{Restored, restore};
use super::StoreError;

/// Where games are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// `games.db` in this data directory.
    Sqlite(PathBuf),
    /// The PostgreSQL database with this URL.
    Postgres(String),
}

/// How far an operation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Rows or games that are done.
    pub done: u64,
    /// All of them.
    pub total: u64,
}

/// Hears about progress, and stops the operation if it breaks.
pub type Observer<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// Why an operation has failed. The messages are for operators.
#[derive(Debug, thiserror::Error)]
pub enum UpkeepError {
    /// The store can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is no `games.db`.
    #[error("there are no games in {0}: games.db is missing")]
    Missing(PathBuf),
    /// The database has no tables of this program.
    #[error("the database holds no games: no server has used it yet")]
    NoSchema,
    /// The database or backup was written by a newer version.
    #[error(
        "{what} has schema version {found}, and this program knows versions up to {known}: use a newer program"
    )]
    Newer {
        /// The database or the backup.
        what: &'static str,
        /// Its version.
        found: i64,
        /// The newest known version.
        known: i64,
    },
    /// The file exists already.
    #[error("{0} exists already")]
    Exists(PathBuf),
    /// A file can't be read or written.
    #[error("can't use {path}: {error}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: io::Error,
    },
    /// The file is no backup, or a damaged one.
    #[error("{path} can't be restored: {why}")]
    BadBackup {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        why: String,
    },
    /// The database holds games.
    #[error("the database holds games already")]
    NotEmpty,
    /// Servers are connected to the database.
    #[error("{0} connections of servers use the database: stop all servers first")]
    InUse(i64),
    /// What was written is not what was read.
    #[error("table {table} has {found} rows instead of {expected}; nothing was changed")]
    Count {
        /// The table.
        table: String,
        /// Rows that were found.
        found: i64,
        /// Rows that should be there.
        expected: u64,
    },
    /// A game can't be changed.
    #[error(transparent)]
    Change(#[from] ChangeError),
    /// The observer stopped the operation. Nothing was changed.
    #[error("interrupted")]
    Interrupted,
}

impl From<sqlx::Error> for UpkeepError {
    fn from(error: sqlx::Error) -> UpkeepError {
        UpkeepError::Store(error.into())
    }
}

impl From<sqlx::migrate::MigrateError> for UpkeepError {
    fn from(error: sqlx::migrate::MigrateError) -> UpkeepError {
        UpkeepError::Store(error.into())
    }
}

/// Reports progress; fails if the observer stops the operation.
fn report(observer: &mut Observer<'_>, done: u64, total: u64) -> Result<(), UpkeepError> {
    match observer(Progress { done, total }) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(UpkeepError::Interrupted),
    }
}
