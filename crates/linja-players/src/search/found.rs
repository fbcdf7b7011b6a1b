use std::time::Duration;

use linja::{CompleteTurn, Valued};

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

/// A turn and the estimated margin for the side that plays it.
pub type EstimatedTurn = Valued<CompleteTurn, Estimate>;
