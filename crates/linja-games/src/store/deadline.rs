//! Deadlines for statements: a connection to PostgreSQL can die without a sign, and would then be waited for for ever.

use std::io;
use std::time::Duration;

use sqlx::pool::PoolConnection;

/// Deadline for one statement or transaction of PostgreSQL. Normally they take milliseconds. What is owed must be stored
/// within five seconds after the database can be reached again, and a statement may have been sent just before.
const DEADLINE: Duration = Duration::from_secs(2);
/// Deadline for one statement or transaction of SQLite, which waits for a slow disk or for another process.
const FILE_DEADLINE: Duration = Duration::from_secs(10);

/// Deadline for a transaction that changes many rows.
const LONG_DEADLINE: Duration = Duration::from_mins(1);

/// A database whose statements have a deadline.
pub(super) trait Deadline {
    const DEADLINE: Duration;
}

impl Deadline for sqlx::Postgres {
    const DEADLINE: Duration = DEADLINE;
}

impl Deadline for sqlx::Sqlite {
    const DEADLINE: Duration = FILE_DEADLINE;
}

/// The deadline of a statement on this connection.
pub(super) fn of<DB: sqlx::Database + Deadline>(_: &PoolConnection<DB>) -> Duration {
    DB::DEADLINE
}

/// Runs a statement or a transaction of PostgreSQL with a deadline.
pub(super) async fn in_time<T>(work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, sqlx::Error> {
    within(DEADLINE, work).await
}

/// The same for a transaction that changes many rows.
pub(super) async fn in_long_time<T>(
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    within(LONG_DEADLINE, work).await
}

/// The same with another deadline.
pub(super) async fn within<T>(
    deadline: Duration,
    work: impl Future<Output = Result<T, sqlx::Error>>,
) -> Result<T, sqlx::Error> {
    let late = || {
        let text = format!("no answer within {} seconds", deadline.as_secs());
        Err(io::Error::new(io::ErrorKind::TimedOut, text).into())
    };
    tokio::time::timeout(deadline, work).await.unwrap_or_else(|_| late())
}

/// Returns a connection to its pool, or drops the connection if its work failed; the pool then makes a new one. The pool
/// itself would wait for a dead connection without a deadline.
pub(super) fn settle<DB: sqlx::Database, T>(
    connection: PoolConnection<DB>,
    done: Result<T, sqlx::Error>,
) -> Result<T, sqlx::Error> {
    if done.is_err() {
        drop(connection.detach());
    }
    done
}

/// Runs a method of a query on a connection of a pool, with a deadline.
macro_rules! run {
    ($pool:expr, $query:expr, $method:ident) => {
        async {
            let mut connection = $pool.acquire().await?;
            let deadline = $crate::store::deadline::of(&connection);
            let done = $crate::store::deadline::within(deadline, $query.$method(&mut *connection)).await;
            $crate::store::deadline::settle(connection, done)
        }
        .await
    };
}
pub(super) use run;
