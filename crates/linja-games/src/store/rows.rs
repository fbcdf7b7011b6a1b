//! Schema, queries and row formats shared by both databases.

use std::collections::HashSet;

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use super::{Append, Listing};
use crate::game::event::Stored;
use crate::id::GameId;

/// The schema migrations. Not built by `sqlx::migrate!`, because the macro would compile both database drivers a second
/// time for the build host.
pub(super) fn migrator() -> Migrator {
    let migrations = [(1, "games", include_str!("migrations/0001_games.sql"))];
    let migrations = migrations.map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.into())
}

/// Columns: seq, at, command, actor, secret, event.
pub(super) type EventRow = (i64, i64, Option<String>, Option<String>, Option<String>, String);

pub(super) const EVENTS: &str =
    "SELECT seq, at, command, actor, secret, event FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";

pub(super) const LOBBY: &str = "SELECT game FROM games WHERE in_lobby = 1 ORDER BY created_at DESC LIMIT $1";

pub(super) const GAMES_OF: &str = "SELECT games.game FROM seats JOIN games ON games.game = seats.game \
     WHERE seats.holder = $1 ORDER BY games.is_over, games.created_at DESC, games.game LIMIT $2";

/// The games of a client behind the game $3 in the order of [`GAMES_OF`].
pub(super) const GAMES_OF_AFTER: &str = "SELECT games.game FROM seats JOIN games ON games.game = seats.game \
     JOIN games last ON last.game = $3 WHERE seats.holder = $1 AND (games.is_over > last.is_over \
     OR (games.is_over = last.is_over AND (games.created_at < last.created_at \
     OR (games.created_at = last.created_at AND games.game > last.game)))) \
     ORDER BY games.is_over, games.created_at DESC, games.game LIMIT $2";

pub(super) const UNFINISHED: &str = "SELECT count(*) FROM seats JOIN games ON games.game = seats.game \
     WHERE seats.holder = $1 AND games.is_over = 0";

pub(super) const SET_LISTING: &str = "INSERT INTO games (game, created_at, in_lobby, is_over) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (game) DO UPDATE SET in_lobby = excluded.in_lobby, is_over = excluded.is_over";

pub(super) const SEAT: &str =
    "INSERT INTO seats (holder, game, created_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";

/// Implements the queries that both databases share. A macro, because the bounds of a generic function would be longer.
macro_rules! impl_reads {
    ($backend:ty, $pool:ident) => {
        impl $backend {
            pub(super) async fn events(
                &self,
                game: crate::id::GameId,
                after: u64,
            ) -> Result<Vec<rows::EventRow>, sqlx::Error> {
                let query = sqlx::query_as(rows::EVENTS).bind(game.as_str()).bind(after as i64);
                query.fetch_all(&self.$pool).await
            }

            pub(super) async fn lobby(&self, limit: u32) -> Result<Vec<(String,)>, sqlx::Error> {
                sqlx::query_as(rows::LOBBY).bind(i64::from(limit)).fetch_all(&self.$pool).await
            }

            pub(super) async fn games_of(
                &self,
                holder: &crate::token::Hash,
                after: Option<crate::id::GameId>,
                limit: u32,
            ) -> Result<Vec<(String,)>, sqlx::Error> {
                let text = if after.is_some() { rows::GAMES_OF_AFTER } else { rows::GAMES_OF };
                let query = sqlx::query_as(text).bind(holder.to_string()).bind(i64::from(limit));
                match after {
                    Some(after) => query.bind(after.to_string()).fetch_all(&self.$pool).await,
                    None => query.fetch_all(&self.$pool).await,
                }
            }

            pub(super) async fn unfinished(&self, holder: &crate::token::Hash) -> Result<i64, sqlx::Error> {
                sqlx::query_scalar(rows::UNFINISHED).bind(holder.to_string()).fetch_one(&self.$pool).await
            }

            pub(super) async fn ping(&self) -> Result<(), sqlx::Error> {
                sqlx::query("SELECT 1").execute(&self.$pool).await.map(drop)
            }
        }
    };
}
pub(super) use impl_reads;

/// Parses a row. The error says what is wrong.
pub(super) fn read((seq, at, command, actor, secret, event): EventRow) -> Result<Stored, String> {
    let wrong = |error: &dyn std::fmt::Display| format!("event {seq}: {error}");
    Ok(Stored {
        seq: seq as u64,
        at: at as u64,
        command: command.map(|text| text.parse()).transpose().map_err(|error: uuid::Error| wrong(&error))?,
        actor: actor.map(|text| text.parse()).transpose().map_err(|error| wrong(&error))?,
        secret: secret.map(|text| text.parse()).transpose().map_err(|error| wrong(&error))?,
        event: serde_json::from_str(&event).map_err(|error| wrong(&error))?,
    })
}

/// Parses game ids. Invalid ids were written by another program and are skipped.
pub(super) fn ids(rows: Vec<(String,)>) -> Vec<GameId> {
    rows.into_iter().filter_map(|(id,)| id.parse().ok()).collect()
}

/// An event as JSON text.
pub(super) fn event_text(stored: &Stored) -> Result<String, sqlx::Error> {
    serde_json::to_string(&stored.event).map_err(|error| sqlx::Error::Encode(Box::new(error)))
}

/// Whether each event of a batch was inserted. Of two events with the same number in one batch, the first was, because
/// both databases insert in order.
pub(super) fn whose(batch: &[Append], inserted: Vec<(String, i64)>) -> Vec<bool> {
    let mut inserted: HashSet<(String, i64)> = inserted.into_iter().collect();
    batch.iter().map(|append| inserted.remove(&(append.game.to_string(), append.stored.seq as i64))).collect()
}

/// The list changes of the stored events.
pub(super) fn listings<'a>(
    batch: &'a [Append],
    stored: &'a [bool],
) -> impl Iterator<Item = (&'a Append, &'a Listing)> {
    let of_stored = batch.iter().zip(stored).filter(|(_, stored)| **stored);
    of_stored.filter_map(|(append, _)| Some((append, append.listing.as_ref()?)))
}

/// The list changes of a batch before it is known which events are stored: the first one of each game.
pub(super) fn first_listings(batch: &[Append]) -> Vec<(&Append, &Listing)> {
    let mut games = HashSet::new();
    let listings = batch.iter().filter_map(|append| Some((append, append.listing.as_ref()?)));
    listings.filter(|(append, _)| games.insert(append.game.as_str())).collect()
}
