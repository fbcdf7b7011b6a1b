//! Attempts of this server to do what it owes: which are under way, and how long to wait after a failure.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::GameError;
use crate::id::GameId;
use crate::store::StoreError;

/// Pause after the first failure; doubled after each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// Longest pause after a failure that passes by itself, such as an outage of the database.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);
/// Longest pause after another failure, such as a damaged game.
const LONGEST_PAUSE_IF_DAMAGED: Duration = Duration::from_mins(1);
/// Failures are forgotten after this time without another attempt: another server succeeded.
const FORGET: Duration = Duration::from_mins(10);

/// The attempts of this server.
#[derive(Default)]
pub(super) struct Attempts {
    /// Replies of the computer, by game and number of the event that they reply to.
    pub(super) replies: UnderWay<(GameId, u64)>,
    /// Games that the sweep is looking at.
    pub(super) looks: UnderWay<GameId>,
    failures: Mutex<HashMap<GameId, Failures>>,
}

struct Failures {
    count: u32,
    not_before: Instant,
}

impl Attempts {
    /// Whether the pause after the last failure is over.
    pub(super) fn may_try(&self, game: GameId) -> bool {
        lock(&self.failures).get(&game).is_none_or(|failures| failures.not_before <= Instant::now())
    }

    /// Records a failure and starts the next pause.
    pub(super) fn failed(&self, game: GameId, error: &GameError) {
        let mut failures = lock(&self.failures);
        let entry = failures.entry(game).or_insert(Failures { count: 0, not_before: Instant::now() });
        entry.not_before = Instant::now() + pause(entry.count, error);
        entry.count = entry.count.saturating_add(1);
        // Not every failure: an outage makes all games fail again and again.
        if entry.count.is_power_of_two() {
            tracing::warn!(%game, %error, failures = entry.count, "what a game is owed could not be stored yet");
        }
    }

    /// Forgets the failures of a game.
    pub(super) fn succeeded(&self, game: GameId) {
        lock(&self.failures).remove(&game);
    }

    /// Forgets old failures.
    pub(super) fn forget_old(&self) {
        lock(&self.failures).retain(|_, failures| failures.not_before.elapsed() < FORGET);
    }
}

fn pause(failures: u32, error: &GameError) -> Duration {
    let passes = match error {
        GameError::Store(StoreError::Damaged { .. }) => false,
        GameError::Busy | GameError::Store(_) => true,
        _ => false,
    };
    let longest = if passes { LONGEST_PAUSE } else { LONGEST_PAUSE_IF_DAMAGED };
    FIRST_PAUSE.saturating_mul(2_u32.saturating_pow(failures)).min(longest)
}

/// Things under way, each at most once.
pub(super) struct UnderWay<K: Eq + Hash + Clone>(Arc<Mutex<HashSet<K>>>);

impl<K: Eq + Hash + Clone> Default for UnderWay<K> {
    fn default() -> UnderWay<K> {
        UnderWay(Arc::default())
    }
}

/// Something under way; ends when dropped, so also by a failure or a panic.
pub(super) struct Started<K: Eq + Hash + Clone> {
    all: Arc<Mutex<HashSet<K>>>,
    key: K,
}

impl<K: Eq + Hash + Clone> UnderWay<K> {
    /// Starts something; `None` if it is under way already.
    pub(super) fn start(&self, key: K) -> Option<Started<K>> {
        let is_new = lock(&self.0).insert(key.clone());
        is_new.then(|| Started { all: self.0.clone(), key })
    }
}

impl<K: Eq + Hash + Clone> Drop for Started<K> {
    fn drop(&mut self) {
        lock(&self.all).remove(&self.key);
    }
}

/// Safe to use after a panic: the collections change only by single insertions and removals.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_under_way_starts_once_until_it_ends() {
        let under_way = UnderWay::default();
        let started = under_way.start(1);
        assert!(started.is_some() && under_way.start(1).is_none() && under_way.start(2).is_some());
        drop(started);
        assert!(under_way.start(1).is_some());
        let panicked = under_way.start(3);
        let panic = std::panic::AssertUnwindSafe(|| {
            let _started = panicked;
            panic!("on purpose");
        });
        assert!(std::panic::catch_unwind(panic).is_err());
        assert!(under_way.start(3).is_some(), "a panic ends it as well");
    }

    #[test]
    fn pauses_grow_up_to_a_limit() {
        let pauses: Vec<u128> = (0..6).map(|n| pause(n, &GameError::Busy).as_millis()).collect();
        assert_eq!(pauses, [250, 500, 1_000, 1_000, 1_000, 1_000]);
        assert_eq!(pause(u32::MAX, &GameError::NoSuchGame), LONGEST_PAUSE_IF_DAMAGED);
    }
}
