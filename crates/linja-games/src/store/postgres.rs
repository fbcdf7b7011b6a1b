//! PostgreSQL: any number of servers on one database.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::postgres::PgPoolOptions;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection, PgPool};
use tokio::sync::{broadcast, mpsc};
use tokio::time::timeout;

use super::batch::{Batcher, Writer};
use super::claim::{self, CLAIMS, Claims, PgClaim};
use super::clock::{Comparison, StoreClock};
use super::deadline::{in_long_time, in_time, run, settle, within};
use super::health::Health;
use super::heartbeat::{BEAT_DEADLINE, Heartbeat, LATEST, Outage, Pulse, impl_heartbeat, starting_time};
use super::held::Held;
use super::identities::{self, Redeemed, end_tokens, impl_identities, transaction};
use super::listen::{CHANNEL, IDENTITIES, Listening, PRESENCE, write_presence};
use super::push::{self, impl_push};
use super::retention::impl_retention;
use super::rows;
use super::{Append, Listing, Notice, PresenceNews, StoreError, connect};
use crate::id::GameId;
use crate::token::Hash;

/// Concurrent transactions; PostgreSQL commits them with one flush of its log.
const WRITERS: usize = 4;
/// Connections for reads and for upkeep. Together with the claims, the writers, the one that notifies and the one that
/// listens, a server uses 17: what a small database has left, with `max_connections = 20` and three kept for superusers.
const CONNECTIONS: u32 = 6;
/// Deadline for an idle connection to respond before it is used. A dead one is replaced.
const PING_DEADLINE: Duration = Duration::from_secs(1);
/// Deadline for getting a connection: a new one can get lost as well.
const CONNECT_DEADLINE: Duration = Duration::from_millis(2_500);
/// Maximum number of items in one notification, which PostgreSQL limits to 8,000 bytes.
const IDS: usize = 100;
/// Pause after each notification. Players do not notice the delay, and a busy database has less work.
const BETWEEN_NEWS: Duration = Duration::from_millis(10);
/// Interval of comparing the time of this server with that of the others.
const COMPARE_CLOCKS: Duration = Duration::from_mins(1);
/// The same after a comparison that a later heartbeat has to confirm. Heartbeats come every second.
const CONFIRM_CLOCKS: Duration = Duration::from_secs(2);
/// A reading of the database's clock that took longer is repeated at the start, up to this many times.
const LONG_READING: Duration = Duration::from_millis(100);
const READINGS: u32 = 5;

pub(super) struct Postgres {
    pool: PgPool,
    claims: Claims,
    /// Time of this server's last heartbeat.
    own_beat: Arc<AtomicU64>,
    news: mpsc::UnboundedSender<News>,
    /// Identifies this server to the others.
    server: u64,
}

/// News for the other servers.
struct News {
    channel: &'static str,
    text: String,
}

impl Postgres {
    pub(super) async fn connect(
        url: &str,
        notices: broadcast::Sender<Notice>,
        clock: Arc<StoreClock>,
        health: Arc<Health>,
    ) -> Result<(Postgres, Batcher), StoreError> {
        let options = connect::read(url)?.application_name("linja").disable_statement_logging();
        let pool = pool_of(CONNECTIONS)
            .connect_with(options.clone())
            .await
            .map_err(|error| connect::failed(&options, error))?;
        let claims = Claims::new(pool_of(CLAIMS as u32).connect_lazy_with(claim::options(&options)));
        rows::migrator().run(&pool).await?;
        set_clock(&pool, &clock).await?;
        let server = getrandom::u64().map_err(std::io::Error::other)?;
        let (news, waiting) = mpsc::unbounded_channel();
        tokio::spawn(notify(pool.clone(), server, waiting));
        let writers = (0..WRITERS).map(|_| PgWriter(Held::new(options.clone()))).collect();
        Listening { options, server, notices }.start(pool.clone()).await?;
        let own_beat = Arc::new(AtomicU64::new(0));
        tokio::spawn(compare_clocks(pool.clone(), clock, own_beat.clone()));
        let batcher = Batcher::start(writers, health).await;
        let postgres = Postgres { pool, claims, own_beat, news, server };
        Ok((postgres, batcher))
    }

    pub(super) fn notify_changed(&self, game: GameId) {
        // Other servers also find the event by polling.
        self.announce(CHANNEL, game.to_string());
    }

    pub(super) fn announce_presence(&self, news: PresenceNews) {
        self.announce(PRESENCE, write_presence(&PresenceNews { server: self.server, ..news }));
    }

    pub(super) fn announce_identity(&self, identity: Hash) {
        self.announce(IDENTITIES, identity.to_string());
    }

    fn announce(&self, channel: &'static str, text: String) {
        // Fails only when the store is closed.
        let _ = self.news.send(News { channel, text });
    }

    pub(super) async fn last_numbers(&self, games: &[GameId]) -> Result<Vec<(GameId, u64)>, sqlx::Error> {
        let ids: Vec<&str> = games.iter().map(GameId::as_str).collect();
        let query = sqlx::query_as("SELECT game, max(seq) FROM events WHERE game = ANY($1) GROUP BY game");
        let rows: Vec<(String, i64)> = run!(self.pool, query.bind(ids), fetch_all)?;
        Ok(rows.into_iter().filter_map(|(game, seq)| Some((game.parse().ok()?, seq as u64))).collect())
    }

    pub(super) async fn beat(
        &self,
        clock: &StoreClock,
        pulse: Pulse,
    ) -> Result<(u64, Vec<Outage>), sqlx::Error> {
        let beat = Postgres::store_heartbeat(&self.pool, clock, pulse).await?;
        self.own_beat.store(beat.0, Ordering::Relaxed);
        Ok(beat)
    }

    pub(super) async fn claim(&self, game: GameId) -> Result<Option<PgClaim>, sqlx::Error> {
        self.claims.claim(game).await
    }

    pub(super) async fn close(&self) {
        // With a deadline, because a pool waits for all of its connections, also for dead ones.
        let closed = async { tokio::join!(self.claims.pool.close(), self.pool.close()) };
        if timeout(PING_DEADLINE, closed).await.is_err() {
            tracing::warn!("some connections to the database did not close in time; nothing is lost");
        }
    }
}

rows::impl_reads!(Postgres, pool, pool);
impl_identities!(Postgres, pool, pool, "BEGIN", "SELECT pg_advisory_xact_lock(hashtextextended($1, 2005))");
impl_retention!(Postgres, pool, pool, "BEGIN");
impl_push!(Postgres, pool, pool, "BEGIN");
impl_heartbeat!(
    Postgres,
    PgPool,
    "(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    "BEGIN",
    " FOR UPDATE"
);

/// A pool that replaces dead connections within seconds.
fn pool_of(connections: u32) -> PgPoolOptions {
    PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(CONNECT_DEADLINE)
        // The same test with a deadline: a connection can die without a sign.
        .test_before_acquire(false)
        .before_acquire(|connection, _| {
            Box::pin(async move {
                let answer = timeout(PING_DEADLINE, connection.ping()).await;
                Ok(answer.is_ok_and(|answer| answer.is_ok()))
            })
        })
}

async fn probe(connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    let mut transaction = connection.begin().await?;
    for sql in rows::PROBE {
        sqlx::query(sql).execute(&mut *transaction).await?;
    }
    transaction.commit().await
}

struct PgWriter(Held);

/// One statement, and so one transaction and one round trip for the whole batch.
const WRITE: &str = "WITH stored AS ( \
         INSERT INTO events (game, seq, at, command, actor, secret, event) \
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[]) \
         ON CONFLICT DO NOTHING RETURNING game, seq \
     ), listed AS ( \
         INSERT INTO games (game, created_at, in_lobby, is_over) \
         SELECT game, created_at, in_lobby, is_over \
         FROM unnest($8::text[], $9::bigint[], $10::bigint[], $11::smallint[], $12::smallint[]) \
             AS listing (game, seq, created_at, in_lobby, is_over) JOIN stored USING (game, seq) \
         ON CONFLICT (game) DO UPDATE SET in_lobby = excluded.in_lobby, is_over = excluded.is_over \
     ), seated AS ( \
         INSERT INTO seats (holder, game, created_at) \
         SELECT holder, game, created_at \
         FROM unnest($13::text[], $8::text[], $9::bigint[], $10::bigint[]) AS seat (holder, game, seq, created_at) \
             JOIN stored USING (game, seq) \
         WHERE holder IS NOT NULL ON CONFLICT DO NOTHING \
     ), due AS ( \
         INSERT INTO owed (game, seq, due_at) \
         SELECT game, seq, due_at FROM unnest($14::text[], $15::bigint[], $16::bigint[]) AS change (game, seq, due_at) \
             JOIN stored USING (game, seq) \
         WHERE due_at IS NOT NULL \
         ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, due_at = excluded.due_at \
     ), paid AS ( \
         DELETE FROM owed USING unnest($14::text[], $15::bigint[], $16::bigint[]) AS change (game, seq, due_at), stored \
         WHERE owed.game = change.game AND stored.game = change.game AND stored.seq = change.seq \
             AND change.due_at IS NULL \
     ), told AS ( \
         INSERT INTO push_owed (subscription, game, seq, due_at, attempts) \
         SELECT subscription, game, seq, due_at, 0 \
         FROM unnest($17::text[], $18::bigint[], $19::text[], $20::bigint[]) AS tell (game, seq, identity, due_at) \
             JOIN stored USING (game, seq) JOIN push_subscriptions USING (identity) \
         ON CONFLICT (subscription, game) \
             DO UPDATE SET seq = excluded.seq, due_at = excluded.due_at, attempts = 0 \
     ) SELECT CASE WHEN total < cardinality($1) THEN ARRAY(SELECT game FROM stored) END, \
         CASE WHEN total < cardinality($1) THEN ARRAY(SELECT seq FROM stored) END \
     FROM (SELECT count(*) AS total FROM stored) AS counted";

/// The stored events; `None` if all of the batch are stored, as nearly always.
type StoredRow = (Option<Vec<String>>, Option<Vec<i64>>);

/// Writes events and what follows from them. Returns for each event whether it was stored.
async fn write_events(connection: &mut PgConnection, batch: &[Append]) -> Result<Vec<bool>, sqlx::Error> {
    let column = |value: fn(&Append) -> Option<String>| batch.iter().map(value).collect::<Vec<_>>();
    let numbers = |value: fn(&Append) -> u64| batch.iter().map(|a| value(a) as i64).collect::<Vec<_>>();
    let events = batch.iter().map(|append| rows::event_text(&append.stored));
    let listings = rows::first_listings(batch);
    let owed = rows::first_owed(batch);
    let tells = push::first_tells(batch);
    let listed = |value: fn(&Listing) -> bool| {
        listings.iter().map(|(_, listing)| i16::from(value(listing))).collect::<Vec<_>>()
    };
    let write = sqlx::query_as(WRITE)
        .bind(batch.iter().map(|append| append.game.as_str()).collect::<Vec<_>>())
        .bind(numbers(|append| append.stored.seq))
        .bind(numbers(|append| append.stored.at))
        .bind(column(|append| append.stored.command.map(|id| id.to_string())))
        .bind(column(|append| append.stored.actor.map(|hash| hash.to_string())))
        .bind(column(|append| append.stored.secret.map(|hash| hash.to_string())))
        .bind(events.collect::<Result<Vec<_>, _>>()?)
        .bind(listings.iter().map(|(append, _)| append.game.as_str()).collect::<Vec<_>>())
        .bind(listings.iter().map(|(append, _)| append.stored.seq as i64).collect::<Vec<_>>())
        .bind(listings.iter().map(|(_, listing)| listing.created_at as i64).collect::<Vec<_>>())
        .bind(listed(|listing| listing.in_lobby))
        .bind(listed(|listing| listing.is_over))
        .bind(
            listings
                .iter()
                .map(|(_, listing)| listing.seated.map(|hash| hash.to_string()))
                .collect::<Vec<_>>(),
        )
        .bind(owed.iter().map(|(append, _)| append.game.as_str()).collect::<Vec<_>>())
        .bind(owed.iter().map(|(append, _)| append.stored.seq as i64).collect::<Vec<_>>())
        .bind(owed.iter().map(|(_, due_at)| due_at.map(|at| at as i64)).collect::<Vec<_>>())
        .bind(tells.iter().map(|(append, _)| append.game.as_str()).collect::<Vec<_>>())
        .bind(tells.iter().map(|(append, _)| append.stored.seq as i64).collect::<Vec<_>>())
        .bind(tells.iter().map(|(_, tell)| tell.identity.to_string()).collect::<Vec<_>>())
        .bind(tells.iter().map(|(_, tell)| tell.due_at as i64).collect::<Vec<_>>());
    let stored: StoredRow = write.fetch_one(connection).await?;
    Ok(match stored {
        (Some(games), Some(numbers)) => rows::whose(batch, games.into_iter().zip(numbers).collect()),
        _ => vec![true; batch.len()],
    })
}

impl Writer for PgWriter {
    async fn write(&mut self, batch: &[Append]) -> Result<Vec<bool>, sqlx::Error> {
        let mut connection = self.0.take().await?;
        let stored = in_time(async {
            if batch.iter().all(|append| append.opens.is_empty()) {
                return write_events(&mut connection, batch).await;
            }
            let mut transaction = connection.begin().await?;
            let stored = write_events(&mut transaction, batch).await?;
            for opening in rows::openings(batch, &stored) {
                write_events(&mut transaction, &opening).await?;
            }
            transaction.commit().await?;
            Ok(stored)
        })
        .await?;
        self.0.keep(connection);
        Ok(stored)
    }

    async fn probe(&mut self) -> Result<(), sqlx::Error> {
        let mut connection = self.0.take().await?;
        in_time(probe(&mut connection)).await?;
        self.0.keep(connection);
        Ok(())
    }

    async fn renew(&mut self) -> Result<(), sqlx::Error> {
        // A failed write has dropped its connection, and the next one makes a new one.
        Ok(())
    }

    async fn tidy(&mut self) -> Result<(), sqlx::Error> {
        // PostgreSQL needs no maintenance from us.
        Ok(())
    }

    async fn close(self) -> Result<(), sqlx::Error> {
        self.0.close().await
    }
}

/// Sends notifications to the other servers, until the pool is closed.
///
/// Not in the transaction of the events: NOTIFY holds a lock during the commit, which would serialise all commits. If
/// this server dies before it notifies, the others find the events by polling.
async fn notify(pool: PgPool, server: u64, mut news: mpsc::UnboundedReceiver<News>) {
    let mut held = Held::new((*pool.connect_options()).clone());
    let mut waiting = Vec::new();
    let closed = pool.close_event();
    let notifying = async {
        while news.recv_many(&mut waiting, IDS).await > 0 {
            for channel in [CHANNEL, PRESENCE, IDENTITIES] {
                let mut texts: Vec<&str> =
                    waiting.iter().filter(|news| news.channel == channel).map(|news| &*news.text).collect();
                // Removes only adjacent duplicates, because the order of news about a game must be kept.
                texts.dedup();
                if texts.is_empty() {
                    continue;
                }
                let notification = format!("{server}:{}", texts.join(","));
                if let Err(error) = notify_once(&mut held, channel, &notification).await {
                    tracing::warn!(%error, "other servers could not be notified");
                }
            }
            waiting.clear();
            // The first item is sent at once; items during the pause share the next notification.
            tokio::time::sleep(BETWEEN_NEWS).await;
        }
    };
    tokio::select! {
        () = closed => {}
        () = notifying => {}
    }
    // The database notices by itself if this fails.
    let _ = held.close().await;
}

async fn notify_once(held: &mut Held, channel: &str, news: &str) -> Result<(), sqlx::Error> {
    let mut connection = held.take().await?;
    let notify = sqlx::query("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)");
    in_time(notify.bind(channel).bind(news).execute(&mut connection)).await?;
    held.keep(connection);
    Ok(())
}

/// Sets the clock of a server that starts.
async fn set_clock(pool: &PgPool, clock: &StoreClock) -> Result<(), sqlx::Error> {
    for _ in 0..READINGS {
        let began = clock.elapsed();
        let (db_now, last) = Postgres::last_heartbeat(pool).await?;
        let took = clock.elapsed().saturating_sub(began);
        clock.set(starting_time(db_now + took.as_millis() as u64 / 2, last));
        if took <= LONG_READING {
            break;
        }
    }
    Ok(())
}

/// Keeps the clock close to those of the other servers.
async fn compare_clocks(pool: PgPool, clock: Arc<StoreClock>, own_beat: Arc<AtomicU64>) {
    let mut wait = COMPARE_CLOCKS;
    while !pool.is_closed() {
        tokio::time::sleep(wait).await;
        wait = COMPARE_CLOCKS;
        let began = clock.elapsed();
        // If the database does not respond, the next comparison is soon enough.
        let Ok((db_now, Some(last))) = Postgres::last_heartbeat(&pool).await else { continue };
        // Following one's own heartbeats would add up their delays.
        if last.at == own_beat.load(Ordering::Relaxed) {
            continue;
        }
        let Some(theirs) = last.time_at(db_now) else { continue };
        let comparison = clock.compare(theirs, last.at, began);
        match comparison {
            Comparison::Corrected(_) => {}
            Comparison::Suspected(_) => wait = CONFIRM_CLOCKS,
            Comparison::Discarded => {
                tracing::info!("a comparison of clocks took too long and does not count");
            }
            Comparison::Advanced(_) | Comparison::Ahead(_) => {
                tracing::warn!(?comparison, "the clocks of the servers differ; check their machines' clocks");
            }
        }
    }
}
