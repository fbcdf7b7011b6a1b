use std::time::Duration;

use linja_players::Estimate;
use linja_players::search::Limits;
use pyo3::prelude::*;

use crate::errors::value_error;
use crate::position::PositionArg;
use crate::rule_set::{RuleSet, Rules, or_bonus};
use crate::turn::Turn;
use crate::work;

/// Looks ahead without a table, and estimates margins.
///
/// >>> import linja
/// >>> found = linja.Search("bonus").best(linja.Position("00011127/90021000 b"), nodes=100_000)
/// >>> found.turns, found.settled
/// ([(Turn('de fh +gh'), 0.0)], True)
#[pyclass(name = "Search", module = "linja")]
pub(crate) struct Search(linja_players::search::Search);

/// What a search has found.
#[pyclass(name = "Found", module = "linja", frozen, get_all)]
pub(crate) struct Found {
    /// Turns with their estimated margins in points, the best first.
    turns: Vec<(Turn, f64)>,
    /// The depth in turns.
    depth: u8,
    /// The positions evaluated.
    nodes: u64,
    /// Whether every line was searched to the end of the game, so that the margins are exact.
    settled: bool,
}

impl From<linja_players::search::Found> for Found {
    fn from(found: linja_players::search::Found) -> Found {
        let points = |estimate: Estimate| f64::from(estimate.0) / f64::from(Estimate::PER_POINT);
        let turns = found.turns.iter().map(|turn| (Turn(turn.item), points(turn.value))).collect();
        Found { turns, depth: found.depth, nodes: found.nodes, settled: found.settled }
    }
}

/// At least one limit, so that no search runs for ever by mistake.
fn limits(nodes: Option<u64>, seconds: Option<f64>, depth: Option<u8>) -> PyResult<Limits> {
    let time = seconds.map(Duration::try_from_secs_f64).transpose().map_err(value_error)?;
    if nodes.is_none() && time.is_none() && depth.is_none() {
        return Ok(Limits::time(Duration::from_secs(1)));
    }
    Ok(Limits { nodes, time, depth, stop: None })
}

#[pymethods]
impl Search {
    /// `memory_mb` limits the table of positions seen.
    #[new]
    #[pyo3(signature = (rules = None, *, memory_mb = 64))]
    fn new(rules: Option<Rules<'_>>, memory_mb: usize) -> PyResult<Search> {
        let bytes = memory_mb.clamp(1, 1 << 16) << 20;
        Ok(Search(linja_players::search::Search::new(&or_bonus(rules)?, bytes)))
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> RuleSet {
        RuleSet(*self.0.rules())
    }

    /// Searches for the best turn, within the limits; without any for a second.
    #[pyo3(signature = (position, *, nodes = None, seconds = None, depth = None))]
    fn best(
        &mut self,
        py: Python<'_>,
        position: PositionArg<'_>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        depth: Option<u8>,
    ) -> PyResult<Found> {
        let (position, limits) = (position.read()?, limits(nodes, seconds, depth)?);
        let search = &mut self.0;
        let found =
            work::interruptible(py, |stop| search.best(&position, &Limits { stop: Some(stop), ..limits }))?;
        Ok(found.into())
    }

    /// Estimates every turn, within the limits; without any for a second.
    #[pyo3(signature = (position, *, nodes = None, seconds = None, depth = None))]
    fn turns(
        &mut self,
        py: Python<'_>,
        position: PositionArg<'_>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        depth: Option<u8>,
    ) -> PyResult<Found> {
        let (position, limits) = (position.read()?, limits(nodes, seconds, depth)?);
        let search = &mut self.0;
        let found =
            work::interruptible(py, |stop| search.turns(&position, &Limits { stop: Some(stop), ..limits }))?;
        Ok(found.into())
    }
}
