use std::collections::BTreeMap;

use linja::{RuleSet, Turn};
use linja_oracle::{Margins, StartFacts, Statistics};
use serde::Serialize;

/// Statistics over all positions of a rule set, as written by `linja stats`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StatisticsView {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// Perfect play from the start.
    pub start: StartFactsView,
    /// The margins of all positions.
    pub overall: MarginsView,
    /// The margins by the advance of the position, without the advances that no position has.
    pub by_advance: Vec<AdvanceView>,
}

/// Perfect play from the start position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StartFactsView {
    /// The margin for the player who begins.
    pub margin: i8,
    /// The number of first turns.
    pub turns: usize,
    /// All best first turns.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<String>))]
    pub best_turns: Vec<Turn>,
    /// The fewest turns of a game in which nobody errs, passes included; missing with `--no-walk`, as the next two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shortest_perfect_game: Option<u16>,
    /// The most turns of such a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub longest_perfect_game: Option<u16>,
    /// The number of positions in such games, without the final ones; missing where the start is a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions_of_perfect_games: Option<usize>,
}

/// The margins of the positions with one advance.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AdvanceView {
    /// The advance.
    pub advance: usize,
    /// The margins.
    #[serde(flatten)]
    pub margins: MarginsView,
}

/// The margins of a set of positions, for the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MarginsView {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions that the player to move wins.
    pub wins: u64,
    /// The number of drawn positions.
    pub draws: u64,
    /// The number of positions that the player to move loses.
    pub losses: u64,
    /// The mean margin.
    pub mean: f64,
    /// The number of positions by margin.
    #[cfg_attr(feature = "schema", schema(value_type = Object))]
    pub by_margin: BTreeMap<i8, u64>,
}

impl StatisticsView {
    /// The statistics, with the facts about the start.
    #[must_use]
    pub fn new(statistics: &Statistics, start: &StartFacts) -> StatisticsView {
        let by_advance = statistics.by_advance.iter().enumerate();
        StatisticsView {
            rules: statistics.rules,
            start: start.into(),
            overall: (&statistics.overall()).into(),
            by_advance: by_advance
                .filter(|(_, margins)| margins.positions() > 0)
                .map(|(advance, margins)| AdvanceView { advance, margins: margins.into() })
                .collect(),
        }
    }
}

impl From<&StartFacts> for StartFactsView {
    fn from(start: &StartFacts) -> StartFactsView {
        StartFactsView {
            margin: start.margin.0,
            turns: start.turns,
            best_turns: start.best_turns.clone(),
            shortest_perfect_game: start.games.map(|games| games.shortest),
            longest_perfect_game: start.games.map(|games| games.longest),
            positions_of_perfect_games: start.games.and_then(|games| games.positions),
        }
    }
}

impl From<&Margins> for MarginsView {
    fn from(margins: &Margins) -> MarginsView {
        MarginsView {
            positions: margins.positions(),
            wins: margins.wins(),
            draws: margins.draws(),
            losses: margins.losses(),
            mean: margins.mean(),
            by_margin: margins.iter().map(|(margin, count)| (margin.0, count)).collect(),
        }
    }
}
