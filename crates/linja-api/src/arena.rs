use linja::{Margin, RuleSet};
use linja_players::{Decision, Interval, SprtResult, Tally};
use serde::Serialize;

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
    /// The games that a fault of a program decided.
    pub faults: Vec<FaultView>,
    /// The sequential test; `null` without one.
    pub sprt: Option<SprtView>,
}

/// A player with all its games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StandingView {
    /// The player: a level, or `cmd:` and the command of a program.
    pub player: String,
    /// Its games.
    pub result: TallyView,
}

/// Two players and their results against each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PairingView {
    /// The players.
    pub players: [String; 2],
    /// The results of each, in the same order.
    pub results: [TallyView; 2],
}

/// A game that a fault of a program decided: an illegal turn, no turn in time, too much output, an early end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FaultView {
    /// The number of the game, from 1.
    pub game: usize,
    /// The player that lost it.
    pub player: String,
    /// The number of turns before the fault.
    pub turns: usize,
    /// What it did.
    pub reason: String,
}

/// A sequential test of the Elo difference of the first player to the second.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SprtView {
    /// The lower difference.
    pub low: f64,
    /// The higher difference.
    pub high: f64,
    /// The probability of a wrong decision.
    pub error: f64,
    /// The logarithm of the ratio of likelihoods.
    pub ratio: f64,
    /// The ratio at which the test decides for the higher difference; at its opposite it decides for the lower one.
    pub bound: f64,
    /// The decision, `null` if the games were too few for one.
    pub decision: Option<DecisionWord>,
}

/// The decision of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum DecisionWord {
    /// The lower difference.
    Low,
    /// The higher difference.
    High,
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
    /// The games lost by a fault of the player, which count among the lost ones.
    pub faults: u64,
    /// A win counts 1, a draw ½.
    pub points: f64,
    /// The share of all points.
    pub share: IntervalView,
    /// The difference in Elo points.
    pub elo: IntervalView,
    /// The mean margin of the games that no fault decided.
    pub margin: IntervalView,
    /// The lowest margin of a game that this player began; `null` without such a game.
    pub lowest_margin_as_first: Option<i8>,
    /// The lowest margin of the other games.
    pub lowest_margin_as_second: Option<i8>,
    /// The mean loss of a turn, in points; `null` if there is no table to tell it.
    pub loss_per_turn: Option<f64>,
    /// The spread of the losses within a game; `null` if there is no table to tell it.
    pub spread: Option<f64>,
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

impl From<&SprtResult> for SprtView {
    fn from(result: &SprtResult) -> SprtView {
        SprtView {
            low: result.test.low(),
            high: result.test.high(),
            error: result.test.error(),
            ratio: result.ratio,
            bound: result.bound,
            decision: result.decision.map(|decision| match decision {
                Decision::Low => DecisionWord::Low,
                Decision::High => DecisionWord::High,
            }),
        }
    }
}

impl From<&Tally> for TallyView {
    fn from(tally: &Tally) -> TallyView {
        let [first, second] = tally.lowest.map(|lowest| lowest.map(|Margin(margin)| margin));
        let known = tally.valued_turns() > 0;
        TallyView {
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            faults: tally.faults,
            points: tally.points(),
            share: tally.share().into(),
            elo: tally.elo().into(),
            margin: tally.margin().into(),
            lowest_margin_as_first: first,
            lowest_margin_as_second: second,
            loss_per_turn: known.then(|| tally.loss_per_turn()),
            spread: known.then(|| tally.spread()),
        }
    }
}

impl From<Interval> for IntervalView {
    fn from(Interval { low, middle, high }: Interval) -> IntervalView {
        IntervalView { low, middle, high }
    }
}
