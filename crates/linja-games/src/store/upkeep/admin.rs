//! Changes of single games by an operator: close, remove, rename.
//!
//! Every change is an event with the next number. So it decides between itself and what a server is storing in the same
//! game, and servers find it like an event of another server: by a notification of PostgreSQL, or because the number of
//! changes in `games.db` (`PRAGMA user_version`) is another one.

use futures_util::TryStreamExt as _;
use linja::Side;

use super::session::Session;
use super::{Location, UpkeepError, schema};
use crate::Boxed;
use crate::game::event::{CreatedNext, Event, Stored};
use crate::game::state::{Seat, State, Status};
use crate::id::GameId;
use crate::name;
use crate::store::clock::{MachineClock as _, SystemClock};
use crate::store::listen::{CHANNEL, OPERATOR};
use crate::store::rows::{self, EventRow, REMOVED};
use crate::store::{Append, OwedChange, StoreError};

/// A server may store an event at the same moment; then the next attempt sees it.
const ATTEMPTS: u32 = 20;

/// What became of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// It was running: it is over, and nobody has lost.
    Ended,
    /// It waited for a player: the challenge or invitation is withdrawn.
    Withdrawn,
    /// It was over already.
    Before,
}

/// Why a change is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChangeError {
    /// There is no such game.
    #[error("there is no game {0}")]
    NoSuchGame(GameId),
    /// An older version has stored the game together with the first one of its series.
    #[error(
        "an older version has stored game {game} together with game {first}: name that one, to change both"
    )]
    InSeries {
        /// The game.
        game: GameId,
        /// The first game of the series.
        first: GameId,
    },
    /// The events contradict each other.
    #[error("game {0} can't be changed: {1}")]
    Damaged(GameId, String),
    /// The game waits for nobody.
    #[error("game {0} waits for nobody: it is no open challenge or invitation")]
    NotWaiting(GameId),
    /// Nobody with a name plays that side.
    #[error("no person plays {1} in game {0}")]
    NoPerson(GameId, Side),
    /// The name is not permitted.
    #[error("the name is not permitted: {0}")]
    Name(name::NameError),
    /// Servers kept storing events.
    #[error("game {0} is too busy; try again")]
    Busy(GameId),
}

/// Ends a game without a loser, or withdraws it if it waits for a player.
///
/// # Errors
/// If there is no such game, or the database fails.
#[must_use]
pub fn close(location: &Location, game: GameId) -> Boxed<'_, Result<Closed, UpkeepError>> {
    Box::pin(async move {
        change(location, game, |state| match state.status() {
            Status::Waiting => Ok(Some((Event::Withdrawn { side: state.created.side }, Closed::Withdrawn))),
            Status::Playing | Status::BetweenGames => {
                let side = state.game.position().to_move();
                Ok(Some((Event::Aborted { side }, Closed::Ended)))
            }
            Status::Over | Status::Withdrawn => Ok(None),
        })
        .await
        .map(|closed| closed.unwrap_or(Closed::Before))
    })
}

/// Withdraws a challenge or an invitation that nobody has accepted.
///
/// # Errors
/// If the game is none, or the database fails.
#[must_use]
pub fn withdraw(location: &Location, game: GameId) -> Boxed<'_, Result<(), UpkeepError>> {
    Box::pin(async move {
        let withdrawn = change(location, game, |state| match state.status() {
            Status::Waiting => Ok(Some((Event::Withdrawn { side: state.created.side }, ()))),
            _ => Err(ChangeError::NotWaiting(game)),
        });
        withdrawn.await.map(drop)
    })
}

/// Replaces the name of a player in a game, also where it was written before; without a name the player becomes
/// nameless.
///
/// # Errors
/// If no person plays that side, the name is not permitted, or the database fails.
#[must_use]
pub fn rename<'a>(
    location: &'a Location,
    game: GameId,
    side: Side,
    name: Option<&'a str>,
) -> Boxed<'a, Result<(), UpkeepError>> {
    Box::pin(async move {
        let name = match name.map(name::check).transpose() {
            Ok(name) => name.flatten(),
            Err(error) => return Err(ChangeError::Name(error).into()),
        };
        let renamed = change(location, game, |state| match &state.seats[side] {
            Seat::Person { .. } => Ok(Some((Event::Renamed { side, name: name.clone() }, ()))),
            Seat::Open | Seat::Computer(_) => Err(ChangeError::NoPerson(game, side)),
        });
        renamed.await.map(drop)
    })
}

/// The seats of all games whose players have this name.
///
/// # Errors
/// If the database fails.
#[must_use]
pub fn seats_named<'a>(
    location: &'a Location,
    name: &'a str,
) -> Boxed<'a, Result<Vec<(GameId, Side)>, UpkeepError>> {
    Box::pin(async move {
        let mut session = Session::read(location).await?;
        session.version().await?.ok_or(UpkeepError::NoSchema)?;
        let row = session.json_array("game, event");
        // Names are in few events; the pattern spares reading the others.
        let sql = format!("SELECT {row} FROM events WHERE event LIKE '%name\"%' ORDER BY game, seq");
        let mut rows = session.texts(sql);
        let mut seats = Vec::new();
        while let Some(row) = rows.try_next().await? {
            let Ok((game, event)) = serde_json::from_str::<(GameId, String)>(&row) else { continue };
            let Ok(event) = serde_json::from_str::<Event>(&event) else { continue };
            let is_same =
                |other: &Option<String>| other.is_some() && name::are_same(other.as_deref(), Some(name));
            let found = match &event {
                Event::Created(created) | Event::CreatedNext(CreatedNext { settings: created, .. }) => [
                    is_same(&created.name).then_some(created.side),
                    is_same(&created.opponent_name).then_some(!created.side),
                ],
                Event::Joined { side, name } | Event::Renamed { side, name } => {
                    [is_same(name).then_some(*side), None]
                }
                _ => [None, None],
            };
            for seat in found.into_iter().flatten().map(|side| (game, side)) {
                if !seats.contains(&seat) {
                    seats.push(seat);
                }
            }
        }
        Ok(seats)
    })
}

/// Removes a game for good. One row without content stays, so that neither a server nor its creator can go on with it.
///
/// # Errors
/// If there is no such game, or the database fails.
#[must_use]
pub fn remove(location: &Location, game: GameId) -> Boxed<'_, Result<(), UpkeepError>> {
    Box::pin(async move {
        for _ in 0..ATTEMPTS {
            let mut session = Session::write(location).await?;
            let version = session.version().await?.ok_or(UpkeepError::NoSchema)?;
            let rows = events(&mut session, game).await?;
            let last = rows.last().filter(|row| !is_removed(game, row)).map(|row| (row.0, row.1));
            let Some((seq, at)) = last else { return Err(missing(&mut session, game).await?.into()) };
            let event = format!("{{\"type\":\"{REMOVED}\"}}");
            if !insert(&mut session, game, seq + 1, now(at), event).await? {
                continue;
            }
            session
                .execute(format!("DELETE FROM events WHERE game = '{game}' AND seq <= {seq}"), &[])
                .await?;
            for table in schema::tables(version, "the database").await? {
                let columns = table.columns();
                let is_of_game = |column: &&String| ["game", "stream"].contains(&column.as_str());
                for column in columns.iter().filter(is_of_game).filter(|_| table.name != "events") {
                    let sql = format!("DELETE FROM \"{}\" WHERE {column} = '{game}'", table.name);
                    session.execute(sql, &[]).await?;
                }
            }
            return finish(session, game).await;
        }
        Err(ChangeError::Busy(game).into())
    })
}

/// Stores the event that `decide` wants in a game; `None` if it wants none.
async fn change<T>(
    location: &Location,
    game: GameId,
    decide: impl Fn(&State) -> Result<Option<(Event, T)>, ChangeError>,
) -> Result<Option<T>, UpkeepError> {
    for _ in 0..ATTEMPTS {
        let mut session = Session::write(location).await?;
        session.version().await?.ok_or(UpkeepError::NoSchema)?;
        let damaged = |error: &dyn std::fmt::Display| ChangeError::Damaged(game, error.to_string());
        let rows = events(&mut session, game).await?;
        if rows.is_empty() || rows.iter().any(|row| is_removed(game, row)) {
            return Err(missing(&mut session, game).await?.into());
        }
        let stored: Result<Vec<Stored>, _> = rows.into_iter().map(|row| rows::read(game, row)).collect();
        // The last game of the stream: only in streams of older versions there are several.
        let games = State::all_in_stream(game, &stored?).map_err(|error| damaged(&error))?;
        let before = games.last().ok_or(ChangeError::NoSuchGame(game))?;
        let Some((event, result)) = decide(before)? else { return Ok(None) };
        if let (Event::Renamed { side, name }, Some(_)) = (&event, before.next) {
            // Another game follows: nothing comes after its end, and nobody decides anything in it.
            replace_name(&mut session, game, u64::MAX, *side, name.as_deref()).await?;
            finish(session, game).await?;
            return Ok(Some(result));
        }
        let (seq, at) = (before.seq + 1, now(before.at as i64));
        let stored = Stored { seq, at: at as u64, command: None, actor: None, secret: None, event };
        let mut after = before.clone();
        after.apply(&stored).map_err(|error| damaged(&error))?;
        if !insert(&mut session, game, seq as i64, at, rows::event_text(&stored)?).await? {
            continue;
        }
        if let Event::Renamed { side, name } = &stored.event {
            replace_name(&mut session, game, seq, *side, name.as_deref()).await?;
        }
        derive(&mut session, before.id, &Append::new(game, Some(before), &after, stored)).await?;
        finish(session, game).await?;
        return Ok(Some(result));
    }
    Err(ChangeError::Busy(game).into())
}

async fn events(session: &mut Session, game: GameId) -> Result<Vec<EventRow>, UpkeepError> {
    let row = session.json_array("seq, at, command, actor, secret, event");
    let sql = format!("SELECT {row} FROM events WHERE game = '{game}' ORDER BY seq");
    let texts = session.all_texts(sql).await?;
    let read = |text: String| serde_json::from_str(&text).map_err(|error| sqlx::Error::Decode(error.into()));
    Ok(texts.into_iter().map(read).collect::<Result<_, _>>()?)
}

/// Why a game has no events of its own.
async fn missing(session: &mut Session, game: GameId) -> Result<ChangeError, UpkeepError> {
    let version = session.version().await?.ok_or(UpkeepError::NoSchema)?;
    let tables = schema::tables(version, "the database").await?;
    if !tables.iter().any(|table| table.name == "embedded") {
        return Ok(ChangeError::NoSuchGame(game));
    }
    let streams = session.all_texts(format!("SELECT stream FROM embedded WHERE game = '{game}'")).await?;
    let stream = streams.first().and_then(|stream| stream.parse().ok());
    Ok(stream.map_or(ChangeError::NoSuchGame(game), |first| ChangeError::InSeries { game, first }))
}

/// Whether the row is what stays of a removed game.
fn is_removed(game: GameId, row: &EventRow) -> bool {
    matches!(rows::read(game, row.clone()), Err(StoreError::Removed { .. }))
}

/// Inserts an event; `false` if a server has stored another one with its number.
async fn insert(
    session: &mut Session,
    game: GameId,
    seq: i64,
    at: i64,
    event: String,
) -> Result<bool, UpkeepError> {
    let sql = format!(
        "INSERT INTO events (game, seq, at, command, actor, secret, event) \
         VALUES ('{game}', {seq}, {at}, NULL, NULL, NULL, $1) ON CONFLICT DO NOTHING"
    );
    Ok(session.execute(sql, &[event]).await? == 1)
}

/// Writes what follows from an event of the game `id`, as a server does.
async fn derive(session: &mut Session, id: GameId, append: &Append) -> Result<(), UpkeepError> {
    let game = append.game;
    if let Some(listing) = &append.listing {
        let (in_lobby, is_over) = (u8::from(listing.in_lobby), u8::from(listing.is_over));
        let sql = if id == game {
            format!("UPDATE games SET in_lobby = {in_lobby}, is_over = {is_over} WHERE game = '{game}'")
        } else {
            format!("UPDATE embedded SET is_over = {is_over} WHERE game = '{id}'")
        };
        session.execute(sql, &[]).await?;
    }
    let seq = append.stored.seq;
    let sql = match append.owed {
        None => return Ok(()),
        Some(OwedChange::Nothing) => format!("DELETE FROM owed WHERE game = '{game}'"),
        Some(OwedChange::Due(at)) => format!(
            "INSERT INTO owed (game, seq, due_at) VALUES ('{game}', {seq}, {at}) \
             ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, due_at = excluded.due_at"
        ),
    };
    session.execute(sql, &[]).await.map(drop)
}

/// Replaces the name of a player in the events before `seq`.
async fn replace_name(
    session: &mut Session,
    game: GameId,
    seq: u64,
    side: Side,
    name: Option<&str>,
) -> Result<(), UpkeepError> {
    for (number, _, _, _, _, text) in events(session, game).await? {
        let Ok(mut event) = serde_json::from_str::<Event>(&text) else { continue };
        let written = match &mut event {
            Event::Created(created) | Event::CreatedNext(CreatedNext { settings: created, .. }) => {
                if created.side == side { &mut created.name } else { &mut created.opponent_name }
            }
            Event::Joined { side: other, name } | Event::Renamed { side: other, name } if *other == side => {
                name
            }
            _ => continue,
        };
        if number as u64 >= seq || written.is_none() {
            continue;
        }
        *written = name.map(str::to_string);
        let text = serde_json::to_string(&event).map_err(|error| sqlx::Error::Encode(error.into()))?;
        let sql = format!("UPDATE events SET event = $1 WHERE game = '{game}' AND seq = {number}");
        session.execute(sql, &[text]).await?;
    }
    Ok(())
}

/// Tells the servers and commits.
async fn finish(mut session: Session, game: GameId) -> Result<(), UpkeepError> {
    match session {
        Session::Sqlite(_) => {
            let changes = session.number("PRAGMA user_version".into()).await?;
            session.execute(format!("PRAGMA user_version = {}", changes.wrapping_add(1) as i32), &[]).await?;
        }
        Session::Postgres(_) => {
            session.execute(format!("SELECT pg_notify('{CHANNEL}', '{OPERATOR}:{game}')"), &[]).await?;
        }
    }
    session.commit().await
}

/// The time of a change, never before the last event.
fn now(last: i64) -> i64 {
    (SystemClock::default().wall() as i64).max(last)
}
