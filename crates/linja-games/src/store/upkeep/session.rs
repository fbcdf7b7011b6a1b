//! One transaction in either database.

use std::path::Path;
use std::pin::Pin;
use std::time::Duration;

use futures_util::{Stream, TryStreamExt as _};
use sqlx::migrate::Migrator;
use sqlx::postgres::PgPoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Postgres, Sqlite, Transaction};

use super::{Location, UpkeepError};
use crate::store::{connect, rows};

/// How long to wait for the lock of a server that is writing.
const PATIENCE: Duration = Duration::from_secs(30);
/// The name of our connections; those of servers are called `linja`.
const NAME: &str = "linja-upkeep";

/// A transaction. Dropping it undoes its changes.
pub(super) enum Session {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

/// Evaluates the same expression for either database.
macro_rules! each {
    ($session:expr, $transaction:ident => $call:expr) => {
        match $session {
            Session::Sqlite($transaction) => $call,
            Session::Postgres($transaction) => $call,
        }
    };
}

impl Session {
    /// A transaction that sees the database as it is now, whatever servers write meanwhile.
    pub(super) async fn read(location: &Location) -> Result<Session, UpkeepError> {
        match location {
            Location::Sqlite(folder) => {
                let options = existing(folder)?.read_only(true);
                Session::sqlite(options, "BEGIN").await
            }
            Location::Postgres(url) => {
                Session::postgres(url, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await
            }
        }
    }

    /// A transaction that changes the database.
    pub(super) async fn write(location: &Location) -> Result<Session, UpkeepError> {
        match location {
            Location::Sqlite(folder) => Session::sqlite(existing(folder)?, "BEGIN IMMEDIATE").await,
            Location::Postgres(url) => Session::postgres(url, "BEGIN").await,
        }
    }

    /// A transaction in a SQLite file.
    pub(super) async fn sqlite(
        options: SqliteConnectOptions,
        begin: &'static str,
    ) -> Result<Session, UpkeepError> {
        let options = options.busy_timeout(PATIENCE).disable_statement_logging();
        let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
        Ok(Session::Sqlite(pool.begin_with(begin).await?))
    }

    async fn postgres(url: &str, begin: &'static str) -> Result<Session, UpkeepError> {
        let options = connect::read(url)?.application_name(NAME).disable_statement_logging();
        let pool = PgPoolOptions::new()
            .max_connections(1)
            .connect_with(options.clone())
            .await
            .map_err(|error| connect::failed(&options, error))?;
        Ok(Session::Postgres(pool.begin_with(begin).await?))
    }

    /// Makes the changes durable.
    pub(super) async fn commit(self) -> Result<(), UpkeepError> {
        Ok(each!(self, transaction => transaction.commit().await)?)
    }

    /// The rows of a query with one column of text.
    pub(super) fn texts(
        &mut self,
        sql: String,
    ) -> Pin<Box<dyn Stream<Item = Result<String, sqlx::Error>> + Send + '_>> {
        let sql = AssertSqlSafe(sql);
        each!(self, transaction => sqlx::query_scalar(sql).fetch(&mut **transaction))
    }

    /// All rows of such a query.
    pub(super) async fn all_texts(&mut self, sql: String) -> Result<Vec<String>, UpkeepError> {
        Ok(self.texts(sql).try_collect().await?)
    }

    /// The result of a query with one number.
    pub(super) async fn number(&mut self, sql: String) -> Result<i64, UpkeepError> {
        let sql = AssertSqlSafe(sql);
        Ok(each!(self, transaction => sqlx::query_scalar(sql).fetch_one(&mut **transaction).await)?)
    }

    /// Runs a statement. Returns the number of changed rows.
    pub(super) async fn execute(&mut self, sql: String, values: &[String]) -> Result<u64, UpkeepError> {
        let sql = AssertSqlSafe(sql);
        Ok(each!(self, transaction => {
            let query = values.iter().fold(sqlx::query(sql), sqlx::query::Query::bind);
            query.execute(&mut **transaction).await?.rows_affected()
        }))
    }

    /// SQL for a JSON array of columns.
    pub(super) fn json_array(&self, columns: &str) -> String {
        match self {
            Session::Sqlite(_) => format!("json_array({columns})"),
            Session::Postgres(_) => format!("json_build_array({columns})::text"),
        }
    }

    /// Brings the schema to a version, or to the newest one.
    pub(super) async fn migrate(&mut self, migrator: &Migrator, to: Option<i64>) -> Result<(), UpkeepError> {
        Ok(each!(self, transaction => migrator.run_direct(to, &mut **transaction, false).await)?)
    }

    /// The version of the schema; `None` if no server has used the database.
    pub(super) async fn version(&mut self) -> Result<Option<i64>, UpkeepError> {
        let sql = match self {
            Session::Sqlite(_) => {
                "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '_sqlx_migrations'"
            }
            Session::Postgres(_) => "SELECT CAST(to_regclass('_sqlx_migrations') IS NOT NULL AS int)::bigint",
        };
        if self.number(sql.into()).await? == 0 {
            return Ok(None);
        }
        let version = self.number("SELECT coalesce(max(version), 0) FROM _sqlx_migrations".into()).await?;
        Ok((version > 0).then_some(version))
    }
}

/// The options of an existing `games.db`.
fn existing(folder: &Path) -> Result<SqliteConnectOptions, UpkeepError> {
    let path = folder.join("games.db");
    // A server that has just been started for the first time leaves an empty file for a moment.
    if !path.metadata().is_ok_and(|about| about.len() > 0) {
        return Err(UpkeepError::Missing(folder.to_path_buf()));
    }
    Ok(SqliteConnectOptions::new().filename(path).create_if_missing(false))
}

/// The newest version of the schema that this program knows.
pub(super) fn newest() -> i64 {
    rows::migrator().iter().map(|migration| migration.version).max().unwrap_or(0)
}
