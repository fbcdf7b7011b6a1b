//! The baseline: inserts of single rows with the size of an event, each durable before the next.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, SqliteConnection};
use tokio::task::JoinSet;
use tokio::time::Instant;
use uuid::Uuid;

use crate::test_bed::Database;

/// The columns of the server's own table of events.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS plain_inserts (game TEXT NOT NULL, seq BIGINT NOT NULL, \
     at BIGINT NOT NULL, command TEXT, actor TEXT, secret TEXT, event TEXT NOT NULL, PRIMARY KEY (game, seq))";
const INSERT: &str = "INSERT INTO plain_inserts VALUES ($1, $2, $3, $4, $5, NULL, $6)";
const EVENT: &str = r#"{"type":"turn","side":"black","turn":"ab ce"}"#;

/// A connection that inserts rows.
enum Writer {
    Sqlite(SqliteConnection),
    Postgres(PgConnection),
}

/// The rows per second of `writers` connections together, one row per transaction.
pub(crate) async fn rate(database: &Database, writers: usize, time: Duration) -> anyhow::Result<f64> {
    let mut connections = Vec::new();
    for _ in 0..writers {
        connections.push(Writer::connect(database).await?);
    }
    let rows = Arc::new(AtomicU64::new(0));
    let begun = Instant::now();
    let until = begun + time;
    let mut tasks = JoinSet::new();
    for mut writer in connections {
        let rows = rows.clone();
        tasks.spawn(async move {
            let (game, actor) = (Uuid::new_v4().simple().to_string(), "0".repeat(64));
            let mut seq = 0;
            while Instant::now() < until {
                seq += 1;
                writer.insert(&game[..20], seq, &actor).await?;
                rows.fetch_add(1, Ordering::Relaxed);
            }
            writer.close().await
        });
    }
    while let Some(done) = tasks.join_next().await {
        done??;
    }
    Ok(rows.load(Ordering::Relaxed) as f64 / begun.elapsed().as_secs_f64())
}

impl Writer {
    async fn connect(database: &Database) -> Result<Writer, sqlx::Error> {
        match database {
            Database::Sqlite(folder) => Writer::sqlite(&folder.join("plain.db")).await,
            Database::Postgres(url) => {
                let options: PgConnectOptions = url.parse()?;
                let mut connection = options.disable_statement_logging().connect().await?;
                sqlx::query("SET synchronous_commit = on").execute(&mut connection).await?;
                sqlx::query("SET client_min_messages = warning").execute(&mut connection).await?;
                sqlx::query(TABLE).execute(&mut connection).await?;
                Ok(Writer::Postgres(connection))
            }
        }
    }

    /// Opens the file as the server does, but with a longer timeout, because 32 writers wait for each other.
    async fn sqlite(path: &Path) -> Result<Writer, sqlx::Error> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full)
            .busy_timeout(Duration::from_mins(1))
            .disable_statement_logging();
        let mut connection = options.connect().await?;
        sqlx::query(TABLE).execute(&mut connection).await?;
        Ok(Writer::Sqlite(connection))
    }

    /// Inserts one row. In both databases a single statement is a transaction.
    async fn insert(&mut self, game: &str, seq: i64, actor: &str) -> Result<(), sqlx::Error> {
        let command = Uuid::new_v4().to_string();
        macro_rules! insert {
            ($connection:expr) => {
                sqlx::query(INSERT)
                    .bind(game)
                    .bind(seq)
                    .bind(1_794_700_800_000_i64)
                    .bind(command)
                    .bind(actor)
                    .bind(EVENT)
                    .execute($connection)
                    .await
                    .map(drop)
            };
        }
        match self {
            Writer::Sqlite(connection) => insert!(connection),
            Writer::Postgres(connection) => insert!(connection),
        }
    }

    async fn close(self) -> anyhow::Result<()> {
        match self {
            Writer::Sqlite(connection) => connection.close().await?,
            Writer::Postgres(connection) => connection.close().await?,
        }
        Ok(())
    }
}
