use core::fmt;
use core::num::NonZeroU8;

use crate::{Message, Over, Row, Side};

/// The next kind of action in a turn in progress.
///
/// The same side acts until the turn is [`Done`](Phase::Done), so a search must not change its point of view between
/// phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// One own pawn, one row forward.
    Opening,
    /// One own pawn, exactly this many rows forward. At least one pawn can make it.
    FollowUp(NonZeroU8),
    /// Optionally one pawn, one row either way. At least one pawn can make it.
    Bonus,
    /// A second opening, earned by the follow-up, at most once per turn.
    AnotherTurn,
    /// No action is possible.
    Done,
}

impl Phase {
    /// The word in JSON: `opening`, `follow_up`, `bonus`, `another_turn` or `done`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::FollowUp(_) => "follow_up",
            Phase::Bonus => "bonus",
            Phase::AnotherTurn => "another_turn",
            Phase::Done => "done",
        }
    }
}

/// Writes the [`id`](Phase::id), without the steps of a follow-up.
impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Why no further action is possible in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WhyDone {
    /// The side has no opening and must pass.
    NoOpening(Side),
    /// This end condition holds, which ends the game at once by this rule set.
    GameEnded(Over),
    /// The opening landed on an empty row.
    EmptyRow(Row),
    /// The opening landed in the goal, which earns no follow-up by this rule set.
    OpeningIntoGoal,
    /// The follow-up is lost: no pawn can move this many rows.
    FollowUpLost(NonZeroU8),
    /// The follow-up earned nothing more.
    FollowUpMade,
    /// A bonus was earned, but no pawn can make it.
    BonusLost,
    /// The bonus was made.
    BonusMade,
    /// Another turn was earned, but there is no opening for it.
    AnotherTurnLost,
}

impl WhyDone {
    /// The word in JSON, such as `no_opening`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            WhyDone::NoOpening(_) => "no_opening",
            WhyDone::GameEnded(_) => "game_ended",
            WhyDone::EmptyRow(_) => "empty_row",
            WhyDone::OpeningIntoGoal => "opening_into_goal",
            WhyDone::FollowUpLost(_) => "follow_up_lost",
            WhyDone::FollowUpMade => "follow_up_made",
            WhyDone::BonusLost => "bonus_lost",
            WhyDone::BonusMade => "bonus_made",
            WhyDone::AnotherTurnLost => "another_turn_lost",
        }
    }

    /// The reason as a translatable message.
    #[must_use]
    pub fn message(self) -> Message {
        match self {
            WhyDone::NoOpening(side) => Message::new("why_no_opening").with("side", side),
            WhyDone::GameEnded(Over::Passed) => Message::new("why_game_ended"),
            WhyDone::GameEnded(Over::Apart) => Message::new("why_game_ended_apart"),
            WhyDone::EmptyRow(row) => Message::new("why_empty_row").with("row", row),
            WhyDone::OpeningIntoGoal => Message::new("why_opening_into_goal"),
            WhyDone::FollowUpLost(steps) => Message::new("why_follow_up_lost").with("count", steps.get()),
            WhyDone::FollowUpMade => Message::new("why_follow_up_made"),
            WhyDone::BonusLost => Message::new("why_bonus_lost"),
            WhyDone::BonusMade => Message::new("why_bonus_made"),
            WhyDone::AnotherTurnLost => Message::new("why_another_turn_lost"),
        }
    }
}
