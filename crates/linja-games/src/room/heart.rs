//! Heartbeats of this server, and the outages that follow from gaps in them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Rooms;
use super::sweep::in_time;
use crate::GameError;
use crate::store::Outage;

/// Interval of the heartbeats.
const INTERVAL: Duration = Duration::from_secs(1);
/// Outages that are known for longer than this are read again before a player loses on time.
const FRESH: Duration = Duration::from_secs(3);

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
}

impl Rooms {
    /// Stores every second that this server is up. Never returns.
    pub async fn beat(self: Arc<Self>) {
        let mut tick = tokio::time::interval(INTERVAL);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            tick.tick().await;
            let _beating = self.heart.beating.lock().await;
            if let Err(error) = self.beat_once().await {
                tracing::warn!(%error, "can't store that this server is up");
            }
        }
    }

    /// The latest outages, as of some seconds ago.
    ///
    /// # Errors
    /// If they must be read and the database fails.
    pub(super) async fn outages(&self) -> Result<Arc<[Outage]>, GameError> {
        if let Some(outages) = self.heart.fresh() {
            return Ok(outages);
        }
        let _beating = self.heart.beating.lock().await;
        match self.heart.fresh() {
            Some(outages) => Ok(outages),
            None => self.beat_once().await,
        }
    }

    async fn beat_once(&self) -> Result<Arc<[Outage]>, GameError> {
        let outages: Arc<[Outage]> = in_time(async { Ok(self.store.beat().await?) }).await?.into();
        let known = Known { outages: outages.clone(), read: Some(Instant::now()) };
        let before = std::mem::replace(&mut *self.heart.known(), known);
        if before.outages != outages {
            self.heart.changes.fetch_add(1, Ordering::Relaxed);
        }
        Ok(outages)
    }
}

impl Heart {
    fn fresh(&self) -> Option<Arc<[Outage]>> {
        let known = self.known();
        known.read.filter(|read| read.elapsed() < FRESH).map(|_| known.outages.clone())
    }

    fn known(&self) -> std::sync::MutexGuard<'_, Known> {
        // Safe to use after a panic: the value changes only as a whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
