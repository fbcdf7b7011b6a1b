use std::time::Duration;

use linja::{CompleteTurn, Valued};

use crate::Estimate;

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// All turns or only the best, with estimates, best first, equal ones by their written form. Empty if the position
    /// by itself is over.
    pub turns: Vec<EstimatedTurn>,
    /// The depth in turns of the last finished iteration.
    pub depth: u8,
    /// The number of positions evaluated.
    pub nodes: u64,
    /// The time taken.
    pub time: Duration,
    /// Whether every line was searched to the end of the game, so that the estimates are exact margins.
    pub settled: bool,
}

/// A turn and the estimated margin for the side that plays it.
pub type EstimatedTurn = Valued<CompleteTurn, Estimate>;
