//! Looking ahead where no table exists: iterative deepening, alpha-beta over whole turns, a transposition table, and
//! a small network as evaluation that was trained on solved positions.
//!
//! ```
//! use linja::{Position, RuleSet};
//! use linja_players::search::{Limits, Search};
//!
//! let mut search = Search::new(&RuleSet::BONUS, 1 << 20);
//! let found = search.best(&Position::default(), &Limits::nodes(20_000));
//! let best = found.turns.first().expect("the game has just begun");
//! println!("{} {} at depth {}", best.value, best.item.turn, found.depth);
//! ```
//!
//! # Where to look
//! - [`Search`], [`Limits`], [`Found`]: how to ask.
//! - [`network`] and [`features`]: the evaluation; the example `train` makes its weights.

pub mod features;
mod found;
mod judged;
mod limits;
mod memory;
pub mod network;
mod root;
mod successors;
mod tree;
mod weights;

pub use found::{EstimatedTurn, Found};
pub use limits::Limits;

use linja::{Position, RuleSet};

use limits::Budget;
use memory::Memory;
use network::Network;
use root::Root;
use successors::Seen;
use tree::Tree;

/// Searches positions of one rule set.
///
/// Nothing is kept from one search to the next but the memory itself, so a search limited by nodes alone always gives
/// the same result.
pub struct Search {
    rules: RuleSet,
    network: Network,
    memory: Memory,
}

impl Search {
    /// A search that remembers positions in at most so many bytes of memory. 64 MB are enough for a few seconds.
    #[must_use]
    pub fn new(rules: &RuleSet, memory_bytes: usize) -> Search {
        Search { rules: *rules, network: weights::network(rules), memory: Memory::new(memory_bytes) }
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Looks for the one best turn: [`Found::turns`] holds that one alone, or nothing if the position alone is over.
    pub fn best(&mut self, position: &Position, limits: &Limits) -> Found {
        self.best_observed(position, limits, |_| {})
    }

    /// As [`Search::best`], and calls `observe` whenever the best turn changes or is confirmed with more depth.
    pub fn best_observed(
        &mut self,
        position: &Position,
        limits: &Limits,
        mut observe: impl FnMut(&Found),
    ) -> Found {
        self.root(position, limits).best(&mut observe)
    }

    /// Estimates every turn: the best first, equal ones by their written form. Takes several times as long as
    /// [`Search::best`] for the same depth.
    pub fn turns(&mut self, position: &Position, limits: &Limits) -> Found {
        self.root(position, limits).turns()
    }

    fn root<'a>(&'a mut self, position: &Position, limits: &Limits) -> Root<'a> {
        self.memory.begin_search();
        let tree = Tree {
            rules: &self.rules,
            network: &self.network,
            memory: &mut self.memory,
            budget: Budget::new(limits),
            seen: Seen::new(),
            stack: Vec::new(),
        };
        Root::new(position, tree)
    }
}
