//! Whoever knows best what turns are worth: the table, or the search where there is none.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use linja::{CompleteTurn, Margin, Position, RuleSet};
use linja_oracle::{Oracle, Table, TableError};

use crate::choose::draw_places;
use crate::search::{EstimatedTurn, Found, Limits, Search};
use crate::{Chance, Estimate, Strength, choose};

/// What a turn is worth to the side that plays it: known, or guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// The margin under perfect play.
    Exact(Margin),
    /// What a search takes it for.
    Estimated(Estimate),
}

/// Writes `+1` for a margin and `≈+1.3` for an estimate.
impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Worth::Exact(margin) => f.pad(&margin.to_string()),
            Worth::Estimated(estimate) => estimate.fmt(f),
        }
    }
}

/// A turn and what it is worth to the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedTurn {
    /// The turn and where it leads.
    pub complete: CompleteTurn,
    /// What it is worth.
    pub worth: Worth,
}

impl JudgedTurn {
    /// One of `turns`, which stand best first, for each different result: the shortest, the first of several. Those
    /// with one result must be worth the same, as those of [`Judge::turns`] are.
    #[must_use]
    pub fn one_for_each_result(mut turns: Vec<JudgedTurn>) -> Vec<JudgedTurn> {
        for equal in turns.chunk_by_mut(|a, b| a.worth == b.worth) {
            equal.sort_by_key(|judged| judged.complete.turn.actions().len());
        }
        let mut seen = HashSet::new();
        turns.retain(|judged| seen.insert((judged.complete.after, judged.complete.is_over)));
        turns
    }
}

/// Says what turns are worth, and plays at every strength.
pub enum Judge {
    /// Knows everything.
    Oracle(Arc<Table>),
    /// Looks ahead within these limits for each turn.
    Search(Box<Search>, Limits),
}

/// How much a search remembers: enough for some seconds of it.
const SEARCH_MEMORY: usize = 64 << 20;

impl Judge {
    /// The search, where there is no table.
    #[must_use]
    pub fn search(rules: &RuleSet, limits: Limits) -> Judge {
        Judge::Search(Box::new(Search::new(rules, SEARCH_MEMORY)), limits)
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        match self {
            Judge::Oracle(table) => table.rules(),
            Judge::Search(search, _) => search.rules(),
        }
    }

    /// Its answers are exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self, Judge::Oracle(_))
    }

    /// All turns with what they are worth: the best first, equal ones by their written form. None if the position alone
    /// is over.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn turns(&mut self, position: &Position) -> Result<Vec<JudgedTurn>, TableError> {
        match self {
            Judge::Oracle(table) => {
                let exact = |margin| Worth::Exact(margin);
                let turns = table.turns(position)?;
                Ok(turns
                    .iter()
                    .map(|t| JudgedTurn { complete: t.complete, worth: exact(t.margin) })
                    .collect())
            }
            Judge::Search(search, limits) => {
                let found = search.turns(position, limits);
                Ok(found.turns.iter().map(|turn| judged(turn, &found)).collect())
            }
        }
    }

    /// The turn that a player of this strength plays here. `None` if the position alone is over.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn choose(
        &mut self,
        position: &Position,
        strength: Strength,
        chance: &mut Chance,
    ) -> Result<Option<JudgedTurn>, TableError> {
        match self {
            Judge::Oracle(table) => Ok(choose(&**table, position, strength, chance)?.map(|choice| {
                JudgedTurn { complete: choice.turn.complete, worth: Worth::Exact(choice.turn.margin) }
            })),
            Judge::Search(search, limits) => {
                if strength == Strength::Perfect {
                    // The best turn alone can be looked for much deeper than all of them.
                    let found = search.best(position, limits);
                    return Ok(found.turns.first().map(|turn| judged(turn, &found)));
                }
                // Chance alone needs no thought, and nobody should wait for it.
                let chance_alone = Limits::nodes(0);
                let limits = if strength == Strength::Random { &chance_alone } else { limits };
                let found = search.turns(position, limits);
                Ok(choose_estimated(&found, strength, chance))
            }
        }
    }
}

/// A level errs here as it does with a table, by losses rounded to whole points.
fn choose_estimated(found: &Found, strength: Strength, chance: &mut Chance) -> Option<JudgedTurn> {
    let best = found.turns.first()?.estimate;
    let losses: Vec<u8> = found.turns.iter().map(|turn| whole_points(best, turn.estimate)).collect();
    let places = draw_places(&losses, strength, chance);
    // What a level compares more closely is, without a table, the estimates themselves.
    let place = places.into_iter().max_by_key(|&place| (found.turns[place].estimate, Reverse(place)))?;
    Some(judged(&found.turns[place], found))
}

fn whole_points(best: Estimate, estimate: Estimate) -> u8 {
    let hundredths = i32::from(best.0) - i32::from(estimate.0);
    let points = (hundredths + i32::from(Estimate::PER_POINT) / 2) / i32::from(Estimate::PER_POINT);
    points.clamp(0, u8::MAX.into()) as u8
}

/// A search that has read every line to its end knows the truth as well.
fn judged(turn: &EstimatedTurn, found: &Found) -> JudgedTurn {
    let worth = match turn.estimate.to_margin().filter(|_| found.settled) {
        Some(margin) => Worth::Exact(margin),
        None => Worth::Estimated(turn.estimate),
    };
    JudgedTurn { complete: turn.complete, worth }
}
