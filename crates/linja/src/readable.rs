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
    if let Some(turn) = PartialTurn::begin(*position, *rules) {
        add_completions(&turn, &mut found);
    }
    found
}

/// Adds the turn as it stands, if it may be handed over, and every way to go on with it.
fn add_completions(turn: &PartialTurn, found: &mut Vec<CompleteTurn>) {
    found.extend(turn.finish());
    for &action in turn.actions().iter() {
        let mut longer = *turn;
        if longer.apply(action).is_ok() {
            add_completions(&longer, found);
        }
    }
}
