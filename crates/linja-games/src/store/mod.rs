//! Storage of events: SQLite in the data directory, or a PostgreSQL database shared by several servers.
//!
//! An event is acknowledged and published only when it is durable. Concurrent writes share one transaction (see
//! [`batch`]), which keeps durability cheap.

/// Evaluates the same expression for either database.
macro_rules! each {
    ($backend:expr, $name:ident => $call:expr) => {
        match $backend {
            Backend::Sqlite($name) => $call,
            Backend::Postgres($name) => $call,
        }
    };
}

mod append;
pub mod batch;
mod check;
mod claim;
pub mod clock;
mod connect;
mod deadline;
mod embedded;
mod error;
mod health;
mod heartbeat;
mod held;
mod identities;
mod listen;
mod listing;
mod notice;
mod owed;
mod postgres;
mod private;
mod push;
mod retention;
mod rows;
mod sqlite;
pub mod upkeep;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use linja_oracle::Resources;
use tokio::sync::broadcast;

pub use self::append::{Append, Appended};
use self::batch::Batcher;
pub use self::claim::CLAIMS;
use self::claim::PgClaim;
use self::clock::{StoreClock, SystemClock};
pub use self::embedded::Embedded;
pub use self::error::StoreError;
use self::health::Health;
pub use self::health::{Checked, RESERVE, Unready};
pub use self::heartbeat::Outage;
use self::heartbeat::Pulse;
pub use self::identities::Redeemed;
pub use self::listing::{Listing, Place};
pub use self::notice::{Notice, PresenceNews};
pub use self::owed::{Owed, OwedChange};
use self::postgres::Postgres;
pub use self::push::{DuePush, MOST_PER_HOUR, MOST_SUBSCRIPTIONS, Subscription, Tell};
pub use self::retention::Finished;
use self::sqlite::Sqlite;
use crate::game::event::Stored;
use crate::id::GameId;
use crate::token::Hash;
use crate::{Boxed, LocalBoxed};

/// The events of all games.
pub struct Store {
    backend: Backend,
    batcher: Batcher,
    notices: broadcast::Sender<Notice>,
    clock: Arc<StoreClock>,
    pulse: Mutex<Pulse>,
    health: Arc<Health>,
}

/// Deadline for the database to respond to a health check.
const PING_DEADLINE: Duration = Duration::from_secs(5);

enum Backend {
    Sqlite(Sqlite),
    Postgres(Postgres),
}

/// The right to compute the computer's reply; released when dropped or when the server dies.
pub struct Claim(#[allow(dead_code, reason = "held for its end")] Option<PgClaim>);

impl Store {
    /// Opens `games.db` in the data directory and creates both if needed.
    ///
    /// # Errors
    /// If the file can't be used or another server is using it.
    #[must_use]
    pub fn sqlite(data_dir: &Path) -> LocalBoxed<'_, Result<Store, StoreError>> {
        Box::pin(async move {
            let clock = Arc::new(StoreClock::new(SystemClock::default()));
            let health = Arc::<Health>::default();
            let (sqlite, batcher) = Sqlite::open(data_dir, &clock, health.clone()).await?;
            let notices = broadcast::Sender::new(1);
            Ok(Store {
                backend: Backend::Sqlite(sqlite),
                batcher,
                notices,
                clock,
                pulse: Mutex::default(),
                health,
            })
        })
    }

    /// Connects to PostgreSQL.
    ///
    /// # Errors
    /// If the database is unreachable or its schema can't be migrated.
    #[must_use]
    pub fn postgres(url: &str) -> Boxed<'_, Result<Store, StoreError>> {
        Box::pin(async move {
            let notices = broadcast::Sender::new(4096);
            let clock = Arc::new(StoreClock::new(SystemClock::default()));
            let health = Arc::<Health>::default();
            let (postgres, batcher) =
                Postgres::connect(url, notices.clone(), clock.clone(), health.clone()).await?;
            let backend = Backend::Postgres(postgres);
            Ok(Store { backend, batcher, notices, clock, pulse: Mutex::default(), health })
        })
    }

    /// Stores an event. Returns when the event is durable.
    ///
    /// # Errors
    /// If the database fails; the event may or may not be stored.
    pub fn append(&self, append: Append) -> Boxed<'_, Result<Appended, StoreError>> {
        Box::pin(async move {
            let game = append.game;
            let appended = self.batcher.append(append).await?;
            if let (Appended::Stored, Backend::Postgres(postgres)) = (appended, &self.backend) {
                postgres.notify_changed(game);
            }
            Ok(appended)
        })
    }

    /// The events of a game after number `after`, in order; empty if there is no such game.
    ///
    /// # Errors
    /// If the database fails, an event can't be parsed, or a newer version wrote an event of another type.
    pub fn events(&self, game: GameId, after: u64) -> Boxed<'_, Result<Vec<Stored>, StoreError>> {
        Box::pin(async move {
            let rows = each!(&self.backend, backend => backend.events(game, after).await)?;
            rows.into_iter().map(|row| rows::read(game, row)).collect()
        })
    }

    /// Open challenges, newest first. With `after`, those behind that one, which need not be open any more.
    ///
    /// # Errors
    /// If the database fails.
    pub fn lobby(&self, after: Option<GameId>, limit: u32) -> Boxed<'_, Result<Vec<GameId>, StoreError>> {
        Box::pin(
            async move { Ok(rows::ids(each!(&self.backend, backend => backend.lobby(after, limit).await)?)) },
        )
    }

    /// The games in which a client has a seat: unfinished games first, each group newest first. With `after`, the games
    /// behind that place.
    ///
    /// # Errors
    /// If the database fails.
    pub fn games_of<'a>(
        &'a self,
        holder: &'a Hash,
        after: Option<Place>,
        limit: u32,
    ) -> Boxed<'a, Result<Vec<Place>, StoreError>> {
        Box::pin(async move {
            Ok(rows::places(each!(&self.backend, backend => backend.games_of(holder, after, limit).await)?))
        })
    }

    /// Number of unfinished games in which a client has a seat.
    ///
    /// # Errors
    /// If the database fails.
    pub fn unfinished<'a>(&'a self, holder: &'a Hash) -> Boxed<'a, Result<u64, StoreError>> {
        Box::pin(async move { Ok(each!(&self.backend, backend => backend.unfinished(holder).await)? as u64) })
    }

    /// Number of open challenges of a client.
    ///
    /// # Errors
    /// If the database fails.
    pub fn challenges_of<'a>(&'a self, holder: &'a Hash) -> Boxed<'a, Result<u64, StoreError>> {
        Box::pin(
            async move { Ok(each!(&self.backend, backend => backend.challenges_of(holder).await)? as u64) },
        )
    }

    /// Games that owe something that is due at `now`, in the order of their due times, starting after the entry `after`.
    ///
    /// # Errors
    /// If the database fails.
    pub fn owed(
        &self,
        now: u64,
        after: Option<Owed>,
        limit: u32,
    ) -> Boxed<'_, Result<Vec<Owed>, StoreError>> {
        Box::pin(async move {
            let rows = each!(&self.backend, backend => backend.owed(now, after, limit).await)?;
            Ok(rows::owed(rows))
        })
    }

    /// Replaces an entry that does not fit its game: after event `seq`, something is due at `due_at`, or nothing. Has no
    /// effect if the entry has changed since it was read.
    ///
    /// # Errors
    /// If the database fails.
    pub fn correct_owed<'a>(
        &'a self,
        entry: &'a Owed,
        seq: u64,
        due_at: Option<u64>,
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            Ok(each!(&self.backend, backend => backend.correct_owed(entry, seq, due_at).await)?)
        })
    }

    /// Puts the entry of a game off until `due_at`, unless an event after `seq` has written it, or it is later anyway.
    ///
    /// # Errors
    /// If the database fails.
    pub fn put_off_owed(&self, game: GameId, seq: u64, due_at: u64) -> Boxed<'_, Result<(), StoreError>> {
        Box::pin(async move {
            Ok(each!(&self.backend, backend => backend.put_off_owed(game, seq, due_at).await)?)
        })
    }

    /// The last event number of each game.
    ///
    /// # Errors
    /// If the database fails.
    pub fn last_numbers<'a>(
        &'a self,
        games: &'a [GameId],
    ) -> Boxed<'a, Result<Vec<(GameId, u64)>, StoreError>> {
        Box::pin(async move { Ok(each!(&self.backend, backend => backend.last_numbers(games).await)?) })
    }

    /// Whether others may have changed games since the last call: always with PostgreSQL, where other servers do; with
    /// SQLite only after `linja admin`.
    ///
    /// # Errors
    /// If the database fails.
    pub fn has_changed_outside(&self) -> Boxed<'_, Result<bool, StoreError>> {
        Box::pin(async move {
            match &self.backend {
                Backend::Sqlite(sqlite) => Ok(sqlite.has_changed_outside().await?),
                Backend::Postgres(_) => Ok(true),
            }
        })
    }

    /// Claims the right to compute the computer's reply in a game; `None` if another server holds it.
    ///
    /// # Errors
    /// If the database fails.
    pub fn claim(&self, game: GameId) -> Boxed<'_, Result<Option<Claim>, StoreError>> {
        Box::pin(async move {
            match &self.backend {
                Backend::Sqlite(_) => Ok(Some(Claim(None))),
                Backend::Postgres(postgres) => {
                    Ok(postgres.claim(game).await?.map(|claim| Claim(Some(claim))))
                }
            }
        })
    }

    /// Announces to other servers who is connected to a game here; `server` is filled in.
    pub fn announce_presence(&self, news: PresenceNews) {
        if let Backend::Postgres(postgres) = &self.backend {
            postgres.announce_presence(news);
        }
    }

    /// Subscribes to notifications from other servers.
    #[must_use]
    pub fn notices(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    /// Checks that the database responds.
    ///
    /// # Errors
    /// If the database does not respond.
    pub fn ping(&self) -> Boxed<'_, Result<(), StoreError>> {
        Box::pin(async move { Ok(each!(&self.backend, backend => backend.ping().await)?) })
    }

    /// Checks that games can be stored and read. Returns the result of [`Store::check`] if it has ended.
    ///
    /// # Errors
    /// If the last write failed, the database does not respond, the disk is nearly full, or the check found damage.
    pub fn readiness(&self) -> Boxed<'_, Result<Option<Checked>, Unready>> {
        Box::pin(async move {
            if let Some(free) = self.free_disk().filter(|&free| free < RESERVE) {
                return Err(Unready::Space { free });
            }
            let checked = self.health.ready().await?;
            match tokio::time::timeout(PING_DEADLINE, self.ping()).await {
                Ok(Ok(())) => Ok(checked),
                Ok(Err(error)) => Err(Unready::Reading(error)),
                Err(_) => Err(Unready::Reading(std::io::Error::from(std::io::ErrorKind::TimedOut).into())),
            }
        })
    }

    /// Free bytes on the disk of `games.db`; `None` for PostgreSQL, or if the system does not tell.
    #[must_use]
    pub fn free_disk(&self) -> Option<u64> {
        match &self.backend {
            Backend::Sqlite(sqlite) => Resources::available(&sqlite.folder).disk,
            Backend::Postgres(_) => None,
        }
    }

    /// Time of the last commit in milliseconds since 1970, by this machine's clock.
    #[must_use]
    pub fn last_commit(&self) -> Option<u64> {
        self.health.last_commit()
    }

    /// Number of games that the check at the start could not read, if it has ended.
    #[must_use]
    pub fn unreadable_games(&self) -> Option<usize> {
        self.health.checked().map(|checked| checked.unreadable)
    }

    /// The time in milliseconds since 1970: the same on all servers, and steady whatever the machines' clocks do.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.clock.now()
    }

    /// Stores that a server is up now. Returns the latest outages, including one that has just ended.
    ///
    /// # Errors
    /// If the database fails.
    pub fn beat(&self) -> Boxed<'_, Result<Vec<Outage>, StoreError>> {
        Box::pin(async move {
            // Counts as failed until it succeeds, also if this future is dropped.
            let pulse = Pulse { writes_fail: self.writes_fail(), ..*self.pulse() };
            self.pulse().has_failed = true;
            let (now, outages) = each!(&self.backend, backend => backend.beat(&self.clock, pulse).await)?;
            *self.pulse() = Pulse { last: now, ..Pulse::default() };
            self.health.beat();
            Ok(outages)
        })
    }

    /// Whether events can't be stored at present. The time until they can is an outage.
    #[must_use]
    pub fn writes_fail(&self) -> bool {
        self.health.is_doubtful()
    }

    fn pulse(&self) -> std::sync::MutexGuard<'_, Pulse> {
        // Safe to use after a panic: any value of the two fields is valid.
        self.pulse.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether several servers may share this store.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.backend, Backend::Postgres(_))
    }

    /// Finishes pending writes and closes the database.
    pub fn close(&self) -> Boxed<'_, ()> {
        Box::pin(async move {
            self.batcher.close().await;
            each!(&self.backend, backend => backend.close().await);
        })
    }
}
