//! The computer as a player and adviser: asks the table, or the search where there is none, off the async threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use linja::{Game, Turn};
use linja_oracle::TableError;
use linja_players::search::Limits;
use linja_players::{Chance, Judge, JudgedTurn};
use tokio::sync::Semaphore;

use crate::id::GameId;
use crate::level::Level;
use crate::oracle::Oracle;
use crate::problem::{Code, Problem};
use crate::words::RulesWord;

/// A search looks at so many positions; nodes instead of time, so that a reply does not depend on the machine.
const NODES: u64 = 100_000;
/// But nobody waits longer than this.
const LONGEST: Duration = Duration::from_secs(2);
/// Work that may wait for a core; more is refused, because whoever waits behind it would have gone by then.
const WAITING: usize = 1_000;

/// Chooses turns and answers questions, as many at once as there are cores.
pub struct Computer {
    oracle: Arc<Oracle>,
    permits: Arc<Semaphore>,
    waiting: Semaphore,
    /// Searches that nobody uses now; each remembers a lot, so there are never more than cores.
    searches: Arc<Mutex<Vec<Judge>>>,
    replies: AtomicU64,
}

impl Computer {
    /// A computer that knows these tables.
    #[must_use]
    pub fn new(oracle: Arc<Oracle>) -> Computer {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Computer {
            oracle,
            permits: Arc::new(Semaphore::new(cores)),
            waiting: Semaphore::new(WAITING),
            searches: Arc::default(),
            replies: AtomicU64::new(0),
        }
    }

    /// The tables.
    #[must_use]
    pub fn oracle(&self) -> &Arc<Oracle> {
        &self.oracle
    }

    /// Turns chosen so far.
    #[must_use]
    pub fn replies(&self) -> u64 {
        self.replies.load(Ordering::Relaxed)
    }

    /// The turn that the computer plays as event `seq` of a game; `None` if the game is over.
    ///
    /// # Errors
    /// If the table is damaged where it is needed.
    pub async fn choose(
        &self,
        id: GameId,
        seq: u64,
        game: &Game,
        rules: RulesWord,
        level: Level,
    ) -> Result<Option<Turn>, Problem> {
        self.replies.fetch_add(1, Ordering::Relaxed);
        let position = *game.position();
        let chosen = self.judge(rules, move |judge| {
            // Chance depends on the place in the game alone: whoever computes the reply, it is the same.
            judge.choose(&position, level.0, &mut Chance::new(seed(id, seq)))
        });
        Ok(chosen.await?.map(|judged| judged.item.turn))
    }

    /// All turns of a position with what they are worth.
    ///
    /// # Errors
    /// If the table is damaged where it is needed.
    pub async fn turns(
        &self,
        rules: RulesWord,
        position: linja::Position,
    ) -> Result<Vec<JudgedTurn>, Problem> {
        self.judge(rules, move |judge| judge.turns(&position)).await
    }

    /// Asks the table if there is one, else the search.
    async fn judge<T: Send + 'static>(
        &self,
        rules: RulesWord,
        ask: impl FnOnce(&mut Judge) -> Result<T, TableError> + Send + 'static,
    ) -> Result<T, Problem> {
        let table = self.oracle.table(rules);
        let searches = self.searches.clone();
        let answer = self.blocking(move || {
            if let Some(table) = table {
                return ask(&mut Judge::Oracle(table));
            }
            let lock = || searches.lock().unwrap_or_else(PoisonError::into_inner);
            let known = {
                let mut searches = lock();
                let place = searches.iter().position(|judge| *judge.rules() == rules.rules());
                // One of another rule set gives way, so that memory stays bounded.
                place.map(|place| searches.swap_remove(place)).or_else(|| {
                    searches.pop();
                    None
                })
            };
            let limits = Limits { nodes: Some(NODES), time: Some(LONGEST), stop: None };
            let mut judge = known.unwrap_or_else(|| Judge::search(&rules.rules(), limits));
            let answer = ask(&mut judge);
            lock().push(judge);
            answer
        });
        answer.await?.map_err(|error| Problem::internal(&error))
    }

    /// Runs something that takes a processor or a disk, off the async threads.
    ///
    /// # Errors
    /// If too much waits already, or if it panics.
    pub async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _waiting = self.waiting.try_acquire().map_err(|_| {
            Problem::new(Code::Unavailable, "The server is busy; try again in a moment.").retry_after(1)
        })?;
        // Taken along into the work: a client that goes away does not make room for more than there are cores.
        let permit = self.permits.clone().acquire_owned().await.map_err(|error| Problem::internal(&error))?;
        let work = move || {
            let _permit = permit;
            work()
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| Problem::internal(&error))
    }
}

/// A number that depends on the place of an event and on nothing else.
fn seed(game: GameId, seq: u64) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(game.as_str().as_bytes());
    hasher.update(&seq.to_le_bytes());
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    u64::from_le_bytes(bytes)
}
