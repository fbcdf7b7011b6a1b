//! Where events are kept: SQLite in the data directory, or PostgreSQL that several servers share.
//!
//! An event is acknowledged when it is durable, and only then is it published. Writers that wait at the same time
//! share one transaction (see [`batch`]), so that durability stays cheap.

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

/// An event to be stored in its place.
#[derive(Clone, Debug)]
pub struct Append {
    /// In which game.
    pub game: GameId,
    /// What, and in which place.
    pub stored: Stored,
    /// How the lists of games change with it.
    pub listing: Option<Listing>,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// It is durable.
    Stored,
    /// Another event has its place: somebody else was faster.
    PlaceTaken,
}

/// News from other servers on the same database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// This game has new events.
    Changed(GameId),
    /// Somebody came to a game at another server, or left it.
    Presence(PresenceNews),
    /// News may have been missed: look at everything that matters.
    Resync,
}

/// Who is there in a game at one server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PresenceNews {
    /// Which server; each has drawn a number.
    pub server: u64,
    /// Which game.
    pub game: GameId,
    /// Black is connected there.
    pub black: bool,
    /// Red is connected there.
    pub red: bool,
    /// Connections of others there.
    pub spectators: u32,
}

/// Something is wrong with the database. What was being written may or may not be there.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The database says so.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// The address of the database makes no sense. It is not shown: it may hold a password.
    #[error("the address of the database can't be read: {0}")]
    Address(String),
    /// PostgreSQL is unreachable, or rejects the login.
    #[error("can't connect to PostgreSQL at {place}: {why}")]
    Connect {
        /// Its host and port, or the folder of its socket.
        place: String,
        /// What is wrong.
        why: String,
    },
    /// It has not the schema of this program.
    #[error("the database can't be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// The folder can't be used.
    #[error("the data directory can't be used: {0}")]
    Io(#[from] std::io::Error),
    /// Another server uses the file.
    #[error("another server is using {0}; several servers need PostgreSQL")]
    Busy(String),
    /// A row that this program did not write.
    #[error("game {game} holds an event that can't be read: {why}")]
    Damaged {
        /// Which game.
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

/// The same expression for whichever database it is.
macro_rules! each {
    ($backend:expr, $name:ident => $call:expr) => {
        match $backend {
            Backend::Sqlite($name) => $call,
            Backend::Postgres($name) => $call,
        }
    };
}

/// The right to compute the computer's reply; ends when dropped, or when the server dies.
pub struct Claim(
    #[allow(dead_code, reason = "held for its end")] Option<sqlx::Transaction<'static, sqlx::Postgres>>,
);

impl Store {
    /// Opens `games.db` in the data directory, which is made if needed.
    ///
    /// # Errors
    /// If the file can't be used or belongs to another running server.
    pub async fn sqlite(data_dir: &Path) -> Result<Store, StoreError> {
        let (sqlite, batcher) = Sqlite::open(data_dir).await?;
        let notices = broadcast::Sender::new(1);
        Ok(Store { backend: Backend::Sqlite(sqlite), batcher, notices, clock_offset: Arc::default() })
    }

    /// Connects to PostgreSQL.
    ///
    /// # Errors
    /// If the database can't be reached or brought up to date.
    pub async fn postgres(url: &str) -> Result<Store, StoreError> {
        let notices = broadcast::Sender::new(4096);
        let clock_offset = Arc::new(AtomicI64::new(0));
        let (postgres, batcher) = Postgres::connect(url, notices.clone(), clock_offset.clone()).await?;
        Ok(Store { backend: Backend::Postgres(postgres), batcher, notices, clock_offset })
    }

    /// Stores an event in its place. Returns when it is durable.
    ///
    /// # Errors
    /// If the database fails; whether the event is there is not known then.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let game = append.game;
        let appended = self.batcher.append(append).await?;
        if let (Appended::Stored, Backend::Postgres(postgres)) = (appended, &self.backend) {
            postgres.notify_changed(game);
        }
        Ok(appended)
    }

    /// The events of a game behind number `after`, in order. None if there is no such game.
    ///
    /// # Errors
    /// If the database fails or holds something else than events.
    pub async fn events(&self, game: GameId, after: u64) -> Result<Vec<Stored>, StoreError> {
        let rows = each!(&self.backend, backend => backend.events(game, after).await)?;
        rows.into_iter().map(|row| rows::read(row).map_err(|why| StoreError::Damaged { game, why })).collect()
    }

    /// The open challenges, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn lobby(&self, limit: u32) -> Result<Vec<GameId>, StoreError> {
        Ok(rows::ids(each!(&self.backend, backend => backend.lobby(limit).await)?))
    }

    /// The games in which somebody has a seat, unfinished ones first, the newest first.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn games_of(&self, holder: &Hash, limit: u32) -> Result<Vec<GameId>, StoreError> {
        Ok(rows::ids(each!(&self.backend, backend => backend.games_of(holder, limit).await)?))
    }

    /// How many unfinished games somebody has a seat in.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn unfinished(&self, holder: &Hash) -> Result<u64, StoreError> {
        Ok(each!(&self.backend, backend => backend.unfinished(holder).await)? as u64)
    }

    /// The last number of each of these games, where the games can be changed by other servers; else nothing.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn last_numbers(&self, games: &[GameId]) -> Result<Vec<(GameId, u64)>, StoreError> {
        match &self.backend {
            Backend::Sqlite(_) => Ok(Vec::new()),
            Backend::Postgres(postgres) => Ok(postgres.last_numbers(games).await?),
        }
    }

    /// Tries to get the right to compute the computer's reply in a game; `None` if another server has it.
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

    /// Announces to other servers who is in a game on this one; `server` is filled in.
    pub fn announce_presence(&self, news: PresenceNews) {
        if let Backend::Postgres(postgres) = &self.backend {
            postgres.announce_presence(news);
        }
    }

    /// News from other servers, from now on.
    #[must_use]
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    /// Asks the database for a sign of life.
    ///
    /// # Errors
    /// If it gives none.
    pub async fn ping(&self) -> Result<(), StoreError> {
        Ok(each!(&self.backend, backend => backend.ping().await)?)
    }

    /// The time in milliseconds since 1970, by the database's clock.
    #[must_use]
    pub fn now(&self) -> u64 {
        machine_time().saturating_add_signed(self.clock_offset.load(Ordering::Relaxed))
    }

    /// Several servers may share this store.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.backend, Backend::Postgres(_))
    }

    /// Finishes what is being written and closes the database.
    pub async fn close(&self) {
        self.batcher.close().await;
        each!(&self.backend, backend => backend.close().await);
    }
}

/// This machine's clock, in milliseconds since 1970.
fn machine_time() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}
