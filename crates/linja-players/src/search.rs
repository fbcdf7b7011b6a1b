//! A search for rule sets without a table: iterative deepening, alpha-beta over whole turns, a transposition table, and
//! a small neural network, trained on solved positions, as evaluation.
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
//! - [`Search`], [`Limits`], [`Found`]: the search, its limits and its result.
//! - [`network`] and [`features`]: the evaluation; the example `train` makes its weights.
//! - [`house`] and [`Trained`]: the weights of house rules, and which rule sets use them.

pub mod features;
mod found;
pub mod house;
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
pub use weights::{Trained, file_of, network_of};

use linja::{Position, RuleSet};

use limits::Budget;
use memory::Memory;
use network::Network;
use root::Root;
use successors::Seen;
use tree::Tree;

/// Searches positions of one rule set.
///
/// A search reuses no entries of earlier searches, so a search limited only by nodes is deterministic.
pub struct Search {
    rules: RuleSet,
    network: Network,
    memory: Memory,
}

impl Search {
    /// A search with a transposition table of at most this many bytes. 64 MB are enough for a few seconds.
    #[cfg(feature = "weights")]
    #[must_use]
    pub fn new(rules: &RuleSet, memory_bytes: usize) -> Search {
        Search::with_network(rules, weights::network(rules), memory_bytes)
    }

    /// As [`Search::new`], with this evaluation; see [`network_of`].
    #[must_use]
    pub fn with_network(rules: &RuleSet, network: Network, memory_bytes: usize) -> Search {
        Search { rules: *rules, network, memory: Memory::new(memory_bytes) }
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Searches for the best turn. [`Found::turns`] holds only this turn, or nothing if the position by itself is over.
    pub fn best(&mut self, position: &Position, limits: &Limits) -> Found {
        self.best_observed(position, limits, |_| {})
    }

    /// As [`Search::best`], and calls `observe` whenever the best turn changes or is confirmed at a greater depth.
    pub fn best_observed(
        &mut self,
        position: &Position,
        limits: &Limits,
        mut observe: impl FnMut(&Found),
    ) -> Found {
        self.root(position, limits).best(&mut observe)
    }

    /// Estimates every turn, best first, equal ones by their written form. Takes several times as long as
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
