//! The different results of a turn: what a player really chooses between.

use std::collections::HashSet;

use linja::{CompleteTurn, Position, TurnResult, Valued};
use linja_oracle::{Oracle, TableError, ValuedTurn};

/// The different results of a turn from here with their exact margins, the best first. None if the position alone is
/// over.
///
/// Several written turns can lead to the same position; they are one result if they also agree on whether the game is
/// over. It is written in its shortest form, the first of several. Among equal results the shorter ones come first.
///
/// # Errors
/// If a part of the table that is needed is damaged.
pub fn results(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<Vec<ValuedTurn>, TableError> {
    Ok(distinct_results(oracle.turns(position)?))
}

/// One turn for each different result, as [`results`] describes them, from turns that stand best first and equal ones by
/// their written forms.
#[must_use]
pub fn distinct_results<V: PartialEq>(
    mut turns: Vec<Valued<CompleteTurn, V>>,
) -> Vec<Valued<CompleteTurn, V>> {
    for equal in turns.chunk_by_mut(|a, b| a.value == b.value) {
        // Stable, so turns of one length stay in the order of their written forms.
        equal.sort_by_key(|turn| turn.item.turn.actions().len());
    }
    let mut seen = HashSet::new();
    turns.retain(|turn| seen.insert(turn.item.result));
    turns
}

/// What the opponent can answer: how many of the different results keep the best margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answers {
    /// The right ones.
    pub(crate) right: usize,
    /// All.
    pub(crate) of: usize,
}

impl Answers {
    pub(crate) fn to(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<Answers, TableError> {
        let results = results(oracle, position)?;
        Ok(Answers { right: right(&results), of: results.len() })
    }
}

/// How many of some results, the best first, are as good as the first.
pub(crate) fn right(results: &[ValuedTurn]) -> usize {
    results.iter().take_while(|result| result.value == results[0].value).count()
}

/// How many different results of a turn from here keep the best margin.
///
/// # Errors
/// If a part of the table that is needed is damaged.
pub fn right_answers(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<usize, TableError> {
    let turns = oracle.turns(position)?;
    let mut results: Vec<TurnResult> = turns[..right(&turns)].iter().map(|turn| turn.item.result).collect();
    results.sort_unstable();
    results.dedup();
    Ok(results.len())
}
