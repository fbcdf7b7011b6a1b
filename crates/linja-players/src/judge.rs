//! Values of turns from a table, or from the search if there is no table.

use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use linja::{CompleteTurn, Margin, Position, RuleSet, Valued};
use linja_oracle::{Oracle, Table, TableError};

use crate::choose::draw_places;
use crate::search::network::Network;
use crate::search::{EstimatedTurn, Found, Limits, Search};
use crate::{Chance, Estimate, Level, choose};

/// The value of a turn for the side that plays it, exact or estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// The margin under perfect play.
    Exact(Margin),
    /// The estimate of a search.
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

/// A turn and its value for the side that plays it.
pub type JudgedTurn = Valued<CompleteTurn, Worth>;

/// Values turns, and plays at every level.
pub enum Judge {
    /// Exact values from a table.
    Oracle(Arc<Table>),
    /// Estimates; each call may search within these limits.
    Search(Box<Search>, Limits),
}

/// The size of the transposition table: enough for a search of a few seconds.
const SEARCH_MEMORY: usize = 64 << 20;

impl Judge {
    /// The nodes of a search for one turn or one answer, on servers and in browsers. A limit of nodes instead of time makes
    /// replies and answers independent of the machine.
    pub const NODES: u64 = 100_000;

    /// A judge that searches, for rule sets without a table.
    #[cfg(feature = "weights")]
    #[must_use]
    pub fn search(rules: &RuleSet, limits: Limits) -> Judge {
        Judge::Search(Box::new(Search::new(rules, SEARCH_MEMORY)), limits)
    }

    /// As [`Judge::search`], with this evaluation.
    #[must_use]
    pub fn with_network(rules: &RuleSet, network: Network, limits: Limits) -> Judge {
        Judge::Search(Box::new(Search::with_network(rules, network, SEARCH_MEMORY)), limits)
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        match self {
            Judge::Oracle(table) => table.rules(),
            Judge::Search(search, _) => search.rules(),
        }
    }

    /// Whether all values are exact.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        matches!(self, Judge::Oracle(_))
    }

    /// All turns with their values, best first, equal ones by their written form. Empty if the position by itself is
    /// over.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn turns(&mut self, position: &Position) -> Result<Vec<JudgedTurn>, TableError> {
        match self {
            Judge::Oracle(table) => {
                let turns = table.turns(position)?;
                Ok(turns.into_iter().map(|turn| turn.map_value(Worth::Exact)).collect())
            }
            Judge::Search(search, limits) => {
                let found = search.turns(position, limits);
                Ok(found.turns.iter().map(|turn| judged(turn, &found)).collect())
            }
        }
    }

    /// The turn that a player of this level plays; `None` if the position by itself is over.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn choose(
        &mut self,
        position: &Position,
        level: Level,
        chance: &mut Chance,
    ) -> Result<Option<JudgedTurn>, TableError> {
        match self {
            Judge::Oracle(table) => {
                let choice = choose(&**table, position, level, chance)?;
                Ok(choice.map(|choice| choice.turn.map_value(Worth::Exact)))
            }
            Judge::Search(search, limits) => {
                if level == Level::PERFECT {
                    // Searching for the best turn alone reaches much deeper than valuing all turns.
                    let found = search.best(position, limits);
                    return Ok(found.turns.first().map(|turn| judged(turn, &found)));
                }
                // A random turn needs no search.
                let chance_alone = Limits::nodes(0);
                let limits = if level == Level::RANDOM { &chance_alone } else { limits };
                let found = search.turns(position, limits);
                Ok(choose_estimated(&found, level, chance))
            }
        }
    }
}

/// Applies the level's error model to estimated losses, rounded to whole points.
fn choose_estimated(found: &Found, level: Level, chance: &mut Chance) -> Option<JudgedTurn> {
    let best = found.turns.first()?.value;
    let losses: Vec<u8> = found.turns.iter().map(|turn| whole_points(best, turn.value)).collect();
    let places = draw_places(&losses, level, chance);
    // Without a table, compare the unrounded estimates instead of the opponent's right answers.
    let place = places.into_iter().max_by_key(|&place| (found.turns[place].value, Reverse(place)))?;
    Some(judged(&found.turns[place], found))
}

fn whole_points(best: Estimate, estimate: Estimate) -> u8 {
    let hundredths = i32::from(best.0) - i32::from(estimate.0);
    let points = (hundredths + i32::from(Estimate::PER_POINT) / 2) / i32::from(Estimate::PER_POINT);
    points.clamp(0, u8::MAX.into()) as u8
}

/// The values of a settled search are exact.
fn judged(turn: &EstimatedTurn, found: &Found) -> JudgedTurn {
    turn.map_value(|estimate| match estimate.to_margin().filter(|_| found.settled) {
        Some(margin) => Worth::Exact(margin),
        None => Worth::Estimated(estimate),
    })
}
