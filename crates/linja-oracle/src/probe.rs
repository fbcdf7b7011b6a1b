//! Probing: the value of a position, all turns with their values, the perfect line, and the best reachable margin in
//! the middle of a turn.

use std::slice;

use linja::{Action, CompleteTurn, Margin, PartialTurn, Position, RuleSet, Valued, fast};

use crate::arrangement::Arrangement;
use crate::order::sort_by_number;
use crate::table::{Part, Table, TableError};
#[cfg(feature = "native")]
use crate::values::Values;

/// A turn and the margin under perfect play after it, for the side that plays it.
pub type ValuedTurn = Valued<CompleteTurn>;

/// A possible next step in the middle of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// One more action.
    Action(Action),
    /// End the turn here.
    Finish,
}

/// A possible next step and the best margin reachable with it, for the side whose turn it is.
pub type ValuedNext = Valued<Next>;

/// Has the exact value of every position of a rule set: a [`Table`], or all values of a table in memory (`Values`).
pub trait Oracle: Sync {
    /// The rule set.
    fn rules(&self) -> &RuleSet;

    /// The margin under perfect play for the player to move. A game that ended without the position showing it (R5) is not
    /// considered; see [`Oracle::value_after`].
    ///
    /// # Errors
    /// If the part of the table that holds the position is damaged.
    fn value(&self, position: &Position) -> Result<Margin, TableError>;

    /// The margin after a turn, for the side that played it.
    ///
    /// # Errors
    /// If the part of the table that holds the position after the turn is damaged.
    fn value_after(&self, complete: &CompleteTurn) -> Result<Margin, TableError> {
        value_after(self.rules(), complete, |position| self.value(position))
    }

    /// Gets what all turns of these positions need: an oracle that reads from far away asks for it at once. Called before that,
    /// [`Oracle::turns`] asks for nothing.
    ///
    /// # Errors
    /// [`TableError::Missing`] if parts of the table must be brought first; or if one is damaged.
    fn prepare(&self, _positions: &[Position]) -> Result<(), TableError> {
        Ok(())
    }

    /// All turns of a position with their values: the best first, equal ones by their written form. Empty if the
    /// position is over.
    ///
    /// # Errors
    /// If a part of the table that holds a position after a turn is damaged.
    fn turns(&self, position: &Position) -> Result<Vec<ValuedTurn>, TableError> {
        self.prepare(slice::from_ref(position))?;
        let mut turns = Vec::new();
        for complete in fast::complete_turns(position, self.rules()) {
            turns.push(Valued { item: complete, value: self.value_after(&complete)? });
        }
        // The sort is stable: equal turns stay in the order of their written forms.
        sort_by_number(&mut turns, |turn| best_first(turn.value));
        Ok(turns)
    }

    /// The perfect continuation to the end of the game: always the first of the best turns.
    ///
    /// # Errors
    /// If a part of the table that holds one of its positions is damaged.
    fn line(&self, position: &Position) -> Result<Vec<ValuedTurn>, TableError> {
        let mut line: Vec<ValuedTurn> = Vec::new();
        loop {
            let position = match line.last() {
                Some(last) if last.item.result.is_over => return Ok(line),
                Some(last) => last.item.result.position,
                None => *position,
            };
            match self.turns(&position)?.first() {
                Some(&best) => line.push(best),
                None => return Ok(line),
            }
        }
    }

    /// All possible next steps of an unfinished turn with the best reachable margins: best first, equal ones in the
    /// order of [`PartialTurn::actions`], with finishing the turn before the actions.
    ///
    /// # Errors
    /// If a part of the table that holds a position after the turn is damaged.
    fn next(&self, turn: &PartialTurn) -> Result<Vec<ValuedNext>, TableError> {
        let mut found = Vec::new();
        if let Ok(complete) = turn.finish() {
            found.push(Valued { item: Next::Finish, value: self.value_after(&complete)? });
        }
        for action in turn.actions() {
            let mut longer = *turn;
            if longer.apply(action).is_ok()
                && let Some(margin) = self.best(&longer)?
            {
                found.push(Valued { item: Next::Action(action), value: margin });
            }
        }
        sort_by_number(&mut found, |next| best_first(next.value));
        Ok(found)
    }

    /// The best margin reachable in an unfinished turn, for the side whose turn it is.
    ///
    /// # Errors
    /// As [`Oracle::next`].
    fn best(&self, turn: &PartialTurn) -> Result<Option<Margin>, TableError> {
        Ok(self.next(turn)?.first().map(|next| next.value))
    }
}

impl Oracle for Table {
    fn rules(&self) -> &RuleSet {
        Table::rules(self)
    }

    fn value(&self, position: &Position) -> Result<Margin, TableError> {
        let (mover, opponent) = Arrangement::of(position);
        // Every legal position has a value.
        self.value_of(mover, opponent)?.ok_or(TableError::Damaged(Part::Page))
    }

    fn prepare(&self, positions: &[Position]) -> Result<(), TableError> {
        self.prepare_turns(positions)
    }
}

#[cfg(feature = "native")]
impl Oracle for Values {
    fn rules(&self) -> &RuleSet {
        Values::rules(self)
    }

    fn value(&self, position: &Position) -> Result<Margin, TableError> {
        Values::value(self, position).ok_or(TableError::Damaged(Part::Page))
    }
}

/// A number that is lower for a higher margin.
fn best_first(margin: Margin) -> u64 {
    u64::from(margin.0.abs_diff(i8::MAX))
}

/// The margin after a turn for the side that played it: the score if the game is over (the position does not always show
/// it, R5), else the opposite of the opponent's value.
pub(crate) fn value_after<E>(
    rules: &RuleSet,
    complete: &CompleteTurn,
    value: impl Fn(&Position) -> Result<Margin, E>,
) -> Result<Margin, E> {
    let result = &complete.result;
    if result.is_over { Ok(result.margin(rules)) } else { value(&result.position).map(|margin| -margin) }
}
