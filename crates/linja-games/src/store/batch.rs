//! Group commit: a free writer writes all waiting events in one transaction.
//!
//! A single event is written at once. Under load, events collect for some milliseconds and share a commit: neither the
//! number of commits per second nor their cost limits the throughput.
//!
//! After a failed commit the writer gets a new connection, and writes a probe until one succeeds. While no writer works,
//! events are refused at once.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex, mpsc, oneshot, watch};
use tokio::task::JoinHandle;

use super::health::Health;
use super::{Append, Appended, StoreError};

/// Maximum number of events in one transaction.
const LARGEST: usize = 512;
/// Shortest time between the beginnings of two transactions under load, that is after one with several events. A commit
/// costs much more CPU time than an event, and players do not notice the delay.
const COLLECT: Duration = Duration::from_millis(2);
/// Capacity of the queue; senders wait while it is full.
const WAITING: usize = 4096;
/// Pauses between attempts to write again after a failed commit; each pause is twice the one before.
const PAUSES: [Duration; 2] = [Duration::from_millis(50), Duration::from_secs(1)];

type Waiting = (Append, oneshot::Sender<Result<Appended, StoreError>>);

/// Writes a batch in one transaction.
pub trait Writer: Send + 'static {
    /// Writes a batch durably. Returns for each event whether it was stored; `false` if its number was taken.
    fn write(&mut self, batch: &[Append]) -> impl Future<Output = Result<Vec<bool>, sqlx::Error>> + Send;

    /// Commits a write without an effect, to find out whether writing works.
    fn probe(&mut self) -> impl Future<Output = Result<(), sqlx::Error>> + Send;

    /// Replaces the connection: a failed commit may have left it inside a transaction.
    fn renew(&mut self) -> impl Future<Output = Result<(), sqlx::Error>> + Send;

    /// Performs maintenance after a batch has been written and acknowledged.
    fn tidy(&mut self) -> impl Future<Output = Result<(), sqlx::Error>> + Send;

    /// Performs final maintenance and closes the connection.
    fn close(self) -> impl Future<Output = Result<(), sqlx::Error>> + Send;
}

/// Collects events into batches and writes them.
pub struct Batcher {
    sender: std::sync::Mutex<Option<mpsc::Sender<Waiting>>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    shared: Arc<Shared>,
}

/// Shared by all writers of a store.
struct Shared {
    queue: Mutex<Queue>,
    health: Arc<Health>,
    /// Number of writers, and of those that can't write at present.
    writers: usize,
    failing: AtomicUsize,
    is_closing: watch::Sender<bool>,
}

/// The events that wait for a writer.
struct Queue {
    waiting: mpsc::Receiver<Waiting>,
    /// The next transaction does not begin before.
    not_before: Instant,
}

impl Queue {
    /// Waits for events, and takes up to [`LARGEST`] of them; none if the store is closed.
    async fn take(&mut self, batch: &mut Vec<Waiting>) {
        if Instant::now() < self.not_before {
            tokio::time::sleep_until(self.not_before.into()).await;
        }
        self.waiting.recv_many(batch, LARGEST).await;
        self.not_before = Instant::now();
        if batch.len() > 1 {
            self.not_before += COLLECT;
        }
    }
}

impl Batcher {
    /// Starts one task per writer; all of them share one queue. The first writer probes before this returns, so that a
    /// read-only database is known at the start.
    pub(super) async fn start<W: Writer>(mut writers: Vec<W>, health: Arc<Health>) -> Batcher {
        let (sender, waiting) = mpsc::channel(WAITING);
        let mut works = true;
        if let Some(writer) = writers.first_mut() {
            match writer.probe().await {
                Ok(()) => health.wrote(),
                Err(error) => {
                    tracing::error!(%error, "the database can't be written to; trying again until it can");
                    health.failed(&error);
                    works = false;
                }
            }
        }
        let shared = Arc::new(Shared {
            queue: Mutex::new(Queue { waiting, not_before: Instant::now() }),
            health,
            writers: writers.len(),
            failing: AtomicUsize::new(if works { 0 } else { writers.len() }),
            is_closing: watch::Sender::new(false),
        });
        let run = |writer| tokio::spawn(run(writer, shared.clone(), works));
        let tasks = Mutex::new(writers.into_iter().map(run).collect());
        Batcher { sender: std::sync::Mutex::new(Some(sender)), tasks, shared }
    }

    /// Queues an event and waits until it is durable. Fails at once while no writer works.
    pub(super) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        if self.shared.is_failing() {
            return Err(self.shared.refusal());
        }
        let sender = self.sender.lock().ok().and_then(|sender| sender.clone()).ok_or(StoreError::Closed)?;
        let (done, is_done) = oneshot::channel();
        sender.send((append, done)).await.map_err(|_| StoreError::Closed)?;
        is_done.await.map_err(|_| StoreError::Closed)?
    }

    /// Rejects further events and waits until the queued ones are written.
    pub(super) async fn close(&self) {
        if let Ok(mut sender) = self.sender.lock() {
            sender.take();
        }
        self.shared.is_closing.send_replace(true);
        for task in self.tasks.lock().await.drain(..) {
            // An error means that the writer panicked; it writes nothing more.
            let _ = task.await;
        }
    }
}

impl Shared {
    /// Whether no writer works.
    fn is_failing(&self) -> bool {
        self.failing.load(Ordering::SeqCst) == self.writers
    }

    /// The error of events that are not even tried.
    fn refusal(&self) -> StoreError {
        StoreError::Unwritable(self.health.failure().unwrap_or_else(|| "a commit failed".into()))
    }

    /// Gives a writer whose commit has failed new connections until a probe succeeds or the store closes.
    async fn recover(&self, writer: &mut impl Writer) {
        let begun = Instant::now();
        let [mut pause, longest] = PAUSES;
        let mut is_closing = self.is_closing.subscribe();
        while let Err(error) = try_again(writer).await {
            tracing::debug!(%error, "writing still fails");
            self.health.failed(&error);
            self.refuse_waiting();
            tokio::select! {
                () = tokio::time::sleep(pause) => pause = (pause * 2).min(longest),
                // The queued events get one more attempt, and then the writer closes.
                _ = async { is_closing.wait_for(|is_closing| *is_closing).await.is_ok() } => {
                    self.failing.fetch_sub(1, Ordering::SeqCst);
                    return;
                }
            }
        }
        self.health.wrote();
        self.failing.fetch_sub(1, Ordering::SeqCst);
        tracing::warn!(seconds = begun.elapsed().as_secs_f64(), "the database can be written to again");
    }

    /// Refuses the queued events if no writer would take them soon.
    fn refuse_waiting(&self) {
        // A locked queue belongs to a writer that works.
        let Ok(mut queue) = self.queue.try_lock() else { return };
        while self.is_failing()
            && let Ok((_, waiter)) = queue.waiting.try_recv()
        {
            // The caller may have been cancelled.
            let _ = waiter.send(Err(self.refusal()));
        }
    }
}

async fn try_again(writer: &mut impl Writer) -> Result<(), sqlx::Error> {
    writer.renew().await?;
    writer.probe().await
}

async fn run<W: Writer>(mut writer: W, shared: Arc<Shared>, mut works: bool) {
    let (mut batch, mut waiters) = (Vec::new(), Vec::new());
    let mut waiting: Vec<Waiting> = Vec::new();
    loop {
        if !works {
            shared.recover(&mut writer).await;
        }
        // The lock is held only while receiving; the next writer then receives the next batch.
        shared.queue.lock().await.take(&mut waiting).await;
        if waiting.is_empty() {
            break;
        }
        // Two servers that store the ends of the same games must lock rows in the same order, or they deadlock.
        waiting.sort_by_key(|(append, _)| (append.game, append.stored.seq));
        for (append, waiter) in waiting.drain(..) {
            batch.push(append);
            waiters.push(waiter);
        }
        let begun = Instant::now();
        let written = writer.write(&batch).await;
        metrics::histogram!("linja_commit_seconds").record(begun.elapsed().as_secs_f64());
        metrics::histogram!("linja_commit_events").record(batch.len() as f64);
        let mut error = None;
        let stored = written.unwrap_or_else(|failed| {
            tracing::error!(error = %failed, events = batch.len(), "a commit failed");
            metrics::counter!("linja_failed_commits_total").increment(1);
            // Before the waiters hear of it: a client that retries at once must not wait for this writer.
            shared.health.failed(&failed);
            shared.failing.fetch_add(1, Ordering::SeqCst);
            error = Some(failed.to_string());
            Vec::new()
        });
        works = error.is_none();
        if works {
            shared.health.stored();
        }
        for (i, waiter) in waiters.drain(..).enumerate() {
            let result = match (&error, stored.get(i)) {
                (None, Some(true)) => Ok(Appended::Stored),
                (None, Some(false)) => Ok(Appended::PlaceTaken),
                (error, _) => Err(StoreError::Database(sqlx::Error::Protocol(
                    error.clone().unwrap_or_else(|| "the writer lost an event".into()),
                ))),
            };
            // The caller may have been cancelled; the event is stored anyway.
            let _ = waiter.send(result);
        }
        batch.clear();
        if works && let Err(error) = writer.tidy().await {
            tracing::warn!(%error, "the database could not be tidied; nothing is lost");
        }
    }
    if let Err(error) = writer.close().await {
        tracing::warn!(%error, "the database was not closed properly; nothing is lost");
    }
}
