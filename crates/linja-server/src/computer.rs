//! The computer as a player: a position and a level in, a turn out.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use linja::{Game, Turn, fast};
use tokio::sync::Semaphore;

use crate::id::GameId;
use crate::level::Level;
use crate::oracle::Oracle;
use crate::problem::Problem;
use crate::words::RulesWord;

/// Chooses turns, off the async threads, as many at once as there are cores.
pub struct Computer {
    oracle: Arc<Oracle>,
    permits: Arc<Semaphore>,
    replies: AtomicU64,
}

impl Computer {
    /// A computer that knows these tables.
    #[must_use]
    pub fn new(oracle: Arc<Oracle>) -> Computer {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Computer { oracle, permits: Arc::new(Semaphore::new(cores)), replies: AtomicU64::new(0) }
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
    /// If a table fails in a way that leaves no turn.
    pub async fn choose(
        &self,
        id: GameId,
        seq: u64,
        game: &Game,
        rules: RulesWord,
        level: Level,
    ) -> Result<Option<Turn>, Problem> {
        let table = self.oracle.table(rules);
        let game = game.clone();
        self.replies.fetch_add(1, Ordering::Relaxed);
        self.blocking(move || {
            // Chance depends on the place in the game alone: whoever computes the reply, it is the same.
            let seed = seed(id, seq);
            let turns = fast::complete_turns(game.position(), game.rules());
            let best = table.and_then(|table| table.turns(game.position()).ok());
            match (level, best) {
                (Level::Random, _) | (_, None) => {
                    turns.get(seed as usize % turns.len().max(1)).map(|turn| turn.turn)
                }
                (_, Some(best)) => best.first().map(|turn| turn.complete.turn),
            }
        })
        .await
    }

    /// Runs something that takes a processor or a disk, off the async threads.
    ///
    /// # Errors
    /// If it panics.
    pub async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let _permit = self.permits.acquire().await.map_err(|error| Problem::internal(&error))?;
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
