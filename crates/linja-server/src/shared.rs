//! Answers that are the same for everybody: computed once, however many clients ask at the same time, and kept.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

use linja_games::GameError;
use linja_games::workers::{Class, Client, Workers};
use linja_oracle::TableError;
use tokio::sync::watch;

/// A bounded cache; the oldest answers are dropped first.
pub struct Shared<K, V> {
    entries: Mutex<Entries<K, V>>,
    most: usize,
}

struct Entries<K, V> {
    by_key: HashMap<K, Arc<Entry<V>>>,
    oldest_first: VecDeque<K>,
}

type Entry<V> = watch::Sender<Progress<V>>;

enum Progress<V> {
    /// Nobody computes the answer.
    Idle,
    Begun,
    Done(Arc<V>),
}

impl<V> Progress<V> {
    fn done(&self) -> Option<Arc<V>> {
        match self {
            Progress::Done(value) => Some(value.clone()),
            Progress::Idle | Progress::Begun => None,
        }
    }
}

impl<K: Copy + Eq + Hash, V: Send + Sync + 'static> Shared<K, V> {
    /// An empty cache of at most this many answers.
    #[must_use]
    pub fn new(most: usize) -> Shared<K, V> {
        let entries = Entries { by_key: HashMap::new(), oldest_first: VecDeque::new() };
        Shared { entries: Mutex::new(entries), most }
    }

    /// The answer, if it is known.
    pub fn known(&self, key: &K) -> Option<Arc<V>> {
        self.entries().by_key.get(key)?.borrow().done()
    }

    /// The answer, computed by `work` if it is not known. Each client queues for a core by itself, so that none has to wait
    /// for another client's turn. The first one that gets a core computes the answer for all.
    ///
    /// # Errors
    /// If the client's line is full, or if the computation fails.
    pub async fn get(
        &self,
        key: K,
        workers: &Workers,
        class: Class,
        client: Client,
        work: impl FnOnce() -> Result<V, TableError> + Send + 'static,
    ) -> Result<Arc<V>, GameError> {
        let entry = self.entry(key);
        let mut seen = entry.subscribe();
        loop {
            // Cannot fail while `entry` lives.
            let others = async { seen.wait_for(|progress| progress.done().is_some()).await.ok()?.done() };
            let core = tokio::select! {
                biased;
                Some(value) = others => return Ok(value),
                core = workers.core(class, client) => core?,
            };
            let Some(attempt) = Attempt::begin(&entry) else {
                // The job of another client computes the answer: do not hold the core meanwhile.
                drop(core);
                let _ = seen.wait_for(|progress| !matches!(progress, Progress::Begun)).await;
                continue;
            };
            // The job stores the answer even if this client leaves: others may wait for it.
            let done = core.run(move || work().map(|value| attempt.end(value))).await?;
            return Ok(done?);
        }
    }

    fn entry(&self, key: K) -> Arc<Entry<V>> {
        let mut entries = self.entries();
        if let Some(entry) = entries.by_key.get(&key) {
            return entry.clone();
        }
        while entries.oldest_first.len() >= self.most {
            let Some(oldest) = entries.oldest_first.pop_front() else { break };
            entries.by_key.remove(&oldest);
        }
        let entry = Arc::new(watch::Sender::new(Progress::Idle));
        entries.oldest_first.push_back(key);
        entries.by_key.insert(key, entry.clone());
        entry
    }

    fn entries(&self) -> std::sync::MutexGuard<'_, Entries<K, V>> {
        self.entries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The computation of an answer. If it fails, another client may begin again.
struct Attempt<V>(Arc<Entry<V>>);

impl<V> Attempt<V> {
    fn begin(entry: &Arc<Entry<V>>) -> Option<Attempt<V>> {
        let is_first = entry.send_if_modified(|progress| {
            let is_idle = matches!(progress, Progress::Idle);
            if is_idle {
                *progress = Progress::Begun;
            }
            is_idle
        });
        is_first.then(|| Attempt(entry.clone()))
    }

    fn end(self, value: V) -> Arc<V> {
        let value = Arc::new(value);
        self.0.send_replace(Progress::Done(value.clone()));
        value
    }
}

impl<V> Drop for Attempt<V> {
    fn drop(&mut self) {
        self.0.send_if_modified(|progress| {
            let has_failed = matches!(progress, Progress::Begun);
            if has_failed {
                *progress = Progress::Idle;
            }
            has_failed
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    const PATIENCE: Duration = Duration::from_mins(1);

    fn client(last: u8) -> Client {
        Client::Network([10, 0, 0, last].into())
    }

    #[tokio::test]
    async fn equal_requests_are_computed_once_even_if_the_first_client_leaves() {
        let (workers, shared) = (Workers::with_cores(4), Arc::new(Shared::<u32, u32>::new(10)));
        let computed = Arc::new(AtomicUsize::new(0));
        let (begun, has_begun) = mpsc::channel();
        let (go, wait) = mpsc::channel::<()>();
        let first = tokio::spawn({
            let (workers, shared, computed) = (workers.clone(), shared.clone(), computed.clone());
            async move {
                let work = move || {
                    computed.fetch_add(1, Ordering::SeqCst);
                    begun.send(()).expect("a receiver");
                    let _ = wait.recv();
                    Ok(7)
                };
                shared.get(1, &workers, Class::Background, client(1), work).await
            }
        });
        tokio::task::spawn_blocking(move || has_begun.recv()).await.unwrap().unwrap();
        let others: Vec<_> = (2..20)
            .map(|number| {
                let (workers, shared, computed) = (workers.clone(), shared.clone(), computed.clone());
                tokio::spawn(async move {
                    let work = move || {
                        computed.fetch_add(1, Ordering::SeqCst);
                        Ok(8)
                    };
                    shared.get(1, &workers, Class::Background, client(number), work).await
                })
            })
            .collect();
        first.abort();
        drop(go);
        for other in others {
            let value = tokio::time::timeout(PATIENCE, other).await.expect("in time").unwrap().unwrap();
            assert_eq!(*value, 7);
        }
        assert_eq!(computed.load(Ordering::SeqCst), 1);
        assert_eq!(shared.known(&1).as_deref(), Some(&7));
    }

    #[tokio::test]
    async fn failed_answers_are_computed_again_and_old_ones_dropped() {
        let (workers, shared) = (Workers::with_cores(2), Shared::<u32, u32>::new(2));
        let (class, client) = (Class::Analysis, client(1));
        let failed = shared.get(1, &workers, class, client, || Err(TableError::NotATable)).await;
        assert!(matches!(failed, Err(GameError::Table(TableError::NotATable))));
        let failed = shared.get(1, &workers, class, client, || panic!("a test")).await;
        assert!(matches!(failed, Err(GameError::Work(_))));
        for key in 1..=3 {
            assert_eq!(*shared.get(key, &workers, class, client, move || Ok(key)).await.unwrap(), key);
        }
        assert_eq!(shared.known(&1), None);
        assert_eq!(shared.known(&3).as_deref(), Some(&3));
    }
}
