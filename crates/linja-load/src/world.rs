//! The state that all players of a run share.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::time::Instant;

use crate::endpoint::Endpoint;
use crate::phase::Phases;
use crate::tally::Tally;

/// The servers, the tally, deadlines and the phase of a run.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) endpoints: Vec<Endpoint>,
    pub(crate) tally: Tally,
    /// The deadline of every request, a server's restart included.
    pub(crate) patience: Duration,
    /// How far an event's time may lie outside the interval between request and response.
    pub(crate) clock_tolerance: Duration,
    /// Within this time after a fault the server must have stored what it owes.
    pub(crate) debt_limit: Duration,
    pub(crate) phases: Phases,
    /// Pairs begin no new game.
    pub(crate) is_closing: AtomicBool,
    /// Players resign the games in progress.
    pub(crate) is_stopping: AtomicBool,
    /// Incremented at each restart of a server.
    pub(crate) epoch: AtomicUsize,
    /// The running servers, one bit each.
    up: AtomicU64,
    began: Instant,
}

impl World {
    pub(crate) fn new(
        endpoints: Vec<Endpoint>,
        patience: Duration,
        clock_tolerance: Duration,
        debt_limit: Duration,
    ) -> Arc<World> {
        Arc::new(World {
            endpoints,
            tally: Tally::default(),
            patience,
            clock_tolerance,
            debt_limit,
            phases: Phases::default(),
            is_closing: AtomicBool::new(false),
            is_stopping: AtomicBool::new(false),
            epoch: AtomicUsize::new(0),
            up: AtomicU64::new(u64::MAX),
            began: Instant::now(),
        })
    }

    pub(crate) fn set_up(&self, server: usize, is_up: bool) {
        let bit = 1 << server;
        if is_up {
            self.up.fetch_or(bit, Ordering::SeqCst);
            self.epoch.fetch_add(1, Ordering::SeqCst);
        } else {
            self.up.fetch_and(!bit, Ordering::SeqCst);
        }
    }

    pub(crate) fn is_up(&self, server: usize) -> bool {
        self.up.load(Ordering::SeqCst) & (1 << server) != 0
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.is_closing.load(Ordering::SeqCst)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::SeqCst)
    }

    pub(crate) fn age(&self) -> Duration {
        self.began.elapsed()
    }
}
