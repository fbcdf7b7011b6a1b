//! Finds games that owe something and does it: at the start and every second, on every server.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::sync::Semaphore;

use super::Rooms;
use super::open::Cause;
use crate::game::due::LONGEST_CLOCK;
use crate::store::{Owed, StoreError};
use crate::{Boxed, GameError};

/// Interval of the sweeps.
const INTERVAL: Duration = Duration::from_secs(1);
/// Entries per query.
const PAGE: u32 = 500;
/// Games that a sweep looks at concurrently.
const CONCURRENT: usize = 16;
/// Deadline of a step in the database. Longer than the deadlines of the store for a connection and a statement: a
/// connection whose user gives up keeps its place in the pool.
const STEP: Duration = Duration::from_secs(5);

impl Rooms {
    /// Finds games that are owed a computer's reply or an end, also those of other servers, and stores it. Never returns.
    pub fn sweep(self: Arc<Self>) -> Boxed<'static, ()> {
        Box::pin(async move {
            let mut tick = tokio::time::interval(INTERVAL);
            tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            let places = Arc::new(Semaphore::new(CONCURRENT));
            let mut known = 0;
            loop {
                tick.tick().await;
                // After an outage all running clocks get a credit, not only those that have run out.
                let changes = self.heart.changes.load(Ordering::Relaxed);
                let now = self.store.now();
                let until = if changes == known { now } else { now + LONGEST_CLOCK };
                match self.sweep_once(&places, until).await {
                    Ok(()) => {
                        known = changes;
                        self.last_sweep.store(now, Ordering::Relaxed);
                    }
                    Err(error) => tracing::warn!(%error, "can't look for games that owe something"),
                }
                self.attempts.forget_old();
            }
        })
    }

    /// At most this many milliseconds ago the oldest owed thing was due. What became due after the last successful sweep is
    /// not known, so the value also grows while the database can't be read.
    #[must_use]
    pub fn overdue(&self) -> u64 {
        let known = self.oldest_due.load(Ordering::Relaxed);
        self.store.now().saturating_sub(known.min(self.last_sweep.load(Ordering::Relaxed)))
    }

    /// Looks at all games that owe something by `until`.
    async fn sweep_once(self: &Arc<Self>, places: &Arc<Semaphore>, until: u64) -> Result<(), GameError> {
        let (mut after, mut oldest) = (None, None);
        loop {
            let page = in_time(async { Ok(self.store.owed(until, after, PAGE).await?) }).await?;
            for &entry in &page {
                if entry.is_exact() {
                    oldest.get_or_insert(entry.due_at);
                }
                if self.attempts.may_try(entry.game) {
                    self.look_in_background(entry, places).await;
                }
            }
            after = page.last().copied();
            if page.len() < PAGE as usize {
                break;
            }
        }
        self.oldest_due.store(oldest.unwrap_or(u64::MAX), Ordering::Relaxed);
        Ok(())
    }

    /// Waits for a free place, then looks at a game in its own task, so that one slow game does not delay the others.
    async fn look_in_background(self: &Arc<Self>, entry: Owed, places: &Arc<Semaphore>) {
        // Never fails: the semaphore is never closed.
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let Some(started) = self.attempts.looks.start(entry.game) else { return };
        let rooms = self.clone();
        tokio::spawn(async move {
            if let Err(error) = rooms.look_after(&entry).await {
                rooms.attempts.failed(entry.game, &error);
            }
            rooms.forget_unused(entry.game);
            drop((started, place));
        });
    }

    /// Does what a game owes now. Corrects the index if the game owes nothing, or something later.
    async fn look_after(self: &Arc<Self>, entry: &Owed) -> Result<(), GameError> {
        let mut open = match in_time(self.open_last(entry.game)).await {
            Err(GameError::NoSuchGame) => {
                return in_time(async { Ok(self.store.correct_owed(entry, 0, None).await?) }).await;
            }
            open => open?,
        };
        if self.store.is_shared() {
            in_time(open.refresh()).await?;
            in_time(open.settle_clock()).await?;
        } else {
            open.after_change();
        }
        if open.state().computer_to_move().is_none() {
            self.attempts.succeeded(entry.game);
        }
        if open.is_challenge() {
            return self.look_after_challenge(&mut open, entry).await;
        }
        if let Some(event) = open.state().abandonment(self.store.now()) {
            in_time(open.append(event, Cause::default())).await?;
        }
        let (seq, due_at) = (open.state().seq, open.state().due_at());
        // An entry that is too early may stay until it is due: the server that plays the game relies on it.
        let may_stay = entry.due_at > self.store.now() && due_at.is_some_and(|due_at| due_at > entry.due_at);
        if due_at != Some(entry.due_at) && !may_stay {
            // Under the lock of the game, so that no event of this server comes in between.
            in_time(async { Ok(self.store.correct_owed(entry, seq, due_at).await?) }).await?;
            open.loaded.indexed = None;
        }
        Ok(())
    }
}

/// Runs a step in the database with a deadline.
pub(super) async fn in_time<T>(step: impl Future<Output = Result<T, GameError>>) -> Result<T, GameError> {
    let late = |_| {
        let why = std::io::Error::new(std::io::ErrorKind::TimedOut, "the database does not respond");
        GameError::Store(StoreError::Database(sqlx::Error::Io(why)))
    };
    tokio::time::timeout(STEP, step).await.map_err(late)?
}
