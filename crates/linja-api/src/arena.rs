use linja::{Margin, RuleSet};
use linja_players::{Interval, Pairing, Tally};
use serde::Serialize;

use crate::Level;

/// The results of many games between computer players, as written by `linja arena`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ArenaView {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The number of games of each pairing.
    pub games: u32,
    /// The seed of the games.
    pub seed: u64,
    /// Each player with all its games.
    pub standings: Vec<StandingView>,
    /// Each pairing.
    pub pairings: Vec<PairingView>,
}

/// A player with all its games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StandingView {
    /// The player.
    pub player: Level,
    /// Its games.
    pub result: TallyView,
}

/// Two players and their results against each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PairingView {
    /// The players.
    pub players: [Level; 2],
    /// The results of each, in the same order.
    pub results: [TallyView; 2],
}

/// The results of a player.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TallyView {
    /// The number of games.
    pub games: u64,
    /// The games won.
    pub wins: u64,
    /// The games drawn.
    pub draws: u64,
    /// The games lost.
    pub losses: u64,
    /// A win counts 1, a draw ½.
    pub points: f64,
    /// The share of all points.
    pub share: IntervalView,
    /// The difference in Elo points.
    pub elo: IntervalView,
    /// The mean margin of a game.
    pub margin: IntervalView,
    /// The lowest margin of a game that this player began; `null` without such a game.
    pub lowest_margin_as_first: Option<i8>,
    /// The lowest margin of the other games.
    pub lowest_margin_as_second: Option<i8>,
    /// The mean loss of a turn, in points.
    pub loss_per_turn: f64,
    /// The spread of the losses within a game.
    pub spread: f64,
}

/// A measured value with its 95 % interval. An infinite bound is `null`: JSON has no number for it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct IntervalView {
    /// The lower bound.
    pub low: f64,
    /// The value.
    pub middle: f64,
    /// The upper bound.
    pub high: f64,
}

impl From<&Pairing> for PairingView {
    fn from(pairing: &Pairing) -> PairingView {
        PairingView {
            players: pairing.players.map(Level),
            results: [(&pairing.tallies[0]).into(), (&pairing.tallies[1]).into()],
        }
    }
}

impl From<&Tally> for TallyView {
    fn from(tally: &Tally) -> TallyView {
        let [first, second] = tally.lowest.map(|lowest| lowest.map(|Margin(margin)| margin));
        TallyView {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            points: tally.points(),
            share: tally.share().into(),
            elo: tally.elo().into(),
            margin: tally.margin().into(),
            lowest_margin_as_first: first,
            lowest_margin_as_second: second,
            loss_per_turn: tally.loss_per_turn(),
            spread: tally.spread(),
        }
    }
}

impl From<Interval> for IntervalView {
    fn from(Interval { low, middle, high }: Interval) -> IntervalView {
        IntervalView { low, middle, high }
    }
}
