//! How probable each turn of a level is: the exact side of what [`choose`](crate::choose) draws.

use std::collections::{BTreeMap, HashMap};

use linja::{CompleteTurn, Margin, Position, Valued, fast};
use linja_oracle::{Oracle, TableError, ValuedTurn};

use crate::Level;
use crate::choose::loss;
use crate::results::right_answers;

/// The turns that a player of this level may play, each with its exact probability, in unspecified order. The probabilities add
/// up to 1. Empty if the position by itself is over.
///
/// # Errors
/// If a part of the table that is needed is damaged.
pub fn probabilities(
    oracle: &(impl Oracle + ?Sized),
    position: &Position,
    level: Level,
) -> Result<Vec<(CompleteTurn, f64)>, TableError> {
    let turns = valued_turns(oracle, position)?;
    let Some(best) = turns.iter().map(|turn| turn.value).max() else { return Ok(Vec::new()) };
    let errors = level.errors();
    let weights: Vec<f64> = turns.iter().map(|turn| errors.weight(loss(best, turn.value))).collect();
    let total: f64 = weights.iter().sum();
    let weighted = turns.iter().zip(&weights).filter(|&(_, &weight)| weight > 0.0);
    if errors.compares == 1 {
        return Ok(weighted.map(|(turn, weight)| (turn.item, weight / total)).collect());
    }
    let mut equal: BTreeMap<Margin, (f64, Vec<CompleteTurn>)> = BTreeMap::new();
    for (turn, weight) in weighted {
        let (probability, turns) = equal.entry(turn.value).or_default();
        *probability += weight / total;
        turns.push(turn.item);
    }
    let mut probable = Vec::new();
    for (probability, turns) in equal.into_values() {
        let shares = shares(&answers(oracle, &turns)?, errors.compares);
        let turns = turns.into_iter().zip(shares).filter(|&(_, share)| share > 0.0);
        probable.extend(turns.map(|(turn, share)| (turn, probability * share)));
    }
    Ok(probable)
}

/// As [`Oracle::turns`], not sorted.
fn valued_turns(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<Vec<ValuedTurn>, TableError> {
    let mut turns = Vec::new();
    fast::for_each_turn(position, oracle.rules(), |turn| turns.push(turn));
    let valued = |turn: CompleteTurn| Ok(Valued { item: turn, value: oracle.value_after(&turn)? });
    turns.into_iter().map(valued).collect()
}

/// The opponent's right answers to each of these turns.
fn answers(oracle: &(impl Oracle + ?Sized), turns: &[CompleteTurn]) -> Result<Vec<usize>, TableError> {
    // A turn without others to compare is played whatever the answers are.
    if turns.len() == 1 {
        return Ok(vec![0]);
    }
    let mut known = HashMap::new();
    let answers_to = |turn: &CompleteTurn| {
        let result = turn.result;
        if result.is_over {
            return Ok(0);
        }
        if let Some(&answers) = known.get(&result) {
            return Ok(answers);
        }
        let answers = right_answers(oracle, &result.position)?;
        known.insert(result, answers);
        Ok(answers)
    };
    turns.iter().map(answers_to).collect()
}

/// How probable each of several turns is, if `compares` of them are drawn and the one with the fewest answers is played, any
/// of the drawn ones with as few.
fn shares(answers: &[usize], compares: usize) -> Vec<f64> {
    let drawn = compares.min(answers.len());
    // The probability that all drawn turns are among the `count` with the most answers.
    let all_among = |count: usize| -> f64 {
        (0..drawn).map(|i| count.saturating_sub(i) as f64 / (answers.len() - i) as f64).product()
    };
    let share = |own: &usize| {
        let fewer = answers.iter().filter(|other| *other < own).count();
        let equal = answers.iter().filter(|other| *other == own).count();
        let others = answers.len() - fewer;
        (all_among(others) - all_among(others - equal)) / equal as f64
    };
    answers.iter().map(share).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_follow_from_all_draws() {
        let close = |answers: &[usize], compares, expected: &[f64]| {
            let found = shares(answers, compares);
            let is_close = found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12);
            assert!(found.len() == expected.len() && is_close, "{answers:?} {compares}: {found:?}");
        };
        close(&[7], 4, &[1.0]);
        close(&[3, 1], 1, &[0.5, 0.5]);
        close(&[3, 1, 2], usize::MAX, &[0.0, 1.0, 0.0]);
        close(&[2, 2, 5], usize::MAX, &[0.5, 0.5, 0.0]);
        // Of the three pairs two have the first turn; the third pair is that of equal turns.
        close(&[1, 2, 2], 2, &[2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0]);
        // Of the six pairs, three have the first turn, two of the others the second.
        close(&[1, 2, 3, 4], 2, &[3.0 / 6.0, 2.0 / 6.0, 1.0 / 6.0, 0.0]);
    }
}
