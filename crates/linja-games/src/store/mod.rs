//! Storage of events: SQLite in the data directory, or a PostgreSQL database shared by several servers.
//!
//! An event is acknowledged and published only when it is durable. Concurrent writes share one transaction (see
//! [`batch`]), which keeps durability cheap.

pub mod batch;
mod connect;
mod listing;
mod postgres;
mod rows;
mod sqlite;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use tokio::sync::broadcast;

use self::batch::Batcher;
pub use self::listing::Listing;
use self::postgres::Postgres;
use self::sqlite::Sqlite;
use crate::game::event::Stored;
use crate::id::GameId;
use crate::token::Hash;

/// An event to store.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: GameId,
    /// The event and its number.
    pub stored: Stored,
    /// The change of the lists of games.
    pub listing: Option<Listing>,
}

/// The outcome of storing an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The event is durable.
    Stored,
    /// Another event already has this number.
    PlaceTaken,
}

/// A notification from another server on the same database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// A game has new events.
    Changed(GameId),
    /// Presence in a game changed at another server.
    Presence(PresenceNews),
    /// Notifications may have been lost: refresh everything.
    Resync,
}

/// Who is connected to a game at one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceNews {
    /// The server's random id.
    pub server: u64,
    /// The game.
    pub game: GameId,
    /// Whether Black is connected there.
    pub black: bool,
    /// Whether Red is connected there.
    pub red: bool,
    /// Number of spectators there.
    pub spectators: u32,
}

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

/// The events of all games.
pub struct Store {
    backend: Backend,
    batcher: Batcher,
    notices: broadcast::Sender<Notice>,
    /// The database's clock minus this machine's, in milliseconds, so that all servers agree about the time.
    clock_offset: Arc<AtomicI64>,
}

enum Backend {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

/// Evaluates the same expression for either database.
macro_rules! each {
    ($backend:expr, $name:ident => $call:expr) => {
        match $backend {
            Backend::Sqlite($name) => $call,
            Backend::Postgres($name) => $call,
        }
    };
}

/// The right to compute the computer's reply; released when dropped or when the server dies.
pub struct Claim(
    #[allow(dead_code, reason = "held for its end")] Option<sqlx::Transaction<'static, sqlx::Postgres>>,
);

impl Store {
    /// Opens `games.db` in the data directory and creates both if needed.
    ///
    /// # Errors
    /// If the file can't be used or another server is using it.
    pub async fn sqlite(data_dir: &Path) -> Result<Store, StoreError> {
        let (sqlite, batcher) = Sqlite::open(data_dir).await?;
        let notices = broadcast::Sender::new(1);
        Ok(Store { backend: Backend::Sqlite(sqlite), batcher, notices, clock_offset: Arc::default() })
    }

    /// Connects to PostgreSQL.
    ///
    /// # Errors
    /// If the database is unreachable or its schema can't be migrated.
    pub async fn postgres(url: &str) -> Result<Store, StoreError> {
        let notices = broadcast::Sender::new(4096);
        let clock_offset = Arc::new(AtomicI64::new(0));
        let (postgres, batcher) = Postgres::connect(url, notices.clone(), clock_offset.clone()).await?;
        Ok(Store { backend: Backend::Postgres(postgres), batcher, notices, clock_offset })
    }

    /// Stores an event. Returns when the event is durable.
    ///
    /// # Errors
    /// If the database fails; the event may or may not be stored.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let game = append.game;
        let appended = self.batcher.append(append).await?;
        if let (Appended::Stored, Backend::Postgres(postgres)) = (appended, &self.backend) {
            postgres.notify_changed(game);
        }
        Ok(appended)
    }

    /// The events of a game after number `after`, in order; empty if there is no such game.
    ///
    /// # Errors
    /// If the database fails or an event can't be parsed.
    pub async fn events(&self, game: GameId, after: u64) -> Result<Vec<Stored>, StoreError> {
        let rows = each!(&self.backend, backend => backend.events(game, after).await)?;
        rows.into_iter().map(|row| rows::read(row).map_err(|why| StoreError::Damaged { game, why })).collect()
    }

    /// Open challenges, newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn lobby(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        Ok(rows::ids(each!(&self.backend, backend => backend.lobby(limit).await)?))
    }

    /// The games in which a client has a seat: unfinished games first, each group newest first. With `after`, the games
    /// behind that one.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn games_of(
        &self,
        holder: &Hash,
        after: Option<GameId>,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        Ok(rows::ids(each!(&self.backend, backend => backend.games_of(holder, after, limit).await)?))
    }

    /// Number of unfinished games in which a client has a seat.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unfinished(&self, holder: &Hash) -> Result<u64, StoreError> {
        Ok(each!(&self.backend, backend => backend.unfinished(holder).await)? as u64)
    }

    /// The last event number of each game; empty if no other server can change the games.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn last_numbers(&self, games: &[GameId]) -> Result<Vec<(GameId, u64)>, StoreError> {
        match &self.backend {
            Backend::Sqlite(_) => Ok(Vec::new()),
            Backend::Postgres(postgres) => Ok(postgres.last_numbers(games).await?),
        }
    }

    /// Claims the right to compute the computer's reply in a game; `None` if another server holds it.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn claim(&self, game: GameId) -> Result<Option<Claim>, StoreError> {
        match &self.backend {
            Backend::Sqlite(_) => Ok(Some(Claim(None))),
            Backend::Postgres(postgres) => {
                Ok(postgres.claim(game).await?.map(|transaction| Claim(Some(transaction))))
            }
        }
    }

    /// Announces to other servers who is connected to a game here; `server` is filled in.
    pub fn announce_presence(&self, news: PresenceNews) {
        if let Backend::Postgres(postgres) = &self.backend {
            postgres.announce_presence(news);
        }
    }

    /// Subscribes to notifications from other servers.
    #[must_use]
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    /// Checks that the database responds.
    ///
    /// # Errors
    /// If the database does not respond.
    pub async fn ping(&self) -> Result<(), StoreError> {
        Ok(each!(&self.backend, backend => backend.ping().await)?)
    }

    /// The time in milliseconds since 1970, by the database's clock.
    #[must_use]
    pub fn now(&self) -> u64 {
        machine_time().saturating_add_signed(self.clock_offset.load(Ordering::Relaxed))
    }

    /// Whether several servers may share this store.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.backend, Backend::Postgres(_))
    }

    /// Finishes pending writes and closes the database.
    pub async fn close(&self) {
        self.batcher.close().await;
        each!(&self.backend, backend => backend.close().await);
    }
}

/// This machine's clock, in milliseconds since 1970.
fn machine_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
