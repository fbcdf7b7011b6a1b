//! Deleting old games, if the operator wants that.

use super::{Backend, Store, StoreError};
use crate::Boxed;
use crate::id::GameId;

/// A finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// The game.
    pub game: GameId,
    /// Time of its creation, in milliseconds since 1970.
    pub created_at: u64,
    /// Time of its last event.
    pub ended_at: u64,
}

/// Columns: game, `created_at`, `ended_at`.
pub(super) type FinishedRow = (String, i64, i64);

/// The index is in the order of creation; the end is read for the rows of a page only.
pub(super) const FINISHED: &str = "SELECT game, created_at, \
     COALESCE((SELECT max(at) FROM events WHERE events.game = games.game), created_at) \
     FROM games WHERE is_over = 1 AND created_at <= $1 \
     AND NOT EXISTS (SELECT 1 FROM embedded WHERE stream = games.game AND embedded.is_over = 0) \
     AND (created_at, game) > ($2, $3) \
     ORDER BY created_at, game LIMIT $4";

/// Decides whether a game is deleted: not if it has gone on since it was found, or holds another one that is under way.
pub(super) const DELETE_GAME: &str = "DELETE FROM games WHERE game = $1 AND is_over = 1 \
     AND NOT EXISTS (SELECT 1 FROM embedded WHERE stream = $1 AND embedded.is_over = 0) \
     AND NOT EXISTS (SELECT 1 FROM events WHERE events.game = $1 AND at > $2)";

/// Everything else about a game.
pub(super) const DELETE_REST: [&str; 5] = [
    "DELETE FROM embedded WHERE stream = $1",
    "DELETE FROM owed WHERE game = $1",
    "DELETE FROM push_owed WHERE game = $1",
    "DELETE FROM seats WHERE game = $1",
    "DELETE FROM events WHERE game = $1",
];

impl Store {
    /// Games that were created until `until` and are over, oldest first, behind the game `after`.
    ///
    /// # Errors
    /// If the database fails.
    pub fn finished(
        &self,
        until: u64,
        after: Option<Finished>,
        limit: u32,
    ) -> Boxed<'_, Result<Vec<Finished>, StoreError>> {
        Box::pin(async move {
            let rows = each!(&self.backend, backend => backend.finished(until, after, limit).await)?;
            let read = |(game, created_at, ended_at): FinishedRow| {
                let (created_at, ended_at) = (created_at as u64, ended_at as u64);
                Some(Finished { game: game.parse().ok()?, created_at, ended_at })
            };
            Ok(rows.into_iter().filter_map(read).collect())
        })
    }

    /// Deletes games for good, in one transaction: those that are over and had no event after `until`. Returns their
    /// number.
    ///
    /// # Errors
    /// If the database fails; then none of them is deleted.
    pub fn delete<'a>(&'a self, games: &'a [GameId], until: u64) -> Boxed<'a, Result<u64, StoreError>> {
        Box::pin(async move { Ok(each!(&self.backend, backend => backend.delete(games, until).await)?) })
    }
}

/// Implements the queries of this module for a database. `$begin` begins a transaction that writes.
macro_rules! impl_retention {
    ($backend:ty, $pool:ident, $upkeep:ident, $begin:literal) => {
        impl $backend {
            pub(super) async fn finished(
                &self,
                until: u64,
                after: Option<crate::store::Finished>,
                limit: u32,
            ) -> Result<Vec<crate::store::retention::FinishedRow>, sqlx::Error> {
                let (created_at, game) =
                    after.map_or((-1, String::new()), |last| (last.created_at as i64, last.game.to_string()));
                let query = sqlx::query_as(crate::store::retention::FINISHED)
                    .bind(until as i64)
                    .bind(created_at)
                    .bind(game)
                    .bind(i64::from(limit));
                run!(self.$pool, query, fetch_all)
            }

            pub(super) async fn delete(
                &self,
                games: &[crate::id::GameId],
                until: u64,
            ) -> Result<u64, sqlx::Error> {
                use crate::store::retention::{DELETE_GAME, DELETE_REST};
                let mut connection = self.$upkeep.acquire().await?;
                let done = crate::store::deadline::in_long_time(async {
                    let mut transaction = connection.begin_with($begin).await?;
                    let mut deleted = 0;
                    for game in games {
                        let query = sqlx::query(DELETE_GAME).bind(game.as_str()).bind(until as i64);
                        if query.execute(&mut *transaction).await?.rows_affected() == 0 {
                            continue;
                        }
                        for sql in DELETE_REST {
                            sqlx::query(sql).bind(game.as_str()).execute(&mut *transaction).await?;
                        }
                        deleted += 1;
                    }
                    transaction.commit().await?;
                    Ok(deleted)
                })
                .await;
                settle(connection, done)
            }
        }
    };
}
pub(super) use impl_retention;
