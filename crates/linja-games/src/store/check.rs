//! The check at the start: whether the database file is whole, and whether games can be read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use super::health::Checked;
use super::{Backend, Store, StoreError, rows};
use crate::Boxed;
use crate::game::state::State;
use crate::id::GameId;

/// Number of games that are read.
const SAMPLE: u32 = 1_000;
/// Number of unreadable games that are logged one by one.
const LOGGED: usize = 10;
/// Deadline for the file. Reading for long keeps the write-ahead log from being emptied.
const DEADLINE: Duration = Duration::from_mins(1);
/// Instructions of SQLite between two looks at the deadline.
const BETWEEN_LOOKS: i32 = 10_000;

impl Store {
    /// Checks the file of SQLite and reads a sample of the games. Logs what is wrong, and keeps it for
    /// [`Store::readiness`].
    pub fn check(&self) -> Boxed<'_, Checked> {
        Box::pin(async move {
            let damage = match &self.backend {
                Backend::Sqlite(sqlite) => damage(&sqlite.reading()).await,
                // PostgreSQL has tools of its own to check its files.
                Backend::Postgres(_) => None,
            };
            if let Some(damage) = &damage {
                tracing::error!(damage, "games.db is damaged; restore a backup");
            }
            let mut checked = Checked { damage, ..Checked::default() };
            if let Err(error) = self.read_sample(&mut checked).await {
                tracing::warn!(%error, checked = checked.games, "not all games could be checked");
            }
            let Checked { games, unreadable, .. } = checked;
            if unreadable > 0 {
                tracing::error!(unreadable, checked = games, "some games can't be read");
            }
            self.health.set_checked(checked.clone());
            checked
        })
    }

    async fn read_sample(&self, checked: &mut Checked) -> Result<(), StoreError> {
        let ids = match &self.backend {
            Backend::Sqlite(sqlite) => sqlite.sample(SAMPLE).await?,
            Backend::Postgres(postgres) => postgres.sample(SAMPLE).await?,
        };
        for game in rows::ids(ids) {
            let problem = self.problem(game).await?;
            checked.games += 1;
            let Some(why) = problem else { continue };
            checked.unreadable += 1;
            if checked.unreadable <= LOGGED {
                tracing::error!(%game, why, "a game can't be read");
            }
        }
        Ok(())
    }

    /// Why a game can't be read, if so. Fails if the database does not respond.
    async fn problem(&self, game: GameId) -> Result<Option<String>, StoreError> {
        match self.events(game, 0).await {
            Ok(events) => Ok(State::all_in_stream(game, &events).err().map(|error| error.to_string())),
            Err(error @ StoreError::Newer { .. }) => {
                tracing::warn!(%error, "a game is paused");
                Ok(None)
            }
            Err(error @ StoreError::Damaged { .. }) => Ok(Some(error.to_string())),
            Err(StoreError::Database(error)) if is_damage(&error) => Ok(Some(error.to_string())),
            Err(error) => Err(error),
        }
    }
}

/// Whether a database reports that its files are damaged.
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    code.is_some_and(|code| match code.parse::<u32>() {
        // SQLite: malformed, not a database. The low byte is the primary code.
        Ok(number) => matches!(number & 0xFF, 11 | 26),
        // PostgreSQL: data or an index is corrupted.
        Err(_) => matches!(&*code, "XX001" | "XX002"),
    })
}

/// Sets its flag when dropped: the check then ends, also if its task was aborted.
struct StopWhenDropped(Arc<AtomicBool>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The damage of a file that SQLite finds within the deadline.
async fn damage(reading: &SqliteConnectOptions) -> Option<String> {
    let is_stopped = Arc::new(AtomicBool::new(false));
    let _guard = StopWhenDropped(is_stopped.clone());
    let until = Instant::now() + DEADLINE;
    let found = async {
        let mut connection = reading.connect().await?;
        connection.lock_handle().await?.set_progress_handler(BETWEEN_LOOKS, move || {
            !is_stopped.load(Ordering::Relaxed) && Instant::now() < until
        });
        sqlx::query_scalar::<_, String>("PRAGMA quick_check(3)").fetch_all(&mut connection).await
    };
    match found.await {
        Ok(lines) if lines == ["ok"] => None,
        Ok(lines) => Some(lines.join("; ").replace(['\r', '\n'], " ")),
        Err(_) if Instant::now() >= until => {
            tracing::warn!(
                "games.db is too large to be checked in a minute; check a backup: sqlite3 FILE 'PRAGMA quick_check'"
            );
            None
        }
        Err(error) if is_damage(&error) => Some(error.to_string()),
        Err(error) => {
            tracing::warn!(%error, "games.db could not be checked");
            None
        }
    }
}
