//! Unpacked pages in memory.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::unpacked::Unpacked;

/// The number of unpacked pages to keep: about 30 MB.
const PAGES: usize = 512;

/// The pages unpacked last. The oldest is dropped first: a game needs a few hundred pages, so a smarter order would not
/// pay.
#[derive(Default)]
pub(super) struct PageCache {
    pages: Mutex<Pages>,
}

#[derive(Default)]
struct Pages {
    by_number: HashMap<usize, Arc<Unpacked>>,
    oldest_first: VecDeque<usize>,
}

impl PageCache {
    pub(super) fn get(&self, number: usize) -> Option<Arc<Unpacked>> {
        self.lock().by_number.get(&number).cloned()
    }

    pub(super) fn put(&self, number: usize, page: Arc<Unpacked>) {
        let mut pages = self.lock();
        if pages.by_number.insert(number, page).is_none() {
            pages.oldest_first.push_back(number);
        }
        while pages.oldest_first.len() > PAGES {
            if let Some(oldest) = pages.oldest_first.pop_front() {
                pages.by_number.remove(&oldest);
            }
        }
    }

    /// Ignores poisoning: the cache is consistent after every step.
    fn lock(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
