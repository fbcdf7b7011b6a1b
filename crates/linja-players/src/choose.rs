//! A level's choice among the turns of a position.

use std::collections::HashMap;

use linja::{Margin, Position};
use linja_oracle::{Oracle, TableError, ValuedTurn};

use crate::results::right_answers;
use crate::{Chance, Level};

/// What a player chose, and what it cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The turn with its exact margin.
    pub turn: ValuedTurn,
    /// The points that a better turn would have kept.
    pub loss: u8,
}

/// The turn that a player of this level plays here. `None` if the position alone is over.
///
/// The same chance gives the same turn.
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

/// Draws the turns that a player of this level looks at before it chooses: all of one margin, as many as it
/// compares, in any order. None only if there are no turns. `turns` stand best first.
pub(crate) fn draw<'a>(turns: &'a [ValuedTurn], level: Level, chance: &mut Chance) -> Vec<&'a ValuedTurn> {
    let losses: Vec<u8> = turns.iter().map(|turn| loss(turns[0].value, turn.value)).collect();
    draw_places(&losses, level, chance).into_iter().map(|place| &turns[place]).collect()
}

/// The same for the losses of turns: their places in the list.
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

/// How many points a turn gives away that leads to `margin` where `best` could be had.
pub(crate) fn loss(best: Margin, margin: Margin) -> u8 {
    // Margins reach from -120 to 120, so their difference fits.
    (i16::from(best.0) - i16::from(margin.0)).max(0) as u8
}

/// Draws how many points are given away this time: one of `losses`, each weighed by the level's error model.
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
    // Only rounding leads here; the best turn is always a choice.
    losses.iter().copied().min().unwrap_or(0)
}

/// That of `turns` which leaves the opponent the fewest right answers, the first of several.
fn most_difficult(
    oracle: &(impl Oracle + ?Sized),
    turns: &[&ValuedTurn],
) -> Result<Option<ValuedTurn>, TableError> {
    if let [only] = turns {
        return Ok(Some(**only));
    }
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
