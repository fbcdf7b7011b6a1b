//! The different results of a turn: what a player really chooses between.

use std::cmp::Reverse;
use std::collections::HashSet;

use linja::Position;
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
    Ok(distinct(oracle.turns(position)?))
}

/// One of the turns for each result, as [`results`] describes them.
pub(crate) fn distinct(mut turns: Vec<ValuedTurn>) -> Vec<ValuedTurn> {
    // The oracle lists equal turns by their written forms, and the sort is stable.
    turns.sort_by_key(|turn| (Reverse(turn.margin), turn.complete.turn.actions().len()));
    let mut seen = HashSet::new();
    turns.retain(|turn| seen.insert((turn.complete.after, turn.complete.is_over)));
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
    results.iter().take_while(|result| result.margin == results[0].margin).count()
}

/// How many different results of a turn from here keep the best margin.
///
/// # Errors
/// If a part of the table that is needed is damaged.
pub fn right_answers(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<usize, TableError> {
    let turns = oracle.turns(position)?;
    let best = turns.first().map(|turn| turn.margin);
    let mut results: Vec<(Position, bool)> = turns
        .iter()
        .take_while(|turn| Some(turn.margin) == best)
        .map(|turn| (turn.complete.after, turn.complete.is_over))
        .collect();
    results.sort_unstable_by_key(|(after, is_over)| (after.pawns().black, after.pawns().red, *is_over));
    results.dedup();
    Ok(results.len())
}
