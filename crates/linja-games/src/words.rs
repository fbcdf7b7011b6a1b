//! The words of the rules as they stand in JSON. The rules crate knows nothing of JSON, so its values are named here.

use linja::{MatchLength, Phase, RuleSet, Score, Side, Termination, WhyDone, Winner};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A side: Black moves from row a to row h, Red from h to a.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Side)]
pub enum SideWord {
    /// Home on row a.
    Black,
    /// Home on row h.
    Red,
}

impl From<Side> for SideWord {
    fn from(side: Side) -> SideWord {
        match side {
            Side::Black => SideWord::Black,
            Side::Red => SideWord::Red,
        }
    }
}

impl From<SideWord> for Side {
    fn from(side: SideWord) -> Side {
        match side {
            SideWord::Black => Side::Black,
            SideWord::Red => Side::Red,
        }
    }
}

/// A side, or neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Winner)]
pub enum WinnerWord {
    /// Black won.
    Black,
    /// Red won.
    Red,
    /// Nobody won.
    Draw,
}

impl From<Winner> for WinnerWord {
    fn from(winner: Winner) -> WinnerWord {
        match winner {
            Winner::Side(Side::Black) => WinnerWord::Black,
            Winner::Side(Side::Red) => WinnerWord::Red,
            Winner::Draw => WinnerWord::Draw,
        }
    }
}

/// A rule set: an edition with or without the option `spicy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = RuleSet)]
pub enum RulesWord {
    /// The 2003 edition.
    Classic,
    /// Steffen-Spiele.
    #[default]
    Bonus,
    /// Steffen-Spiele, spicy.
    BonusSpicy,
    /// The Geeky Pen.
    Geeky,
    /// The Geeky Pen, spicy.
    GeekySpicy,
}

impl RulesWord {
    /// All of them, in the order of [`RuleSet::ALL`].
    pub const ALL: [RulesWord; 5] = [
        RulesWord::Classic,
        RulesWord::Bonus,
        RulesWord::BonusSpicy,
        RulesWord::Geeky,
        RulesWord::GeekySpicy,
    ];

    /// The rules themselves.
    #[must_use]
    pub fn rules(self) -> RuleSet {
        RuleSet::ALL[self as usize]
    }
}

/// A pair of points, one for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Score)]
pub struct ScoreView {
    /// Black's points.
    pub black: i8,
    /// Red's points.
    pub red: i8,
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> ScoreView {
        ScoreView { black: score.black, red: score.red }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Termination)]
pub enum TerminationWord {
    /// On the board.
    Normal,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// It was given up without a winner.
    Abandoned,
}

impl From<Termination> for TerminationWord {
    fn from(termination: Termination) -> TerminationWord {
        match termination {
            Termination::Normal => TerminationWord::Normal,
            Termination::Resignation(_) => TerminationWord::Resignation,
            Termination::Time(_) => TerminationWord::Time,
            Termination::Abandoned(_) => TerminationWord::Abandoned,
        }
    }
}

/// What a turn under way expects next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Phase)]
pub enum PhaseWord {
    /// One own pawn, one row forward.
    Opening,
    /// One own pawn, exactly `steps` rows forward.
    FollowUp,
    /// One pawn, one row either way, or nothing.
    Bonus,
    /// An opening again, earned by the follow-up.
    AnotherTurn,
    /// Nothing more can be done.
    Done,
}

impl From<Phase> for PhaseWord {
    fn from(phase: Phase) -> PhaseWord {
        match phase {
            Phase::Opening => PhaseWord::Opening,
            Phase::FollowUp(_) => PhaseWord::FollowUp,
            Phase::Bonus => PhaseWord::Bonus,
            Phase::AnotherTurn => PhaseWord::AnotherTurn,
            Phase::Done => PhaseWord::Done,
        }
    }
}

/// Why nothing more can be done in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = WhyDone)]
pub enum WhyDoneWord {
    /// The side has no opening and passes.
    NoOpening,
    /// The colours have passed, and this edition ends there.
    GameEnded,
    /// The opening landed on an empty row.
    EmptyRow,
    /// The opening landed in the goal, which earns nothing in this edition.
    OpeningIntoGoal,
    /// No pawn can make the follow-up.
    FollowUpLost,
    /// The follow-up earned nothing more.
    FollowUpMade,
    /// A bonus was earned, but no pawn can make it.
    BonusLost,
    /// The bonus was made.
    BonusMade,
    /// Another turn was earned, but there is no opening for it.
    AnotherTurnLost,
}

impl From<WhyDone> for WhyDoneWord {
    fn from(why: WhyDone) -> WhyDoneWord {
        match why {
            WhyDone::NoOpening(_) => WhyDoneWord::NoOpening,
            WhyDone::GameEnded => WhyDoneWord::GameEnded,
            WhyDone::EmptyRow(_) => WhyDoneWord::EmptyRow,
            WhyDone::OpeningIntoGoal => WhyDoneWord::OpeningIntoGoal,
            WhyDone::FollowUpLost(_) => WhyDoneWord::FollowUpLost,
            WhyDone::FollowUpMade => WhyDoneWord::FollowUpMade,
            WhyDone::BonusLost => WhyDoneWord::BonusLost,
            WhyDone::BonusMade => WhyDoneWord::BonusMade,
            WhyDone::AnotherTurnLost => WhyDoneWord::AnotherTurnLost,
        }
    }
}

/// The match length with this number of games; `None` if there is none.
#[must_use]
pub fn match_length(games: u8) -> Option<MatchLength> {
    MatchLength::from_games(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rule_sets_are_written_by_their_ids() {
        for word in RulesWord::ALL {
            let written = serde_json::to_value(word).unwrap();
            assert_eq!(written, word.rules().id);
        }
    }
}
