//! The distinct results of a turn.

use std::collections::HashSet;

use linja::{CompleteTurn, Position, TurnResult, Valued};
use linja_oracle::{Oracle, TableError, ValuedTurn, sort_by_number};

/// The distinct results of a turn with their exact margins, best first. Empty if the position by itself is over.
///
/// Turns that lead to the same position count as one result if they agree on whether the game is over. A result is
/// represented by its shortest turn, the first by written form if there are several. Among equal results shorter turns
/// come first.
///
/// # Errors
/// If a part of the table that is needed is damaged.
pub fn results(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<Vec<ValuedTurn>, TableError> {
    Ok(distinct_results(oracle.turns(position)?))
}

/// One turn for each distinct result, in the order of [`results`]. `turns` must be sorted: best first, equal ones by
/// written form.
#[must_use]
pub fn distinct_results<V: Clone + PartialEq>(
    mut turns: Vec<Valued<CompleteTurn, V>>,
) -> Vec<Valued<CompleteTurn, V>> {
    for equal in turns.chunk_by_mut(|a, b| a.value == b.value) {
        // Stable: turns of equal length stay ordered by written form.
        sort_by_number(equal, |turn| turn.item.turn.actions().len() as u64);
    }
    let mut seen = HashSet::new();
    turns.retain(|turn| seen.insert(turn.item.result));
    turns
}

/// The opponent's answers to a turn, counted by distinct results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Answers {
    /// Answers that keep the best margin.
    pub(crate) right: usize,
    /// All answers.
    pub(crate) of: usize,
}

impl Answers {
    pub(crate) fn to(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<Answers, TableError> {
        let results = results(oracle, position)?;
        Ok(Answers { right: right(&results), of: results.len() })
    }
}

/// The number of results with the best margin. `results` must be sorted, best first.
pub(crate) fn right(results: &[ValuedTurn]) -> usize {
    results.iter().take_while(|result| result.value == results[0].value).count()
}

/// The number of distinct results that keep the best margin.
///
/// # Errors
/// If a part of the table that is needed is damaged.
pub fn right_answers(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<usize, TableError> {
    let turns = oracle.turns(position)?;
    let results: HashSet<TurnResult> = turns[..right(&turns)].iter().map(|turn| turn.item.result).collect();
    Ok(results.len())
}
