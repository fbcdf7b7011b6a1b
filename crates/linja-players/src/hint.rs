//! Hints: the best results of a turn, with exact margins and reasons.

use linja::{Action, Position, TurnResult};
use linja_oracle::{Oracle, TableError, ValuedTurn, sort_by_number};

use crate::Reason;
use crate::choose::loss;
use crate::facts::Facts;
use crate::results::{Answers, results, right};

/// Help for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The best results, best first; equal ones by the number of right answers left to the opponent, fewest first.
    /// Never empty.
    pub turns: Vec<HintedTurn>,
    /// The number of distinct results that keep the best margin.
    pub right: usize,
    /// The number of distinct results.
    pub results: usize,
}

/// A turn with its exact margin and the reasons for or against it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintedTurn {
    /// The turn, in the shortest form that leads to its result, and the margin for the side that plays it.
    pub turn: ValuedTurn,
    /// The points the turn loses; 0 for a best turn.
    pub lost: u8,
    /// All reasons, the most important first. For a best turn, reasons that do not apply to the best of the worse
    /// results come first, because they make the difference.
    pub reasons: Vec<Reason>,
}

impl HintedTurn {
    /// The number of reasons shown to a person.
    pub const SHOWN: usize = 3;

    /// The most important reasons.
    #[must_use]
    pub fn shown(&self) -> &[Reason] {
        &self.reasons[..self.reasons.len().min(HintedTurn::SHOWN)]
    }
}

impl Hint {
    /// The best results, at least one and at most `most`. `None` if the position by itself is over.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn new(
        oracle: &(impl Oracle + ?Sized),
        position: &Position,
        most: usize,
    ) -> Result<Option<Hint>, TableError> {
        let results = results(oracle, position)?;
        if results.is_empty() {
            return Ok(None);
        }
        let facts = Facts::new(oracle.rules(), position, &results);
        let best = results[0].value;
        let worse = results.get(right(&results));
        let leading = leading(&results, most.max(1));
        prepare_answers(oracle, leading.iter().chain(worse))?;
        let worse = match worse {
            Some(worse) => facts.reasons(worse, answers_to(oracle, worse)?),
            None => Vec::new(),
        };
        let hinted = |(result, answers): (ValuedTurn, Option<Answers>)| {
            let mut reasons = facts.reasons(&result, answers);
            let lost = loss(best, result.value);
            if lost == 0 {
                // The sort is stable: both parts stay ordered by importance.
                sort_by_number(&mut reasons, |reason| {
                    u64::from(worse.contains(reason) || matches!(reason, Reason::KeepsMargin { .. }))
                });
            }
            HintedTurn { turn: result, lost, reasons }
        };
        let turns = hardest_first(oracle, leading, most.max(1))?.into_iter().map(hinted).collect();
        Ok(Some(Hint { turns, right: right(&results), results: results.len() }))
    }

    /// The best turn.
    #[must_use]
    pub fn best(&self) -> &HintedTurn {
        &self.turns[0]
    }

    /// The opening of the best turn, as a first hint that leaves the rest to the player. `None` for a pass.
    #[must_use]
    pub fn opening(&self) -> Option<Action> {
        self.best().turn.item.turn.actions().first().copied()
    }
}

/// The first `most` results, with all that equal the last of them.
fn leading(results: &[ValuedTurn], most: usize) -> &[ValuedTurn] {
    let Some(last) = results.get(most - 1) else { return results };
    let beyond = results[most..].iter().take_while(|result| result.value == last.value).count();
    &results[..most + beyond]
}

/// The first `most` of these results with the opponent's answers; equal results by the number of right answers, fewest first.
fn hardest_first(
    oracle: &(impl Oracle + ?Sized),
    results: &[ValuedTurn],
    most: usize,
) -> Result<Vec<(ValuedTurn, Option<Answers>)>, TableError> {
    let mut first: Vec<(ValuedTurn, Option<Answers>)> = Vec::new();
    for equal in results.chunk_by(|a, b| a.value == b.value) {
        let mut group = Vec::new();
        for result in equal {
            group.push((*result, answers_to(oracle, result)?));
        }
        sort_by_number(&mut group, |(_, answers)| answers.map_or(0, |answers| answers.right as u64));
        first.extend(group);
    }
    first.truncate(most);
    Ok(first)
}

/// The opponent's answers; `None` if the game is over.
fn answers_to(oracle: &(impl Oracle + ?Sized), result: &ValuedTurn) -> Result<Option<Answers>, TableError> {
    let TurnResult { position, is_over } = result.item.result;
    if is_over { Ok(None) } else { Answers::to(oracle, &position).map(Some) }
}

/// Gets the answers to these results ready, together.
fn prepare_answers<'a>(
    oracle: &(impl Oracle + ?Sized),
    results: impl Iterator<Item = &'a ValuedTurn>,
) -> Result<(), TableError> {
    let open = results.map(|result| result.item.result).filter(|result| !result.is_over);
    oracle.prepare(&open.map(|result| result.position).collect::<Vec<_>>())
}
