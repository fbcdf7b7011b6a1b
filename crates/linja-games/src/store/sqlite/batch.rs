//! Writing a batch of events.
//!
//! Every statement that is sent to SQLite's thread wakes two threads. So a whole transaction is sent at once, its values as
//! JSON.

use std::iter;

use sqlx::{AssertSqlSafe, Connection as _, SqliteConnection};
use uuid::Uuid;

use super::db_clock;
use crate::store::heartbeat::GAP;
use crate::store::{Append, Listing, OwedChange, rows};
use crate::token::Hash;

/// $1 has lines of `Line`.
macro_rules! insert_events {
    () => {
        "INSERT INTO events (game, seq, at, command, actor, secret, event) \
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 \
         FROM json_each($1) WHERE true"
    };
}

/// $2 has lines of game, time of creation, whether it is in the lobby, whether it is over, and who was seated.
const LISTINGS: &str = "INSERT INTO games (game, created_at, in_lobby, is_over) \
     SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each($2) WHERE true \
     ON CONFLICT (game) DO UPDATE SET in_lobby = excluded.in_lobby, is_over = excluded.is_over; \
     INSERT INTO seats (holder, game, created_at) SELECT value ->> 4, value ->> 0, value ->> 1 \
     FROM json_each($2) WHERE value ->> 4 IS NOT NULL ON CONFLICT DO NOTHING; ";

/// $3 has lines of game, number of the event, and time.
const DUE: &str = "INSERT INTO owed (game, seq, due_at) SELECT value ->> 0, value ->> 1, value ->> 2 \
     FROM json_each($3) WHERE true \
     ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, due_at = excluded.due_at; ";

/// $4 is a list of games.
const PAID: &str = "DELETE FROM owed WHERE game IN (SELECT value FROM json_each($4)); ";

/// Stores that the server is up, with the events that prove it: under constant commits, the connection that stores the
/// heartbeats may wait long for its turn. Leaves a gap that may be an outage to that connection. $5 is the time, $6 the
/// shortest outage.
const BEAT: &str = concat!(
    "UPDATE heartbeat SET at = $5, db_clock = ",
    db_clock!(),
    " WHERE id = 1 AND at < $5 AND at >= $5 - $6; "
);

/// $7 has lines of game, number of the event, player, and time.
const TOLD: &str = "INSERT INTO push_owed (subscription, game, seq, due_at, attempts) \
     SELECT subscription, value ->> 0, value ->> 1, value ->> 3, 0 \
     FROM json_each($7) JOIN push_subscriptions ON identity = value ->> 2 WHERE true \
     ON CONFLICT (subscription, game) DO UPDATE SET seq = excluded.seq, due_at = excluded.due_at, attempts = 0; ";

/// An event: game, number, time, command, actor, secret, event.
type Line<'a> = (&'a str, u64, u64, Option<Uuid>, Option<Hash>, Option<Hash>, String);

/// The values of a batch as JSON; `None` for an empty list.
struct Values {
    events: String,
    listings: Option<String>,
    due: Option<String>,
    paid: Option<String>,
    tells: Option<String>,
}

impl Values {
    /// The values of these events.
    fn of<'a>(appends: impl Iterator<Item = &'a Append> + Clone) -> Result<Values, sqlx::Error> {
        let mut events = Vec::new();
        for Append { game, stored, .. } in appends.clone() {
            let event = rows::event_text(stored)?;
            let line: Line<'_> =
                (game.as_str(), stored.seq, stored.at, stored.command, stored.actor, stored.secret, event);
            events.push(line);
        }
        let listing = |append: &'a Append| {
            let Listing { created_at, in_lobby, is_over, seated } = append.listing.as_ref()?;
            Some((append.game.as_str(), *created_at, u8::from(*in_lobby), u8::from(*is_over), *seated))
        };
        let due = |append: &'a Append| match append.owed? {
            OwedChange::Due(at) => Some((append.game.as_str(), append.stored.seq, at)),
            OwedChange::Nothing => None,
        };
        let tell = |append: &'a Append| {
            let tell = append.tell?;
            Some((append.game.as_str(), append.stored.seq, tell.identity, tell.due_at))
        };
        let paid = appends.clone().filter(|append| append.owed == Some(OwedChange::Nothing));
        Ok(Values {
            events: json(&events)?,
            listings: json_list(appends.clone().filter_map(listing))?,
            due: json_list(appends.clone().filter_map(due))?,
            paid: json_list(paid.map(|append| append.game.as_str()))?,
            tells: json_list(appends.filter_map(tell))?,
        })
    }

    /// The statements that follow from the stored events.
    fn changes(&self) -> impl Iterator<Item = &'static str> {
        let changes = [(&self.listings, LISTINGS), (&self.due, DUE), (&self.paid, PAID), (&self.tells, TOLD)];
        changes.into_iter().filter(|(values, _)| values.is_some()).map(|(_, sql)| sql)
    }
}

fn json(value: &impl serde::Serialize) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|error| sqlx::Error::Encode(Box::new(error)))
}

fn json_list<T: serde::Serialize>(values: impl Iterator<Item = T>) -> Result<Option<String>, sqlx::Error> {
    let values: Vec<T> = values.collect();
    if values.is_empty() { Ok(None) } else { json(&values).map(Some) }
}

/// Writes a batch and, at time `beat`, a heartbeat, in one transaction. If the number of an event is taken, the transaction
/// stays open and the caller has to roll it back.
pub(super) async fn write(
    connection: &mut SqliteConnection,
    batch: &[Append],
    beat: Option<u64>,
) -> Result<(), sqlx::Error> {
    let values = Values::of(batch.iter().flat_map(|append| iter::once(append).chain(&append.opens)))?;
    let mut sql = String::from(concat!("BEGIN IMMEDIATE; ", insert_events!(), "; "));
    sql.extend(values.changes());
    sql.extend(beat.map(|_| BEAT));
    sql.push_str("COMMIT");
    execute(connection, sql, values, beat).await
}

/// Writes those events of a batch whose numbers are free. Returns which ones.
pub(super) async fn write_free_places(
    connection: &mut SqliteConnection,
    batch: &[Append],
) -> Result<Vec<bool>, sqlx::Error> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let stored = write_events(&mut transaction, batch).await?;
    for opening in rows::openings(batch, &stored) {
        write_events(&mut transaction, &opening).await?;
    }
    transaction.commit().await?;
    Ok(stored)
}

/// Writes events and what follows from them. Returns for each event whether it was stored.
async fn write_events(connection: &mut SqliteConnection, batch: &[Append]) -> Result<Vec<bool>, sqlx::Error> {
    let sql = concat!(insert_events!(), " ON CONFLICT DO NOTHING RETURNING game, seq");
    let events = Values::of(batch.iter())?.events;
    let stored: Vec<(String, i64)> = sqlx::query_as(sql).bind(events).fetch_all(&mut *connection).await?;
    let stored = rows::whose(batch, stored);
    let appends = batch.iter().zip(&stored).filter(|(_, stored)| **stored).map(|(append, _)| append);
    let values = Values::of(appends)?;
    let sql: String = values.changes().collect();
    if !sql.is_empty() {
        execute(connection, sql, values, None).await?;
    }
    Ok(stored)
}

async fn execute(
    connection: &mut SqliteConnection,
    sql: String,
    values: Values,
    beat: Option<u64>,
) -> Result<(), sqlx::Error> {
    sqlx::query(AssertSqlSafe(sql))
        .bind(values.events)
        .bind(values.listings)
        .bind(values.due)
        .bind(values.paid)
        .bind(beat.map(|at| at as i64))
        .bind(GAP as i64)
        .bind(values.tells)
        .execute(connection)
        .await
        .map(drop)
}
