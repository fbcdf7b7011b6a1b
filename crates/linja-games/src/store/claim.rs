//! Claims of PostgreSQL: the right of one server to compute a reply.

use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::PoolConnection;
use sqlx::postgres::PgConnectOptions;
use sqlx::{PgPool, Postgres};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::deadline::{settle, within};
use crate::id::GameId;

/// Concurrent replies of the computer per server.
pub const CLAIMS: usize = 5;
/// Deadline of a claim and of its end, for a database that does not respond at all.
const DEADLINE: Duration = Duration::from_secs(3);

/// The database ends a claim after this time. Until then it can't know that the server is gone, if the connection died
/// without a sign. If a reply takes longer, another server may compute it as well; only one of the two is stored.
const LONGEST_CLAIM: &str = "15s";

/// The options of connections that hold claims.
pub(super) fn options(options: &PgConnectOptions) -> PgConnectOptions {
    options.clone().options([("idle_in_transaction_session_timeout", LONGEST_CLAIM)])
}

/// The claims of a server.
pub(super) struct Claims {
    /// A separate pool, because a claim is held until its reply is stored; if claims could use up the main pool, no reply
    /// could be stored.
    pub(super) pool: PgPool,
    /// One permit per connection. Waiting for a permit has no deadline: under load replies come later, but in order.
    permits: Arc<Semaphore>,
}

/// A claim on a game; ends when dropped.
pub(super) struct PgClaim {
    connection: Option<PoolConnection<Postgres>>,
    permit: Option<OwnedSemaphorePermit>,
    /// Whether the connection has answered so far.
    is_alive: bool,
}

impl Claims {
    pub(super) fn new(pool: PgPool) -> Claims {
        Claims { pool, permits: Arc::new(Semaphore::new(CLAIMS)) }
    }

    /// An advisory lock, released with its transaction, and so also when the server dies.
    pub(super) async fn claim(&self, game: GameId) -> Result<Option<PgClaim>, sqlx::Error> {
        let permit = self.permits.clone().acquire_owned().await.map_err(|_| sqlx::Error::PoolClosed)?;
        within(DEADLINE, async {
            let connection = self.pool.acquire().await?;
            let mut claim = PgClaim { connection: Some(connection), permit: Some(permit), is_alive: false };
            let is_ours = claim.lock(game).await?;
            claim.is_alive = true;
            Ok(is_ours.then_some(claim))
        })
        .await
    }
}

impl PgClaim {
    async fn lock(&mut self, game: GameId) -> Result<bool, sqlx::Error> {
        let connection = self.connection.as_deref_mut().ok_or(sqlx::Error::PoolClosed)?;
        sqlx::query("BEGIN").execute(&mut *connection).await?;
        sqlx::query_scalar("SELECT pg_try_advisory_xact_lock(hashtextextended($1, 2003))")
            .bind(game.as_str())
            .fetch_one(connection)
            .await
    }
}

/// Ends the transaction and returns the connection to the pool, in the background. A connection that does not answer in
/// time is dropped: the pool itself would wait for it, and keep its place, until the operating system gives it up.
impl Drop for PgClaim {
    fn drop(&mut self) {
        let (Some(mut connection), permit) = (self.connection.take(), self.permit.take()) else { return };
        // Without a runtime the process is ending, and its connections end with it.
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) if self.is_alive => {
                runtime.spawn(async move {
                    let ended = within(DEADLINE, sqlx::query("ROLLBACK").execute(&mut *connection)).await;
                    // The database ends the transaction of a connection that is dropped.
                    let _ = settle(connection, ended.map(drop));
                    drop(permit);
                });
            }
            _ => drop(connection.detach()),
        }
    }
}
