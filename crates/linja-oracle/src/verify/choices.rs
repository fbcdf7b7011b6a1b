//! The rules as [`super::verify_all`] reads them.

use linja::{Bonus, End, FollowUp, GoalOpening, RuleSet};

/// The steps of the follow-up after an opening into the goal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GoalSteps {
    /// There is no follow-up.
    Zero,
    /// One step.
    One,
    /// One step more than there were pawns in the goal.
    Count,
}

/// Another turn after a follow-up that ends on an empty inner row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Again {
    No,
    Must,
    May,
}

/// One choice for each rule, but for the points.
#[derive(Clone, Copy)]
pub(super) struct Choices {
    pub goal: GoalSteps,
    pub may_decline: bool,
    pub again: Again,
    pub bonus: Bonus,
    /// The game is over when no inner row holds both colours, instead of when the colours have passed.
    pub is_over_apart: bool,
    /// The game ends at once, instead of after the turn.
    pub ends_now: bool,
}

impl Choices {
    pub fn of(rules: &RuleSet) -> Choices {
        Choices {
            goal: match rules.goal_opening {
                GoalOpening::Nothing => GoalSteps::Zero,
                GoalOpening::OneStep => GoalSteps::One,
            },
            may_decline: rules.follow_up == FollowUp::Optional,
            again: if rules.another_turn { Again::Must } else { Again::No },
            bonus: rules.bonus,
            is_over_apart: false,
            ends_now: rules.end == End::AtOnce,
        }
    }

    /// Whether a final position need not be over by itself: something follows the end that may undo it, or need not keep
    /// it.
    pub fn latches(&self) -> bool {
        !self.ends_now && (self.is_over_apart || self.bonus != Bonus::None || self.again != Again::No)
    }
}
