use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use linja::RuleSet;
use tokio::sync::Notify;

/// The most rule sets that may wait. Solving this many takes some minutes.
const MOST: usize = 32;

/// Too many rule sets wait to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyWishes;

/// The rule sets that somebody wants solved, the oldest wish first. They are not stored: after a restart, clients ask again.
#[derive(Default)]
pub(crate) struct Wishes {
    waiting: Mutex<VecDeque<RuleSet>>,
    added: Notify,
}

impl Wishes {
    fn waiting(&self) -> MutexGuard<'_, VecDeque<RuleSet>> {
        // Safe to use after a panic: the list is consistent after every step.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, rules: RuleSet) -> Result<(), TooManyWishes> {
        let mut waiting = self.waiting();
        if waiting.contains(&rules) {
            return Ok(());
        }
        has_room(&waiting)?;
        waiting.push_back(rules);
        drop(waiting);
        self.added.notify_one();
        Ok(())
    }

    pub(super) fn has_room(&self) -> Result<(), TooManyWishes> {
        has_room(&self.waiting())
    }

    pub(crate) fn contains(&self, rules: &RuleSet) -> bool {
        self.waiting().contains(rules)
    }

    /// All wishes, the oldest first.
    pub(crate) fn all(&self) -> Vec<RuleSet> {
        self.waiting().iter().copied().collect()
    }

    pub(crate) fn remove(&self, rules: &RuleSet) {
        self.waiting().retain(|waiting| waiting != rules);
    }

    /// Waits for the next wish.
    pub(crate) async fn next(&self) {
        self.added.notified().await;
    }
}

fn has_room(waiting: &VecDeque<RuleSet>) -> Result<(), TooManyWishes> {
    if waiting.len() < MOST { Ok(()) } else { Err(TooManyWishes) }
}
