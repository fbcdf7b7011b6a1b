//! The readable generator: finds every complete turn by walking the state machine of [`PartialTurn`].
//!
//! It is slow and simple, and the tests check the [`fast`](crate::fast) generator against it.

use alloc::vec::Vec;

use crate::{CompleteTurn, PartialTurn, Position, RuleSet};

/// Every legal turn of `position`, in the order of the written forms. Empty if the position alone is over.
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

/// Calls `visit` for every legal turn of `position`, in the order of the written forms. Never calls it if the position
/// alone is over.
pub fn for_each_turn(position: &Position, rules: &RuleSet, mut visit: impl FnMut(CompleteTurn)) {
    if let Some(turn) = PartialTurn::begin(*position, *rules) {
        visit_completions(&turn, &mut visit);
    }
}

/// Visits the turn if it may end here, then all its continuations.
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
