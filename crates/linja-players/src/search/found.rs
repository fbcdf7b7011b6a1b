use std::time::Duration;

use linja::CompleteTurn;

use crate::Estimate;

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Turns with estimates, the best first, equal ones by their written form: all, or the best alone, as was asked.
    /// None if the position alone is over.
    pub turns: Vec<EstimatedTurn>,
    /// How many turns ahead the last finished iteration looked.
    pub depth: u8,
    /// How many positions were judged.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// Every line was read to the end of the game: the estimates are the exact margins.
    pub settled: bool,
}

/// A turn and what it seems to be worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EstimatedTurn {
    /// The turn and where it leads.
    pub complete: CompleteTurn,
    /// The guessed margin for the side that plays it.
    pub estimate: Estimate,
}
