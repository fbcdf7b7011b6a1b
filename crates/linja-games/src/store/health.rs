//! Whether games can be stored and read, for `/readyz` and the metrics.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;
use tokio::time::Instant;

use super::StoreError;
use super::clock::{MachineClock as _, SystemClock};

/// Free disk space in bytes below which a server with `games.db` is not ready. Solving needs far more, games far less.
pub const RESERVE: u64 = 64 << 20;
/// How long after the start readiness waits for the check of the games. The check of a huge file takes longer; the
/// server is then ready, unless the check finds damage later.
const WAIT_FOR_CHECK: Duration = Duration::from_secs(10);
/// After a failed write, it is doubtful for this long whether events can be stored, unless some are stored before.
const DOUBT: Duration = Duration::from_secs(5);
/// The server is not ready if more than one in this many checked games can't be read. A single damaged game must not
/// take all others away.
const TOLERATED: usize = 10;

/// Why a server must get no requests. The messages are for operators.
#[derive(Debug, thiserror::Error)]
pub enum Unready {
    /// The disk of `games.db` is nearly full.
    #[error(
        "the disk of games.db has {} MiB left, and the server needs {} MiB: free some space",
        .free >> 20,
        RESERVE >> 20
    )]
    Space {
        /// Free bytes.
        free: u64,
    },
    /// The last write failed. The store retries by itself.
    #[error("the last write to the database failed, and is being retried: {0}")]
    Writing(String),
    /// The database does not respond.
    #[error("the database does not respond: {0}")]
    Reading(StoreError),
    /// The check at the start found damage.
    #[error("games.db is damaged; restore a backup: {0}")]
    Damaged(String),
    /// The check at the start could not read too many games.
    #[error("{unreadable} of {checked} checked games can't be read; see the log, and restore a backup")]
    Unreadable {
        /// Games that can't be read.
        unreadable: usize,
        /// Games that were checked.
        checked: usize,
    },
}

/// Result of the check of the games at the start.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Damage of the database file.
    pub damage: Option<String>,
    /// Number of games that were read.
    pub games: usize,
    /// Number of games that can't be read.
    pub unreadable: usize,
}

/// What is known about the store. Updated by the writers and by the check at the start.
#[derive(Debug)]
pub(super) struct Health {
    /// Why the last write failed; `None` if it succeeded.
    failure: Mutex<Option<String>>,
    /// The last failed write, until a heartbeat has counted the time until events were stored again.
    doubt: Mutex<Option<Doubt>>,
    /// Time of the last commit in milliseconds since 1970; 0 before the first one.
    last_commit: AtomicU64,
    /// `None` until the check has ended.
    checked: watch::Sender<Option<Checked>>,
    opened: Instant,
}

/// Whether events can be stored is not known.
#[derive(Debug)]
struct Doubt {
    /// Time of the last failed write.
    failed: Instant,
    /// Whether events have been stored since.
    is_over: bool,
}

impl Default for Health {
    fn default() -> Health {
        Health {
            failure: Mutex::default(),
            doubt: Mutex::default(),
            last_commit: AtomicU64::new(0),
            checked: watch::Sender::new(None),
            opened: Instant::now(),
        }
    }
}

impl Health {
    /// Records a successful write, of events or a probe.
    pub(super) fn wrote(&self) {
        self.last_commit.store(SystemClock::default().wall(), Ordering::Relaxed);
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Records that events were stored.
    pub(super) fn stored(&self) {
        if let Some(doubt) = &mut *self.doubt() {
            doubt.is_over = true;
        }
        self.wrote();
    }

    /// Whether events can't be stored, or could not since the last heartbeat. A probe alone proves little: on a full disk a
    /// small write can succeed where events fail.
    pub(super) fn is_doubtful(&self) -> bool {
        self.doubt().as_ref().is_some_and(|doubt| doubt.failed.elapsed() < DOUBT)
    }

    /// Records a heartbeat, which has counted the time until now.
    pub(super) fn beat(&self) {
        self.doubt().take_if(|doubt| doubt.is_over);
    }

    fn doubt(&self) -> std::sync::MutexGuard<'_, Option<Doubt>> {
        self.doubt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a failed write.
    pub(super) fn failed(&self, error: &sqlx::Error) {
        *self.doubt() = Some(Doubt { failed: Instant::now(), is_over: false });
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
    }

    /// Why the last write failed, if it did.
    pub(super) fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Time of the last commit in milliseconds since 1970, if there was one.
    pub(super) fn last_commit(&self) -> Option<u64> {
        Some(self.last_commit.load(Ordering::Relaxed)).filter(|&at| at > 0)
    }

    /// Records the result of the check at the start.
    pub(super) fn set_checked(&self, checked: Checked) {
        self.checked.send_replace(Some(checked));
    }

    /// The result of the check at the start, if it has ended.
    pub(super) fn checked(&self) -> Option<Checked> {
        self.checked.borrow().clone()
    }

    /// Fails if writing fails, or if the check found too much damage. Waits for the check shortly after the start.
    /// Otherwise returns the result of the check, if it has ended.
    pub(super) async fn ready(&self) -> Result<Option<Checked>, Unready> {
        // Damage explains a failed write.
        if let Some(why) =
            self.failure().filter(|_| self.checked().is_none_or(|found| found.damage.is_none()))
        {
            return Err(Unready::Writing(why));
        }
        let mut checked = self.checked.subscribe();
        let ended = checked.wait_for(Option::is_some);
        // Fails only after the deadline: the sender lives as long as this value.
        let _ = tokio::time::timeout_at(self.opened + WAIT_FOR_CHECK, ended).await.map(drop);
        let Some(found) = self.checked() else { return Ok(None) };
        if let Some(damage) = found.damage {
            return Err(Unready::Damaged(damage));
        }
        if found.unreadable > 1 && found.unreadable * TOLERATED > found.games {
            return Err(Unready::Unreadable { unreadable: found.unreadable, checked: found.games });
        }
        Ok(Some(found))
    }
}
