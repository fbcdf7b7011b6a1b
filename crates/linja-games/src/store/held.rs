//! A connection to PostgreSQL that one task keeps.
//!
//! A pool tests a connection before and after each use: two more round trips per statement. A task that writes all the
//! time does without.

use std::time::{Duration, Instant};

use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};

use super::deadline::{in_time, within};

/// A connection that was idle for longer is tested before its next use: it may have died without a sign.
const TRUSTED: Duration = Duration::from_secs(1);
/// Deadline for the test.
const PING_DEADLINE: Duration = Duration::from_secs(1);

/// A connection, made when it is first needed and again after every failure.
pub(super) struct Held {
    options: PgConnectOptions,
    idle: Option<(PgConnection, Instant)>,
}

impl Held {
    pub(super) fn new(options: PgConnectOptions) -> Held {
        Held { options, idle: None }
    }

    /// The connection. If its work fails or is cancelled, it is dropped and never used again; otherwise it is given back by
    /// [`Held::keep`].
    pub(super) async fn take(&mut self) -> Result<PgConnection, sqlx::Error> {
        if let Some((mut connection, used)) = self.idle.take()
            && (used.elapsed() < TRUSTED || within(PING_DEADLINE, connection.ping()).await.is_ok())
        {
            return Ok(connection);
        }
        in_time(self.options.connect()).await
    }

    pub(super) fn keep(&mut self, connection: PgConnection) {
        self.idle = Some((connection, Instant::now()));
    }

    /// Closes the connection, if there is one.
    pub(super) async fn close(self) -> Result<(), sqlx::Error> {
        match self.idle {
            Some((connection, _)) => within(PING_DEADLINE, connection.close()).await,
            None => Ok(()),
        }
    }
}
