//! The readable generator: every complete turn, by walking the state machine of [`PartialTurn`].
//!
//! Slow, obvious, and the judge of the [`fast`](crate::fast) one.

use alloc::vec::Vec;

use crate::{CompleteTurn, PartialTurn, Position, RuleSet};

/// Every legal turn of `position`, in the order of the written forms; none if the position alone is over.
///
/// ```
/// use linja::{Position, RuleSet, readable};
/// let turns = readable::complete_turns(&Position::default(), &RuleSet::CLASSIC);
/// assert_eq!(turns.len(), 43);
/// ```
#[must_use]
pub fn complete_turns(position: &Position, rules: &RuleSet) -> Vec<CompleteTurn> {
    let mut found = Vec::new();
    for_each_turn(position, rules, |complete| found.push(complete));
    found
}

/// Calls `visit` for every legal turn of `position`, in the order of the written forms; not at all if the position
/// alone is over.
pub fn for_each_turn(position: &Position, rules: &RuleSet, mut visit: impl FnMut(CompleteTurn)) {
    if let Some(turn) = PartialTurn::begin(*position, *rules) {
        visit_completions(&turn, &mut visit);
    }
}

/// Visits the turn as it stands, if it may be handed over, and every way to go on with it.
fn visit_completions(turn: &PartialTurn, visit: &mut impl FnMut(CompleteTurn)) {
    if let Ok(complete) = turn.finish() {
        visit(complete);
    }
    for action in turn.actions() {
        let mut longer = *turn;
        longer.apply_checked(action);
        visit_completions(&longer, visit);
    }
}
