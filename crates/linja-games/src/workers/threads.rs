//! Threads with a low priority.

use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

/// The niceness of the threads: if cores are scarce, they get about a tenth of the time of other threads.
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Threads that give way to replies and to the async threads. A separate pool, because a lowered priority cannot be
/// raised again.
pub(super) struct LowThreads(Option<Runtime>);

impl LowThreads {
    /// At most this many threads. They start when needed, and end when idle.
    pub(super) fn new(most: usize) -> LowThreads {
        let mut builder = Builder::new_current_thread();
        builder.max_blocking_threads(most).thread_name("linja-analysis").on_thread_start(lower_priority);
        let runtime = builder.build();
        if let Err(error) = &runtime {
            tracing::warn!(%error, "analysis has the usual priority");
        }
        LowThreads(runtime.ok())
    }

    pub(super) fn spawn<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
        match &self.0 {
            Some(runtime) => runtime.spawn_blocking(job),
            None => tokio::task::spawn_blocking(job),
        }
    }
}

impl Drop for LowThreads {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            // A plain drop would block, which panics in an async context.
            runtime.shutdown_background();
        }
    }
}

/// Only on Linux: elsewhere the call would affect the whole process.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpriority_process, setpriority_process};
        // The operator may have started the server with a lower priority still.
        let lowered = getpriority_process(None).and_then(|own| setpriority_process(None, own.max(NICENESS)));
        if let Err(error) = lowered {
            tracing::debug!(%error, "analysis has the usual priority");
        }
    }
}
