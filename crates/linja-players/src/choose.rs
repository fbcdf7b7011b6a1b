//! A level's choice among the turns of a position.

use std::collections::HashMap;

use linja::{Margin, Position};
use linja_oracle::{Oracle, TableError, ValuedTurn};

use crate::results::right_answers;
use crate::{Chance, Level};

/// The turn a player chose, and the points it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The chosen turn with its exact margin.
    pub turn: ValuedTurn,
    /// The points lost compared with the best turn.
    pub loss: u8,
}

/// The turn that a player of this level plays; `None` if the position by itself is over.
///
/// The same state of `chance` gives the same turn.
///
/// # Errors
/// If a part of the table that is needed is damaged.
pub fn choose(
    oracle: &(impl Oracle + ?Sized),
    position: &Position,
    level: Level,
    chance: &mut Chance,
) -> Result<Option<Choice>, TableError> {
    let turns = oracle.turns(position)?;
    let equal = draw(&turns, level, chance);
    let Some(loss) = equal.first().map(|turn| loss(turns[0].value, turn.value)) else { return Ok(None) };
    Ok(most_difficult(oracle, &equal)?.map(|turn| Choice { turn, loss }))
}

/// Draws the candidate turns of a player of this level: all of the same margin, at most as many as the level compares,
/// in random order. Empty only if there are no turns. `turns` must be sorted, best first.
pub(crate) fn draw<'a>(turns: &'a [ValuedTurn], level: Level, chance: &mut Chance) -> Vec<&'a ValuedTurn> {
    let losses: Vec<u8> = turns.iter().map(|turn| loss(turns[0].value, turn.value)).collect();
    draw_places(&losses, level, chance).into_iter().map(|place| &turns[place]).collect()
}

/// As [`draw`], but takes the losses of the turns and returns indices into them.
pub(crate) fn draw_places(losses: &[u8], level: Level, chance: &mut Chance) -> Vec<usize> {
    let drawn = draw_loss(losses, level, chance);
    let mut equal: Vec<usize> = (0..losses.len()).filter(|&place| losses[place] == drawn).collect();
    shuffle(&mut equal, chance);
    equal.truncate(level.errors().compares);
    equal
}

fn shuffle<T>(items: &mut [T], chance: &mut Chance) {
    for i in (1..items.len()).rev() {
        items.swap(i, chance.below(i + 1));
    }
}

/// The points lost by a turn with this margin, if the best turn has the margin `best`.
pub(crate) fn loss(best: Margin, margin: Margin) -> u8 {
    // Margins are between -120 and 120, so the difference fits.
    (i16::from(best.0) - i16::from(margin.0)).max(0) as u8
}

/// Draws one of `losses`, each weighted by the level's error model.
fn draw_loss(losses: &[u8], level: Level, chance: &mut Chance) -> u8 {
    let errors = level.errors();
    let total: f64 = losses.iter().map(|&loss| errors.weight(loss)).sum();
    let mut left = chance.fraction() * total;
    for &loss in losses {
        left -= errors.weight(loss);
        if left < 0.0 {
            return loss;
        }
    }
    // Reached only through rounding: the best turn always has a positive weight.
    losses.iter().copied().min().unwrap_or(0)
}

/// The turn that leaves the opponent the fewest right answers; the first if several do.
fn most_difficult(
    oracle: &(impl Oracle + ?Sized),
    turns: &[&ValuedTurn],
) -> Result<Option<ValuedTurn>, TableError> {
    if let [only] = turns {
        return Ok(Some(**only));
    }
    let open = turns.iter().map(|turn| turn.item.result).filter(|result| !result.is_over);
    oracle.prepare(&open.map(|result| result.position).collect::<Vec<_>>())?;
    let mut known = HashMap::new();
    let mut hardest: Option<(usize, ValuedTurn)> = None;
    for &&turn in turns {
        let result = turn.item.result;
        let answers = match known.get(&result) {
            Some(&answers) => answers,
            None if result.is_over => 0,
            None => right_answers(oracle, &result.position)?,
        };
        known.insert(result, answers);
        if hardest.is_none_or(|(fewest, _)| answers < fewest) {
            hardest = Some((answers, turn));
        }
    }
    Ok(hardest.map(|(_, turn)| turn))
}
