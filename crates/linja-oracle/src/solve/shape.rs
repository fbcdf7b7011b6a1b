//! What the kernels ask about the rules.
//!
//! Rule sets like the published ones answer with constants, so that their kernels contain nothing else. All others answer
//! at run time.

use linja::{Again, Bonus, End, Goal, Over, RuleSet};

use super::{MOST_STEPS, STEPS_BEYOND_GOAL};

/// What the rest of a turn is worth once the end condition holds in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// `passed`, after the turn: what follows moves forward, so the colours stay passed and every cell is a score
    /// already. Only a bonus needs care.
    Natural,
    /// At once: nothing follows, the score counts.
    AtOnce,
    /// `apart`, after the turn: the rest of the turn may mix the colours again, but its last position is scored.
    Latched,
}

impl Ending {
    pub fn of(rules: &RuleSet) -> Ending {
        match (rules.end, rules.over) {
            (End::Now, _) => Ending::AtOnce,
            (End::Turn, Over::Passed) => Ending::Natural,
            (End::Turn, Over::Apart) => Ending::Latched,
        }
    }
}

/// The rules as far as the follow-up kernels ask for them.
pub(super) trait Shape: Copy {
    fn bonus(self) -> bool;
    fn ending(self) -> Ending;
    fn apart(self) -> bool;
    /// Whether another turn may be declined.
    fn may_stop(self) -> bool;
}

/// `bonus`, `geeky` and their spicy variants.
#[derive(Clone, Copy)]
pub(super) struct LikeBonus;

impl Shape for LikeBonus {
    #[inline(always)]
    fn bonus(self) -> bool {
        true
    }
    #[inline(always)]
    fn ending(self) -> Ending {
        Ending::Natural
    }
    #[inline(always)]
    fn apart(self) -> bool {
        false
    }
    #[inline(always)]
    fn may_stop(self) -> bool {
        false
    }
}

/// `classic`.
#[derive(Clone, Copy)]
pub(super) struct LikeClassic;

impl Shape for LikeClassic {
    #[inline(always)]
    fn bonus(self) -> bool {
        false
    }
    #[inline(always)]
    fn ending(self) -> Ending {
        Ending::AtOnce
    }
    #[inline(always)]
    fn apart(self) -> bool {
        false
    }
    #[inline(always)]
    fn may_stop(self) -> bool {
        false
    }
}

/// Any rules.
#[derive(Clone, Copy)]
pub(super) struct AnyRules {
    bonus: bool,
    ending: Ending,
    apart: bool,
    may_stop: bool,
}

impl Shape for AnyRules {
    #[inline(always)]
    fn bonus(self) -> bool {
        self.bonus
    }
    #[inline(always)]
    fn ending(self) -> Ending {
        self.ending
    }
    #[inline(always)]
    fn apart(self) -> bool {
        self.apart
    }
    #[inline(always)]
    fn may_stop(self) -> bool {
        self.may_stop
    }
}

impl AnyRules {
    pub fn of(rules: &RuleSet) -> AnyRules {
        AnyRules {
            bonus: rules.bonus != Bonus::None,
            ending: Ending::of(rules),
            apart: rules.over == Over::Apart,
            may_stop: rules.again == Again::May,
        }
    }
}

/// The most steps of a follow-up; [`STEPS_BEYOND_GOAL`] stands for all that are more than any pawn can make.
pub(super) fn most_steps(rules: &RuleSet) -> usize {
    if rules.goal == Goal::Count { STEPS_BEYOND_GOAL } else { MOST_STEPS }
}

/// The kernel for a rule set.
#[derive(Clone, Copy)]
pub(super) enum Kernel {
    LikeBonus,
    LikeClassic,
    Any(AnyRules, Kinds, Steps),
}

/// The kinds of best turns that a kernel finds: see `follow_up.rs`.
#[derive(Clone, Copy)]
pub(super) enum Kinds {
    /// Without another turn.
    One,
    /// With another turn.
    Two,
}

/// The lengths of follow-ups that a kernel finds.
#[derive(Clone, Copy)]
pub(super) enum Steps {
    /// Up to [`MOST_STEPS`].
    Few,
    /// Up to [`STEPS_BEYOND_GOAL`].
    Many,
}

impl Kernel {
    pub fn of(rules: &RuleSet) -> Kernel {
        let any = AnyRules::of(rules);
        let steps = if most_steps(rules) == MOST_STEPS { Steps::Few } else { Steps::Many };
        match (rules.again, any.ending, steps) {
            (Again::None, Ending::Natural, Steps::Few) if any.bonus => Kernel::LikeBonus,
            (Again::Must, Ending::AtOnce, Steps::Few) if !any.bonus && !any.apart => Kernel::LikeClassic,
            (Again::None, _, _) => Kernel::Any(any, Kinds::One, steps),
            _ => Kernel::Any(any, Kinds::Two, steps),
        }
    }
}
