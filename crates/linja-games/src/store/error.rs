//! What can go wrong in the store.

use crate::id::GameId;

/// An error of the store. An event that was being written may or may not be stored.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database reported an error.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The address of the database is invalid. The message leaves it out because it may hold a password.
    #[error("the address of the database can't be read: {0}")]
    Address(String),
    /// PostgreSQL is unreachable, or rejects the login.
    #[error("can't connect to PostgreSQL at {place}: {why}")]
    Connect {
        /// Host and port, or the directory of the socket.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// The schema can't be migrated.
    #[error("the database can't be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The data directory can't be used.
    #[error("the data directory can't be used: {0}")]
    Io(#[from] std::io::Error),
    /// Another server is using the database file.
    #[error("another server is using {0}; several servers need PostgreSQL")]
    Busy(String),
    /// Writing has failed and is being retried in the background; the event was not even tried.
    #[error("the database can't be written to at present: {0}")]
    Unwritable(String),
    /// A newer version has written an event that this version does not know.
    #[error(
        "game {game} is paused: its event {seq} has the {field} {value}, which only a newer version knows"
    )]
    Newer {
        /// The game.
        game: GameId,
        /// The number of the event.
        seq: u64,
        /// `type`, or a setting of the game.
        field: &'static str,
        /// The value of that field.
        value: serde_json::Value,
    },
    /// An operator has removed the game.
    #[error("game {game} was removed")]
    Removed {
        /// The game.
        game: GameId,
    },
    /// A row can't be parsed; another program may have written it.
    #[error("game {game} holds an event that can't be read: {why}")]
    Damaged {
        /// The game.
        game: GameId,
        /// What is wrong.
        why: String,
    },
    /// The server is shutting down.
    #[error("the store is closed")]
    Closed,
}
