//! Group commit: whatever waits to be written when a writer becomes free is written in one transaction.
//!
//! A lone event is written at once; under load the time of one commit collects the events of the next, so that the
//! number of commits a second stays that of the disk while the number of events grows with those who wait.

use std::future::Future;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;

use super::{Append, Appended, StoreError};

/// Events in one transaction at most.
const LARGEST: usize = 512;
/// Events that may wait; more have to wait for room.
const WAITING: usize = 4096;

type Waiting = (Append, oneshot::Sender<Result<Appended, StoreError>>);

/// Writes a batch in one transaction.
pub trait Writer: Send + 'static {
    /// Says for each event whether it got its place. Durable when it returns.
    fn write(&mut self, batch: &[Append]) -> impl Future<Output = Result<Vec<bool>, sqlx::Error>> + Send;

    /// Tidies up, after a batch has been written and acknowledged.
    fn tidy(&mut self) -> impl Future<Output = Result<(), sqlx::Error>> + Send;

    /// Leaves everything tidy: nothing more will be written.
    fn close(self) -> impl Future<Output = Result<(), sqlx::Error>> + Send;
}

/// Collects events and has them written.
pub struct Batcher {
    sender: std::sync::Mutex<Option<mpsc::Sender<Waiting>>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

impl Batcher {
    /// One task for each writer; all take from the same queue.
    #[must_use]
    pub fn new<W: Writer>(writers: Vec<W>) -> Batcher {
        let (sender, receiver) = mpsc::channel(WAITING);
        let receiver = Arc::new(Mutex::new(receiver));
        let tasks = writers.into_iter().map(|writer| tokio::spawn(run(writer, receiver.clone()))).collect();
        Batcher { sender: std::sync::Mutex::new(Some(sender)), tasks: Mutex::new(tasks) }
    }

    /// Has an event written and waits until it is durable.
    pub(super) async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let sender = self.sender.lock().ok().and_then(|sender| sender.clone()).ok_or(StoreError::Closed)?;
        let (done, is_done) = oneshot::channel();
        sender.send((append, done)).await.map_err(|_| StoreError::Closed)?;
        is_done.await.map_err(|_| StoreError::Closed)?
    }

    /// Takes no more events and waits until those that wait are written.
    pub(super) async fn close(&self) {
        if let Ok(mut sender) = self.sender.lock() {
            sender.take();
        }
        for task in self.tasks.lock().await.drain(..) {
            // A writer that panicked has nothing more to write.
            let _ = task.await;
        }
    }
}

async fn run<W: Writer>(mut writer: W, receiver: Arc<Mutex<mpsc::Receiver<Waiting>>>) {
    let (mut batch, mut waiters) = (Vec::new(), Vec::new());
    let mut waiting = Vec::new();
    loop {
        // The lock is held while waiting, and only then: the next writer waits behind it for the next events.
        if receiver.lock().await.recv_many(&mut waiting, LARGEST).await == 0 {
            break;
        }
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
            // The caller may be gone; the event is stored all the same.
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
