//! CPU work off the async threads: one running job per core, and a bounded queue.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::GameError;

/// Maximum number of queued jobs. More are rejected: their clients would give up before the jobs ran.
const WAITING: usize = 1_000;

/// Runs jobs that need a core or a disk.
pub struct Workers {
    cores: Arc<Semaphore>,
    waiting: Semaphore,
}

impl Default for Workers {
    /// One worker for each core.
    fn default() -> Workers {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Workers { cores: Arc::new(Semaphore::new(cores)), waiting: Semaphore::new(WAITING) }
    }
}

impl Workers {
    /// Runs a job and returns its result.
    ///
    /// # Errors
    /// If too many jobs wait already, or if the job panics.
    pub async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, GameError> {
        let _waiting = self.waiting.try_acquire().map_err(|_| GameError::Busy)?;
        // Never fails: the semaphore is never closed.
        let core = self.cores.clone().acquire_owned().await.map_err(|_| GameError::Busy)?;
        let job = move || {
            // Held by the job, so that a disconnecting client does not free a core that is still busy.
            let _core = core;
            job()
        };
        Ok(tokio::task::spawn_blocking(job).await?)
    }
}
