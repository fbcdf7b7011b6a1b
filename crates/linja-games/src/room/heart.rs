//! Heartbeats of this server, and the outages that follow from gaps in them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Rooms;
use super::sweep::in_time;
use crate::store::{Outage, StoreError};
use crate::{Boxed, GameError};

/// Interval of the heartbeats.
const INTERVAL: Duration = Duration::from_secs(1);
/// Outages that are known for longer than this are read again before a player loses on time. Shorter than any outage.
const FRESH: Duration = Duration::from_millis(1_500);
/// The same while events can't be stored: the outage goes on, and a turn after it must get all of it back.
const FRESH_IN_DOUBT: Duration = Duration::from_millis(100);
/// After a failure nobody tries again for this long: games that wait for the same database would wait for each other.
const PAUSE: Duration = Duration::from_secs(1);

/// The outages that this server knows.
#[derive(Default)]
pub(super) struct Heart {
    known: Mutex<Known>,
    /// One heartbeat at a time.
    beating: tokio::sync::Mutex<()>,
    /// Counts the changes of the outages.
    pub(super) changes: AtomicU64,
}

#[derive(Clone, Default)]
struct Known {
    outages: Arc<[Outage]>,
    read: Option<Instant>,
    failed: Option<Instant>,
}

impl Rooms {
    /// Stores every second that this server is up. Never returns.
    pub fn beat(self: Arc<Self>) -> Boxed<'static, ()> {
        Box::pin(async move {
            let mut tick = tokio::time::interval(INTERVAL);
            tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                tick.tick().await;
                let _beating = self.heart.beating.lock().await;
                if let Err(error) = self.beat_once().await {
                    tracing::warn!(%error, "can't store that this server is up");
                }
            }
        })
    }

    /// The latest outages, as of some seconds ago, if they are known without reading them.
    pub(super) fn known_outages(&self) -> Option<Arc<[Outage]>> {
        self.heart.fresh(if self.store.writes_fail() { FRESH_IN_DOUBT } else { FRESH })
    }

    /// The latest outages, as of some seconds ago.
    ///
    /// # Errors
    /// If they must be read and the database fails.
    pub(super) async fn outages(&self) -> Result<Arc<[Outage]>, GameError> {
        if let Some(outages) = self.known_outages() {
            return Ok(outages);
        }
        let _beating = self.heart.beating.lock().await;
        match self.known_outages() {
            Some(outages) => Ok(outages),
            None if self.heart.has_just_failed() => {
                Err(StoreError::Database(sqlx::Error::PoolTimedOut).into())
            }
            None => self.beat_once().await,
        }
    }

    async fn beat_once(&self) -> Result<Arc<[Outage]>, GameError> {
        self.heart.known().failed = Some(Instant::now());
        let stored = in_time(async { Ok(self.store.beat().await?) }).await;
        let outages: Arc<[Outage]> =
            stored.inspect_err(|_| self.heart.known().failed = Some(Instant::now()))?.into();
        let known = Known { outages: outages.clone(), read: Some(Instant::now()), failed: None };
        let before = std::mem::replace(&mut *self.heart.known(), known);
        if before.outages != outages {
            self.heart.changes.fetch_add(1, Ordering::Relaxed);
        }
        Ok(outages)
    }
}

impl Heart {
    fn fresh(&self, within: Duration) -> Option<Arc<[Outage]>> {
        let known = self.known();
        known.read.filter(|read| read.elapsed() < within).map(|_| known.outages.clone())
    }

    fn has_just_failed(&self) -> bool {
        self.known().failed.is_some_and(|failed| failed.elapsed() < PAUSE)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        // Safe to use after a panic: the value changes only as a whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
