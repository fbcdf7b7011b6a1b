//! Group commit: a free writer writes all waiting events in one transaction.
//!
//! A single event is written at once. Under load, events collect during one commit and share the next, so throughput
//! is not limited by the number of commits per second.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{Append, Appended, StoreError};

/// Maximum number of events in one transaction.
const LARGEST: usize = 512;
/// Capacity of the queue; senders wait while it is full.
const WAITING: usize = 4096;

type Waiting = (Append, oneshot::Sender<Result<Appended, StoreError>>);

/// Writes a batch in one transaction.
pub trait Writer: Send + 'static {
    /// Writes a batch durably. Returns for each event whether it was stored; `false` if its number was taken.
    fn write(&mut self, batch: &[Append]) -> impl Future<Output = Result<Vec<bool>, sqlx::Error>> + Send;

    /// Performs maintenance after a batch has been written and acknowledged.
    fn tidy(&mut self) -> impl Future<Output = Result<(), sqlx::Error>> + Send;

    /// Performs final maintenance and closes the connection.
    fn close(self) -> impl Future<Output = Result<(), sqlx::Error>> + Send;
}

/// Collects events into batches and writes them.
pub struct Batcher {
    sender: std::sync::Mutex<Option<mpsc::Sender<Waiting>>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Batcher {
    /// Starts one task per writer; all of them share one queue.
    #[must_use]
    pub fn new<W: Writer>(writers: Vec<W>) -> Batcher {
        let (sender, receiver) = mpsc::channel(WAITING);
        let receiver = Arc::new(Mutex::new(receiver));
        let tasks = writers.into_iter().map(|writer| tokio::spawn(run(writer, receiver.clone()))).collect();
        Batcher { sender: std::sync::Mutex::new(Some(sender)), tasks: Mutex::new(tasks) }
    }

    /// Queues an event and waits until it is durable.
    pub(super) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
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
        for task in self.tasks.lock().await.drain(..) {
            // An error means that the writer panicked; it writes nothing more.
            let _ = task.await;
        }
    }
}

async fn run<W: Writer>(mut writer: W, receiver: Arc<Mutex<mpsc::Receiver<Waiting>>>) {
    let (mut batch, mut waiters) = (Vec::new(), Vec::new());
    let mut waiting: Vec<Waiting> = Vec::new();
    loop {
        // The lock is held only while receiving; the next writer then receives the next batch.
        if receiver.lock().await.recv_many(&mut waiting, LARGEST).await == 0 {
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
            error = Some(failed.to_string());
            Vec::new()
        });
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
        if let Err(error) = writer.tidy().await {
            tracing::warn!(%error, "the database could not be tidied; nothing is lost");
        }
    }
    if let Err(error) = writer.close().await {
        tracing::warn!(%error, "the database was not closed properly; nothing is lost");
    }
}
