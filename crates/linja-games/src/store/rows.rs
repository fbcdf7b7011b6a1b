//! Schema, queries and row formats shared by both databases.

use std::collections::HashSet;

use linja::RuleSet;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

use super::{Append, Listing, Owed, Place, StoreError};
use crate::game::event::{ClockSetting, Event, Opponent, Stored};
use crate::id::GameId;

/// The schema migrations. Not built by `sqlx::migrate!`, because the macro would compile both database drivers a second
/// time for the build host.
pub(super) fn migrator() -> Migrator {
    let migrations = [
        (1, "games", include_str!("migrations/0001_games.sql")),
        (2, "owed", include_str!("migrations/0002_owed.sql")),
        (3, "heartbeat", include_str!("migrations/0003_heartbeat.sql")),
        (4, "streams", include_str!("migrations/0004_streams.sql")),
        (5, "identities", include_str!("migrations/0005_identities.sql")),
        (6, "growth", include_str!("migrations/0006_growth.sql")),
        (7, "push", include_str!("migrations/0007_push.sql")),
    ];
    let migrations = migrations.map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.into())
}

/// The type of the only event of a game that an operator has removed.
pub(super) const REMOVED: &str = "removed";

/// Columns: seq, at, command, actor, secret, event.
pub(super) type EventRow = (i64, i64, Option<String>, Option<String>, Option<String>, String);

pub(super) const EVENTS: &str =
    "SELECT seq, at, command, actor, secret, event FROM events WHERE game = $1 AND seq > $2 ORDER BY seq";

pub(super) const LOBBY: &str =
    "SELECT game FROM games WHERE in_lobby = 1 ORDER BY created_at DESC, game LIMIT $1";

/// The challenges behind the game $2, which need not be open any more.
pub(super) const LOBBY_AFTER: &str = "SELECT games.game FROM games, (SELECT game, created_at FROM games WHERE game = $2) AS last \
     WHERE games.in_lobby = 1 AND (games.created_at < last.created_at \
     OR (games.created_at = last.created_at AND games.game > last.game)) \
     ORDER BY games.created_at DESC, games.game LIMIT $1";

/// Columns: game, `is_over`.
pub(super) type PlaceRow = (String, i64);

/// The games of the client $1, also those in the streams of other games.
macro_rules! own_games {
    () => {
        "WITH own AS ( \
             SELECT games.game, games.created_at, CAST(games.is_over AS BIGINT) AS is_over \
             FROM seats JOIN games ON games.game = seats.game WHERE seats.holder = $1 \
             UNION ALL \
             SELECT embedded.game, embedded.created_at, CAST(embedded.is_over AS BIGINT) \
             FROM seats JOIN embedded ON embedded.stream = seats.game WHERE seats.holder = $1 \
         ) "
    };
}

pub(super) const GAMES_OF: &str =
    concat!(own_games!(), "SELECT game, is_over FROM own ORDER BY is_over, created_at DESC, game LIMIT $2");

/// The games of a client behind the game $3, which was over or not ($4), in the order of [`GAMES_OF`].
pub(super) const GAMES_OF_AFTER: &str = concat!(
    own_games!(),
    "SELECT own.game, own.is_over FROM own, ( \
         SELECT game, created_at FROM games WHERE game = $3 \
         UNION ALL SELECT game, created_at FROM embedded WHERE game = $3 \
     ) AS last WHERE own.is_over > $4 OR (own.is_over = $4 AND (own.created_at < last.created_at \
     OR (own.created_at = last.created_at AND own.game > last.game))) \
     ORDER BY own.is_over, own.created_at DESC, own.game LIMIT $2"
);

pub(super) const UNFINISHED: &str = concat!(own_games!(), "SELECT count(*) FROM own WHERE is_over = 0");

pub(super) const CHALLENGES_OF: &str = "SELECT count(*) FROM seats JOIN games ON games.game = seats.game \
     WHERE seats.holder = $1 AND games.in_lobby = 1";

/// The stream that contains the events of a game.
pub(super) const STREAM_OF: &str = "SELECT stream FROM embedded WHERE game = $1";

/// The games in a stream, and the game of the stream itself.
pub(super) const EMBEDDED: &str = "SELECT game, CAST(is_over AS BIGINT) FROM embedded WHERE stream = $1 \
     UNION ALL SELECT game, CAST(is_over AS BIGINT) FROM games WHERE game = $1";

pub(super) const SET_EMBEDDED: &str = "INSERT INTO embedded (game, stream, created_at, is_over) VALUES ($1, $2, $3, $4) \
     ON CONFLICT (game) DO UPDATE SET is_over = excluded.is_over";

/// The game of a stream that contains others is over.
pub(super) const END_FIRST: &str = "UPDATE games SET is_over = 1 WHERE game = $1";

/// Writes a seat of nobody in no game and removes it, in one transaction: a write that nobody sees.
pub(super) const PROBE: [&str; 2] = [
    "INSERT INTO seats (holder, game, created_at) VALUES ('probe', 'probe', 0)",
    "DELETE FROM seats WHERE holder = 'probe'",
];

/// Ids are hashes, so their order is random, and the first ones are a fair sample.
pub(super) const SAMPLE: &str = "SELECT game FROM games ORDER BY game LIMIT $1";

pub(super) const OWED: &str = "SELECT game, seq, due_at FROM owed WHERE due_at <= $1 AND (due_at, game) > ($2, $3) \
     ORDER BY due_at, game LIMIT $4";

pub(super) const CORRECT_OWED: &str =
    "UPDATE owed SET seq = $4, due_at = $5 WHERE game = $1 AND seq = $2 AND due_at = $3";

/// Puts off an entry that the event $2 wrote, or none yet.
pub(super) const PUT_OFF_OWED: &str =
    "UPDATE owed SET due_at = $3 WHERE game = $1 AND seq <= $2 AND due_at < $3";

pub(super) const REMOVE_OWED: &str = "DELETE FROM owed WHERE game = $1 AND seq = $2 AND due_at = $3";

/// Columns: game, seq, `due_at`.
pub(super) type OwedRow = (String, i64, i64);

/// Implements the queries that both databases share. A macro, because the bounds of a generic function would be longer.
macro_rules! impl_reads {
    ($backend:ty, $pool:ident, $upkeep:ident) => {
        impl $backend {
            pub(super) async fn events(
                &self,
                game: crate::id::GameId,
                after: u64,
            ) -> Result<Vec<rows::EventRow>, sqlx::Error> {
                let query = sqlx::query_as(rows::EVENTS).bind(game.as_str()).bind(after as i64);
                run!(self.$pool, query, fetch_all)
            }

            pub(super) async fn lobby(
                &self,
                after: Option<crate::id::GameId>,
                limit: u32,
            ) -> Result<Vec<(String,)>, sqlx::Error> {
                let text = if after.is_some() { rows::LOBBY_AFTER } else { rows::LOBBY };
                let query = sqlx::query_as(text).bind(i64::from(limit));
                match after {
                    Some(after) => run!(self.$pool, query.bind(after.to_string()), fetch_all),
                    None => run!(self.$pool, query, fetch_all),
                }
            }

            pub(super) async fn games_of(
                &self,
                holder: &crate::token::Hash,
                after: Option<crate::store::Place>,
                limit: u32,
            ) -> Result<Vec<rows::PlaceRow>, sqlx::Error> {
                let text = if after.is_some() { rows::GAMES_OF_AFTER } else { rows::GAMES_OF };
                let query = sqlx::query_as(text).bind(holder.to_string()).bind(i64::from(limit));
                match after {
                    Some(after) => {
                        let query = query.bind(after.game.to_string()).bind(i64::from(after.is_over));
                        run!(self.$pool, query, fetch_all)
                    }
                    None => run!(self.$pool, query, fetch_all),
                }
            }

            pub(super) async fn unfinished(&self, holder: &crate::token::Hash) -> Result<i64, sqlx::Error> {
                run!(self.$pool, sqlx::query_scalar(rows::UNFINISHED).bind(holder.to_string()), fetch_one)
            }

            pub(super) async fn challenges_of(
                &self,
                holder: &crate::token::Hash,
            ) -> Result<i64, sqlx::Error> {
                let query = sqlx::query_scalar(rows::CHALLENGES_OF).bind(holder.to_string());
                run!(self.$pool, query, fetch_one)
            }

            pub(super) async fn stream_of(
                &self,
                game: crate::id::GameId,
            ) -> Result<Option<String>, sqlx::Error> {
                run!(self.$pool, sqlx::query_scalar(rows::STREAM_OF).bind(game.to_string()), fetch_optional)
            }

            /// The entries of the games in a stream, the first one included.
            pub(super) async fn embedded(
                &self,
                stream: crate::id::GameId,
            ) -> Result<Vec<rows::PlaceRow>, sqlx::Error> {
                run!(self.$pool, sqlx::query_as(rows::EMBEDDED).bind(stream.to_string()), fetch_all)
            }

            /// Enters a later game of a stream.
            pub(super) async fn set_embedded(
                &self,
                stream: crate::id::GameId,
                entry: &crate::store::Embedded,
            ) -> Result<(), sqlx::Error> {
                let query = sqlx::query(rows::SET_EMBEDDED)
                    .bind(entry.game.to_string())
                    .bind(stream.to_string())
                    .bind(entry.created_at as i64)
                    .bind(i16::from(entry.is_over));
                run!(self.$upkeep, query, execute).map(drop)
            }

            /// Lists the first game of a stream as over.
            pub(super) async fn end_first(&self, stream: crate::id::GameId) -> Result<(), sqlx::Error> {
                let query = sqlx::query(rows::END_FIRST).bind(stream.to_string());
                run!(self.$upkeep, query, execute).map(drop)
            }

            pub(super) async fn sample(&self, limit: u32) -> Result<Vec<(String,)>, sqlx::Error> {
                run!(self.$pool, sqlx::query_as(rows::SAMPLE).bind(i64::from(limit)), fetch_all)
            }

            pub(super) async fn owed(
                &self,
                now: u64,
                after: Option<crate::store::Owed>,
                limit: u32,
            ) -> Result<Vec<rows::OwedRow>, sqlx::Error> {
                let (due_at, game) =
                    after.map_or((-1, String::new()), |entry| (entry.due_at as i64, entry.game.to_string()));
                let query = sqlx::query_as(rows::OWED).bind(now as i64).bind(due_at).bind(game);
                run!(self.$pool, query.bind(i64::from(limit)), fetch_all)
            }

            pub(super) async fn correct_owed(
                &self,
                entry: &crate::store::Owed,
                seq: u64,
                due_at: Option<u64>,
            ) -> Result<(), sqlx::Error> {
                let sql = if due_at.is_some() { rows::CORRECT_OWED } else { rows::REMOVE_OWED };
                let query = sqlx::query(sql)
                    .bind(entry.game.as_str())
                    .bind(entry.seq as i64)
                    .bind(entry.due_at as i64);
                let query = match due_at {
                    Some(due_at) => query.bind(seq as i64).bind(due_at as i64),
                    None => query,
                };
                run!(self.$upkeep, query, execute).map(drop)
            }

            pub(super) async fn put_off_owed(
                &self,
                game: crate::id::GameId,
                seq: u64,
                due_at: u64,
            ) -> Result<(), sqlx::Error> {
                let query = sqlx::query(rows::PUT_OFF_OWED).bind(game.as_str()).bind(seq as i64);
                run!(self.$upkeep, query.bind(due_at as i64), execute).map(drop)
            }

            pub(super) async fn ping(&self) -> Result<(), sqlx::Error> {
                run!(self.$pool, sqlx::query("SELECT 1"), execute).map(drop)
            }
        }
    };
}
pub(super) use impl_reads;

/// Parses a row of a game.
pub(super) fn read(game: GameId, row: EventRow) -> Result<Stored, StoreError> {
    let (seq, at, command, actor, secret, event) = row;
    let wrong =
        |error: &dyn std::fmt::Display| StoreError::Damaged { game, why: format!("event {seq}: {error}") };
    Ok(Stored {
        seq: seq as u64,
        at: at as u64,
        command: command.map(|text| text.parse()).transpose().map_err(|error: uuid::Error| wrong(&error))?,
        actor: actor.map(|text| text.parse()).transpose().map_err(|error| wrong(&error))?,
        secret: secret.map(|text| text.parse()).transpose().map_err(|error| wrong(&error))?,
        event: serde_json::from_str(&event).map_err(|error| match unknown_part(&event) {
            Some(("type", kind)) if kind == REMOVED => StoreError::Removed { game },
            Some((field, value)) => StoreError::Newer { game, seq: seq as u64, field, value },
            None => wrong(&error),
        })?,
    })
}

/// A setting of a game, and whether this version does not know a value of it.
type Setting = (&'static str, fn(&Value) -> bool);

/// The settings of a game to which a newer version may add values.
const SETTINGS: [Setting; 3] = [
    ("rules", is_unknown::<RuleSet>),
    ("opponent", is_unknown::<Opponent>),
    ("clock", is_unknown::<ClockSetting>),
];

/// The field and value that this version does not know, in an event that a newer version may have written;
/// `None` if the event is damaged.
fn unknown_part(event: &str) -> Option<(&'static str, Value)> {
    let event: Value = serde_json::from_str(event).ok()?;
    let kind = event.get("type")?.as_str()?;
    if !Event::KINDS.contains(&kind) {
        return Some(("type", kind.into()));
    }
    // The settings of a game that follows another one are a field of their own.
    let settings = event.get("settings").unwrap_or(&event);
    SETTINGS.iter().find_map(|&(field, is_unknown)| {
        let value = settings.get(field).filter(|value| is_unknown(value))?;
        Some((field, value.clone()))
    })
}

fn is_unknown<T: DeserializeOwned>(value: &Value) -> bool {
    (value.is_string() || value.is_object()) && T::deserialize(value).is_err()
}

/// Parses game ids. Invalid ids were written by another program and are skipped.
pub(super) fn ids(rows: Vec<(String,)>) -> Vec<GameId> {
    rows.into_iter().filter_map(|(id,)| id.parse().ok()).collect()
}

/// Parses entries of the index. Invalid ids were written by another program and are skipped.
pub(super) fn owed(rows: Vec<OwedRow>) -> Vec<Owed> {
    let read = |(game, seq, due_at): OwedRow| {
        Some(Owed { game: game.parse().ok()?, seq: seq as u64, due_at: due_at as u64 })
    };
    rows.into_iter().filter_map(read).collect()
}

/// Parses places in a list. Invalid ids are skipped, as above.
pub(super) fn places(rows: Vec<PlaceRow>) -> Vec<Place> {
    let place = |(id, is_over): PlaceRow| Some(Place { game: id.parse().ok()?, is_over: is_over != 0 });
    rows.into_iter().filter_map(place).collect()
}

/// An event as JSON text.
pub(super) fn event_text(stored: &Stored) -> Result<String, sqlx::Error> {
    serde_json::to_string(&stored.event).map_err(|error| sqlx::Error::Encode(Box::new(error)))
}

/// The openings of a batch whose events are stored, in rounds: the first events of the new games, then the second ones.
pub(super) fn openings(batch: &[Append], stored: &[bool]) -> Vec<Vec<Append>> {
    let mut rounds: Vec<Vec<Append>> = Vec::new();
    for (append, _) in batch.iter().zip(stored).filter(|(_, stored)| **stored) {
        for (i, opening) in append.opens.iter().enumerate() {
            if rounds.len() <= i {
                rounds.push(Vec::new());
            }
            rounds[i].push(opening.clone());
        }
    }
    rounds
}

/// Whether each event of a batch was inserted. Of two events with the same number in one batch, the first was, because
/// both databases insert in order.
pub(super) fn whose(batch: &[Append], inserted: Vec<(String, i64)>) -> Vec<bool> {
    let mut inserted: HashSet<(String, i64)> = inserted.into_iter().collect();
    batch.iter().map(|append| inserted.remove(&(append.game.to_string(), append.stored.seq as i64))).collect()
}

/// The index changes of a batch before it is known which events are stored: of each game the one of its first event,
/// because only that one can be stored.
pub(super) fn first_owed(batch: &[Append]) -> Vec<(&Append, Option<u64>)> {
    let mut games = HashSet::new();
    let first = batch.iter().filter(|append| games.insert(append.game));
    first.filter_map(|append| Some((append, append.owed?.due_at()))).collect()
}

/// The list changes of a batch before it is known which events are stored: the first one of each game.
pub(super) fn first_listings(batch: &[Append]) -> Vec<(&Append, &Listing)> {
    let mut games = HashSet::new();
    let listings = batch.iter().filter_map(|append| Some((append, append.listing.as_ref()?)));
    listings.filter(|(append, _)| games.insert(append.game.as_str())).collect()
}
