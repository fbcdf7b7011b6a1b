//! The computer player: chooses turns from the table, or by search if there is no table.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use linja::{Game, RuleSet, Turn};
use linja_api::Level;
use linja_oracle::{Table, TableError};
use linja_players::Judge;
use linja_players::search::Limits;

use crate::GameError;
use crate::game::reply;
use crate::id::GameId;
use crate::open_tables::OpenTables;
use crate::workers::{Class, Client, Workers};

/// Deadline of a search on a slow machine. Debug builds are for tests, which compare answers and may share the machine with many
/// others.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });

/// Idle searches, at most one per worker, because each holds a large transposition table.
type Searches = Arc<Mutex<Vec<Judge>>>;

/// The computer player.
pub struct Computer {
    tables: Arc<OpenTables>,
    workers: Workers,
    /// Searches for replies, and for analysis: separate, so that analysis of other rule sets does not displace those for
    /// replies.
    for_replies: Searches,
    for_analysis: Searches,
    replies: AtomicU64,
}

impl Computer {
    /// A computer that probes these tables and runs on these workers.
    #[must_use]
    pub fn new(tables: Arc<OpenTables>, workers: Workers) -> Computer {
        let (for_replies, for_analysis) = Default::default();
        Computer { tables, workers, for_replies, for_analysis, replies: AtomicU64::new(0) }
    }

    /// Turns chosen so far.
    #[must_use]
    pub fn replies(&self) -> u64 {
        self.replies.load(Ordering::Relaxed)
    }

    /// Whether this level has to search for its turns.
    #[must_use]
    pub fn searches(&self, rules: RuleSet, level: Level) -> bool {
        level.0 != linja_players::Level::RANDOM && !self.tables.is_solved(&rules)
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
        rules: RuleSet,
        level: Level,
    ) -> Result<Option<Turn>, GameError> {
        self.replies.fetch_add(1, Ordering::Relaxed);
        let position = *game.position();
        let table = self.tables.table(rules).await;
        let choose = judge(&self.for_replies, table, rules, move |judge| {
            reply::choose(judge, id, seq, &position, level)
        });
        Ok(self.workers.run(Class::Reply, Client::Game(id), choose).await??)
    }

    /// A job that asks the table if there is one, otherwise a search. Blocks.
    ///
    /// # Errors
    /// The job fails if the table is damaged.
    pub fn analysis<T, Ask>(
        &self,
        table: Option<Arc<Table>>,
        rules: RuleSet,
        ask: Ask,
    ) -> impl FnOnce() -> Result<T, TableError> + Send + use<T, Ask>
    where
        Ask: FnOnce(&mut Judge) -> Result<T, TableError> + Send + 'static,
    {
        judge(&self.for_analysis, table, rules, ask)
    }
}

/// A job that runs `ask` on the table if there is one, otherwise on a search.
fn judge<T, Ask>(
    searches: &Searches,
    table: Option<Arc<Table>>,
    rules: RuleSet,
    ask: Ask,
) -> impl FnOnce() -> Result<T, TableError> + Send + use<T, Ask>
where
    Ask: FnOnce(&mut Judge) -> Result<T, TableError> + Send + 'static,
{
    let searches = searches.clone();
    move || {
        if let Some(table) = table {
            return ask(&mut Judge::Oracle(table));
        }
        let lock = || searches.lock().unwrap_or_else(PoisonError::into_inner);
        let idle = {
            let mut searches = lock();
            let place = searches.iter().position(|judge| *judge.rules() == rules);
            // Drop a search of another rule set, so that memory stays bounded.
            place.map(|place| searches.swap_remove(place)).or_else(|| {
                searches.pop();
                None
            })
        };
        let limits = Limits { nodes: Some(Judge::NODES), time: Some(LONGEST), ..Limits::default() };
        let mut judge = idle.unwrap_or_else(|| Judge::search(&rules, limits));
        let judged = ask(&mut judge);
        lock().push(judge);
        judged
    }
}
