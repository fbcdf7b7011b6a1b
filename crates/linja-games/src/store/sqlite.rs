//! SQLite: one file, one writing connection, several reading connections.

mod batch;

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, SqliteConnection, SqlitePool};

use super::batch::{Batcher, Writer};
use super::clock::StoreClock;
use super::deadline::{in_long_time, in_time, run, settle, within};
use super::health::Health;
use super::heartbeat::{BEAT_DEADLINE, Heartbeat, LATEST, Outage, Pulse, impl_heartbeat, starting_time};
use super::identities::{self, Redeemed, end_tokens, impl_identities, transaction};
use super::push::{self, impl_push};
use super::retention::impl_retention;
use super::rows;
use super::{Append, StoreError};
use crate::game::due::LONGEST_CLOCK;
use crate::id::GameId;

/// Size in bytes at which the write-ahead log is truncated. With constant readers it would grow without limit, and
/// opening the database after a crash would have to read all of it.
const LARGEST_LOG: u64 = 16 << 20;
/// How long truncating waits for readers. Long reads, such as backups, are not waited for.
const PATIENCE_WITH_READERS: Duration = Duration::from_millis(20);
/// Minimum pause between attempts to truncate the log.
const BETWEEN_TRIES: Duration = Duration::from_millis(500);
/// How long the writer waits for the lock of another process. Normally no other process holds one.
const PATIENCE: Duration = Duration::from_secs(10);
/// Interval of the heartbeats that the writer stores together with events.
const BETWEEN_BEATS: Duration = Duration::from_secs(1);
/// SQL for the database's clock in milliseconds since 1970.
macro_rules! db_clock {
    () => {
        "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
    };
}
use db_clock;

/// Counts the changes of games by `linja admin`.
const CHANGES: &str = "PRAGMA user_version";

pub(super) struct Sqlite {
    pub(super) folder: PathBuf,
    readers: SqlitePool,
    /// The number of changes by `linja admin` that this server knows; `PRAGMA user_version` counts them.
    changes: AtomicI64,
    /// One more writing connection, for rare and short writes besides the events.
    upkeep: SqlitePool,
    /// Locked while this store is open, because a second server would not be notified of new events.
    lock: File,
}

impl Sqlite {
    pub(super) async fn open(
        data_dir: &Path,
        clock: &Arc<StoreClock>,
        health: Arc<Health>,
    ) -> Result<(Sqlite, Batcher), StoreError> {
        super::private::prepare(data_dir)?;
        let path = data_dir.join("games.db");
        let lock =
            File::options().create(true).truncate(false).write(true).open(data_dir.join("games.lock"))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::Busy(path.display().to_string())),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        let options = SqliteConnectOptions::new()
            .filename(&path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // Every commit reaches the disk before it is acknowledged.
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(PATIENCE)
            .disable_statement_logging();
        let mut writer = options.connect().await?;
        rows::migrator().run(&mut writer).await?;
        // A file that has disappeared must not be replaced by an empty one.
        let options = options.create_if_missing(false);
        let upkeep = SqlitePoolOptions::new().max_connections(1).connect_lazy_with(options.clone());
        let changes = sqlx::query_scalar(CHANGES).fetch_one(&upkeep).await?;
        let (now, last) = Sqlite::last_heartbeat(&upkeep).await?;
        clock.set(starting_time(now, last));
        let reading = options.clone().read_only(true);
        let readers = SqlitePoolOptions::new().max_connections(4).connect_lazy_with(reading);
        let log = data_dir.join("games.db-wal");
        let (clock, now) = (clock.clone(), Instant::now());
        let writer =
            SqliteWriter { connection: Some(writer), options, log, not_before: now, clock, next_beat: now };
        let changes = AtomicI64::new(changes);
        let sqlite = Sqlite { folder: data_dir.to_path_buf(), readers, changes, upkeep, lock };
        Ok((sqlite, Batcher::start(vec![writer], health).await))
    }

    /// The options of another reading connection.
    pub(super) fn reading(&self) -> Arc<SqliteConnectOptions> {
        self.readers.connect_options()
    }

    pub(super) async fn has_changed_outside(&self) -> Result<bool, sqlx::Error> {
        let changes: i64 = run!(self.readers, sqlx::query_scalar(CHANGES), fetch_one)?;
        Ok(self.changes.swap(changes, Ordering::Relaxed) != changes)
    }

    pub(super) async fn last_numbers(&self, games: &[GameId]) -> Result<Vec<(GameId, u64)>, sqlx::Error> {
        let query = sqlx::query_as(
            "SELECT game, max(seq) FROM events WHERE game IN (SELECT value FROM json_each($1)) GROUP BY game",
        );
        let rows: Vec<(String, i64)> = run!(self.readers, query.bind(json!(games).to_string()), fetch_all)?;
        Ok(rows.into_iter().filter_map(|(game, seq)| Some((game.parse().ok()?, seq as u64))).collect())
    }

    /// Stores a heartbeat. Without effect while nothing is owed soon, because no clock is running then: an idle server leaves
    /// the disk alone.
    pub(super) async fn beat(
        &self,
        clock: &StoreClock,
        pulse: Pulse,
    ) -> Result<(u64, Vec<Outage>), sqlx::Error> {
        let soon = clock.now() + LONGEST_CLOCK;
        let is_idle: bool = sqlx::query_scalar("SELECT NOT EXISTS (SELECT 1 FROM owed WHERE due_at <= $1)")
            .bind(soon as i64)
            .fetch_one(&self.readers)
            .await?;
        if is_idle {
            Ok((clock.now(), Vec::new()))
        } else {
            Sqlite::store_heartbeat(&self.upkeep, clock, pulse).await
        }
    }

    pub(super) async fn close(&self) {
        self.upkeep.close().await;
        self.readers.close().await;
        // Remaining references to the store cannot write. If unlocking fails, the lock ends with the process.
        let _ = self.lock.unlock();
    }
}

rows::impl_reads!(Sqlite, readers, upkeep);
// Only one transaction at a time can write.
impl_identities!(Sqlite, readers, upkeep, "BEGIN IMMEDIATE", "SELECT $1");
impl_retention!(Sqlite, readers, upkeep, "BEGIN IMMEDIATE");
impl_push!(Sqlite, readers, upkeep, "BEGIN IMMEDIATE");
impl_heartbeat!(Sqlite, SqlitePool, db_clock!(), "BEGIN IMMEDIATE", "");

struct SqliteWriter {
    /// `None` if the connection was given up and could not be replaced yet.
    connection: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    /// The write-ahead log; `not_before` is when it may be truncated again.
    log: PathBuf,
    not_before: Instant,
    clock: Arc<StoreClock>,
    /// When the next heartbeat is stored together with events.
    next_beat: Instant,
}

impl SqliteWriter {
    fn connection(&mut self) -> Result<&mut SqliteConnection, sqlx::Error> {
        let missing = || io::Error::new(io::ErrorKind::NotConnected, "games.db could not be opened again");
        self.connection.as_mut().ok_or_else(|| missing().into())
    }

    /// Moves the log into the database and truncates the log, unless a reader blocks this for too long.
    async fn empty_log(&mut self) -> Result<(), sqlx::Error> {
        self.wait_for_others(PATIENCE_WITH_READERS).await?;
        let emptied =
            sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(self.connection()?).await.map(drop);
        self.wait_for_others(PATIENCE).await?;
        emptied
    }

    async fn wait_for_others(&mut self, patience: Duration) -> Result<(), sqlx::Error> {
        let pragma = format!("PRAGMA busy_timeout = {}", patience.as_millis());
        sqlx::query(sqlx::AssertSqlSafe(pragma)).execute(self.connection()?).await.map(drop)
    }
}

impl Writer for SqliteWriter {
    async fn write(&mut self, batch: &[Append]) -> Result<Vec<bool>, sqlx::Error> {
        let beat = (self.next_beat <= Instant::now()).then(|| self.clock.now());
        let connection = self.connection()?;
        let stored = match batch::write(connection, batch, beat).await {
            Ok(()) => vec![true; batch.len()],
            Err(error) if is_conflict(&error) => {
                sqlx::query("ROLLBACK").execute(&mut *connection).await?;
                batch::write_free_places(connection, batch).await?
            }
            Err(error) => return Err(error),
        };
        if beat.is_some() {
            self.next_beat = Instant::now() + BETWEEN_BEATS;
        }
        Ok(stored)
    }

    async fn probe(&mut self) -> Result<(), sqlx::Error> {
        let mut transaction = self.connection()?.begin_with("BEGIN IMMEDIATE").await?;
        for sql in rows::PROBE {
            sqlx::query(sql).execute(&mut *transaction).await?;
        }
        transaction.commit().await
    }

    async fn renew(&mut self) -> Result<(), sqlx::Error> {
        // The time of the failure is counted by the next heartbeat, and not hidden by one with the first events.
        self.next_beat = Instant::now() + BETWEEN_BEATS;
        if let Some(old) = self.connection.take() {
            // Rolls back what the failed commit has left. If closing fails, the thread of the connection ends anyway.
            let _ = tokio::time::timeout(PATIENCE, old.close()).await;
        }
        self.connection = Some(self.options.connect().await?);
        Ok(())
    }

    async fn tidy(&mut self) -> Result<(), sqlx::Error> {
        let length = fs::metadata(&self.log).map_or(0, |about| about.len());
        if length < LARGEST_LOG || Instant::now() < self.not_before {
            return Ok(());
        }
        let emptied = self.empty_log().await;
        self.not_before = Instant::now() + BETWEEN_TRIES;
        emptied
    }

    async fn close(mut self) -> Result<(), sqlx::Error> {
        let emptied = self.empty_log().await;
        if let Some(connection) = self.connection.take() {
            connection.close().await?;
        }
        emptied
    }
}

/// Whether an event could not be stored because its number is taken.
fn is_conflict(error: &sqlx::Error) -> bool {
    error.as_database_error().is_some_and(sqlx::error::DatabaseError::is_unique_violation)
}
