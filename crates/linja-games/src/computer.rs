//! The computer player: chooses turns from the table, or by search if there is no table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use linja::{Game, Position, Turn};
use linja_api::{Level, RuleSetId};
use linja_oracle::TableError;
use linja_players::search::Limits;
use linja_players::{Chance, Judge, JudgedTurn};

use crate::GameError;
use crate::id::GameId;
use crate::open_tables::OpenTables;
use crate::workers::Workers;

/// Nodes per search. A node limit instead of a time limit makes replies independent of the machine.
const NODES: u64 = 100_000;
/// Deadline of a search on a slow machine.
const LONGEST: Duration = Duration::from_secs(2);

/// The computer player.
pub struct Computer {
    tables: Arc<OpenTables>,
    workers: Arc<Workers>,
    /// Idle searches, at most one per worker, because each holds a large transposition table.
    searches: Arc<Mutex<Vec<Judge>>>,
    replies: AtomicU64,
}

impl Computer {
    /// A computer that probes these tables and runs on these workers.
    #[must_use]
    pub fn new(tables: Arc<OpenTables>, workers: Arc<Workers>) -> Computer {
        Computer { tables, workers, searches: Arc::default(), replies: AtomicU64::new(0) }
    }

    /// Turns chosen so far.
    #[must_use]
    pub fn replies(&self) -> u64 {
        self.replies.load(Ordering::Relaxed)
    }

    /// The turn that the computer plays after event `seq` of a game; `None` if the game is over.
    ///
    /// # Errors
    /// If the table is damaged, or too many jobs are waiting.
    pub async fn choose(
        &self,
        id: GameId,
        seq: u64,
        game: &Game,
        rules: RuleSetId,
        level: Level,
    ) -> Result<Option<Turn>, GameError> {
        self.replies.fetch_add(1, Ordering::Relaxed);
        let position = *game.position();
        let chosen = self.judge(rules, move |judge| {
            // Seeded by the game and the event number, so that every server chooses the same reply.
            judge.choose(&position, level.0, &mut Chance::new(seed(id, seq)))
        });
        Ok(chosen.await?.map(|judged| judged.item.turn))
    }

    /// All turns of a position with their values.
    ///
    /// # Errors
    /// If the table is damaged, or too many jobs are waiting.
    pub async fn turns(&self, rules: RuleSetId, position: Position) -> Result<Vec<JudgedTurn>, GameError> {
        self.judge(rules, move |judge| judge.turns(&position)).await
    }

    /// Runs `ask` on the table if there is one, otherwise on a search.
    async fn judge<T: Send + 'static>(
        &self,
        rules: RuleSetId,
        ask: impl FnOnce(&mut Judge) -> Result<T, TableError> + Send + 'static,
    ) -> Result<T, GameError> {
        let table = self.tables.table(rules);
        let searches = self.searches.clone();
        let judged = self.workers.run(move || {
            if let Some(table) = table {
                return ask(&mut Judge::Oracle(table));
            }
            let lock = || searches.lock().unwrap_or_else(PoisonError::into_inner);
            let idle = {
                let mut searches = lock();
                let place = searches.iter().position(|judge| *judge.rules() == rules.rules());
                // Drop a search of another rule set, so that memory stays bounded.
                place.map(|place| searches.swap_remove(place)).or_else(|| {
                    searches.pop();
                    None
                })
            };
            let limits = Limits { nodes: Some(NODES), time: Some(LONGEST), stop: None };
            let mut judge = idle.unwrap_or_else(|| Judge::search(&rules.rules(), limits));
            let judged = ask(&mut judge);
            lock().push(judge);
            judged
        });
        Ok(judged.await??)
    }
}

/// A seed that depends only on the game and the event number.
fn seed(game: GameId, seq: u64) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(game.as_str().as_bytes());
    hasher.update(&seq.to_le_bytes());
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    u64::from_le_bytes(bytes)
}
