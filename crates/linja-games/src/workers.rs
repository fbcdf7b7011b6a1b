//! CPU work off the async threads, shared fairly between clients.
//!
//! Replies of the computer have one worker for each core and never wait for other work. Everything else shares the
//! remaining cores (one on a machine with a single core), on threads with a low priority: analysis first, then
//! background work. Within a class, clients take turns.

mod line;
mod threads;

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::oneshot;

use self::line::{Line, Ticket};
use self::threads::LowThreads;
use crate::GameError;
use crate::id::GameId;

/// The urgency of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// The computer's reply in a game: a player waits for it.
    Reply,
    /// Values, hints and reviews: a reader waits for them.
    Analysis,
    /// Work that takes long, such as finding a puzzle.
    Background,
}

/// On whose behalf a job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// A game, for the computer's reply.
    Game(GameId),
    /// The network of the client that sent a request.
    Network(IpAddr),
}

/// The most jobs that may wait.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    of_one: usize,
    of_all: usize,
}

impl Class {
    /// Every class, the most urgent first.
    pub const ALL: [Class; 3] = [Class::Reply, Class::Analysis, Class::Background];

    /// The name in metrics.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Reply => "reply",
            Class::Analysis => "analysis",
            Class::Background => "background",
        }
    }

    /// Longer queues are pointless: their clients would give up before the jobs ran.
    const fn bounds(self) -> Bounds {
        match self {
            // A game has one reply at a time; a second one may wait after a take-back.
            Class::Reply => Bounds { of_one: 2, of_all: 10_000 },
            Class::Analysis => Bounds { of_one: 32, of_all: 512 },
            Class::Background => Bounds { of_one: 8, of_all: 128 },
        }
    }

    const fn pool(self) -> Pool {
        match self {
            Class::Reply => Pool::Replies,
            Class::Analysis | Class::Background => Pool::Others,
        }
    }
}

/// The cores that a class may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pool {
    Replies,
    Others,
}

/// Runs jobs that need a core or a disk.
#[derive(Clone)]
pub struct Workers(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    low: LowThreads,
}

struct State {
    /// By class.
    lines: [Line<oneshot::Sender<Core>>; 3],
    /// Free cores by pool. While a pool has a free core, none of its jobs waits.
    free: [usize; 2],
    tickets: u64,
}

impl Default for Workers {
    fn default() -> Workers {
        Workers::with_cores(std::thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Workers {
    /// Workers for a machine with this many cores.
    #[must_use]
    pub fn with_cores(cores: usize) -> Workers {
        let others = cores.saturating_sub(1).max(1);
        let lines = Class::ALL.map(|class| Line::new(class.bounds().of_one, class.bounds().of_all));
        let state = State { lines, free: [cores.max(1), others], tickets: 0 };
        Workers(Arc::new(Shared { state: Mutex::new(state), low: LowThreads::new(others) }))
    }

    /// Runs a job when it is its client's turn, and returns its result. Dropping the future withdraws a waiting job;
    /// a running job is finished.
    ///
    /// # Errors
    /// If too many jobs of this client wait already, or if the job panics.
    pub async fn run<T: Send + 'static>(
        &self,
        class: Class,
        client: Client,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, GameError> {
        self.core(class, client).await?.run(job).await
    }

    /// Waits for a core.
    ///
    /// # Errors
    /// If too many jobs of this client wait already.
    pub async fn core(&self, class: Class, client: Client) -> Result<Core, GameError> {
        let begun = Instant::now();
        let core = match self.0.enter(class, client)? {
            Entered::Free(core) => core,
            Entered::Waiting(waiting, granted) => {
                // The sender is dropped if this job had to make room for the job of another client.
                let core = granted.await.map_err(|_| GameError::Busy)?;
                drop(waiting);
                core
            }
        };
        metrics::histogram!("linja_queue_seconds", "class" => class.name())
            .record(begun.elapsed().as_secs_f64());
        Ok(core)
    }

    /// Number of waiting jobs of a class.
    #[must_use]
    pub fn waiting(&self, class: Class) -> usize {
        self.0.state().lines[class as usize].len()
    }
}

enum Entered {
    Free(Core),
    Waiting(Waiting, oneshot::Receiver<Core>),
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Safe to use after a panic: nothing that panics runs under the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a free core, or a place in the line.
    fn enter(self: &Arc<Self>, class: Class, client: Client) -> Result<Entered, GameError> {
        let mut state = self.state();
        let free = &mut state.free[class.pool() as usize];
        if *free > 0 {
            *free -= 1;
            return Ok(Entered::Free(Core { class, shared: self.clone() }));
        }
        state.tickets += 1;
        let ticket = Ticket { client, number: state.tickets };
        let (grant, granted) = oneshot::channel();
        let line = &mut state.lines[class as usize];
        let pushed = line.push(ticket, grant);
        show_length(class, line.len());
        // Dropping the job that made room wakes its client: not under the lock.
        drop(state);
        if !matches!(pushed, Ok(None)) {
            count_refused(class);
        }
        pushed.map_err(|_| GameError::Busy)?;
        Ok(Entered::Waiting(Waiting { class, ticket, shared: self.clone() }, granted))
    }

    /// Gives a core back, and passes it on to the next waiting job.
    fn release(self: &Arc<Self>, pool: Pool) {
        self.state().free[pool as usize] += 1;
        while let Some((class, grant)) = self.next(pool) {
            // If the client has just left, the core comes back in the error, and is released again when dropped.
            let _ = grant.send(Core { class, shared: self.clone() });
        }
    }

    /// Takes a free core of the pool for the next waiting job.
    fn next(&self, pool: Pool) -> Option<(Class, oneshot::Sender<Core>)> {
        let mut state = self.state();
        if state.free[pool as usize] == 0 {
            return None;
        }
        let classes = Class::ALL.into_iter().filter(|class| class.pool() == pool);
        let (class, grant) = classes.into_iter().find_map(|class| {
            let line = &mut state.lines[class as usize];
            let grant = line.pop()?;
            show_length(class, line.len());
            Some((class, grant))
        })?;
        state.free[pool as usize] -= 1;
        Some((class, grant))
    }
}

/// A place in a line; given up when dropped.
struct Waiting {
    class: Class,
    ticket: Ticket,
    shared: Arc<Shared>,
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let mut state = self.shared.state();
        let line = &mut state.lines[self.class as usize];
        // Nothing is found if the job has got its core.
        let left = line.remove(&self.ticket);
        show_length(self.class, line.len());
        drop(state);
        drop(left);
    }
}

/// The right to use a core; given back when dropped.
pub struct Core {
    class: Class,
    shared: Arc<Shared>,
}

impl Core {
    /// Runs a job on this core.
    ///
    /// # Errors
    /// If the job panics.
    pub async fn run<T: Send + 'static>(
        self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, GameError> {
        let (pool, shared) = (self.class.pool(), self.shared.clone());
        let job = move || {
            // Held by the job, so that a disconnecting client does not free a core that is still busy.
            let _core = self;
            job()
        };
        let running = match pool {
            Pool::Replies => tokio::task::spawn_blocking(job),
            Pool::Others => shared.low.spawn(job),
        };
        Ok(running.await?)
    }
}

impl Drop for Core {
    fn drop(&mut self) {
        self.shared.release(self.class.pool());
    }
}

fn show_length(class: Class, length: usize) {
    metrics::gauge!("linja_queue_length", "class" => class.name()).set(length as f64);
}

fn count_refused(class: Class) {
    metrics::counter!("linja_queue_refused_total", "class" => class.name()).increment(1);
}

#[cfg(test)]
#[path = "workers/tests.rs"]
mod tests;
