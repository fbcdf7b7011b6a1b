use core::cmp::Ordering;
use core::fmt;

use crate::{Action, ActionKind, Position};

/// A list of actions in the order played; an empty one is a pass.
///
/// A `Turn` is only a list. Whether it is legal depends on the position and the rule set: read one with
/// [`PartialTurn`](crate::PartialTurn) or [`Turn::parse`], or take it from a generator.
///
/// # Equality and order
/// Two turns are equal if their written forms are. Turns of one position and rule set are ordered by their written
/// form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    // Unused places always hold `Action::FILLER`, so that the derived equality is the equality of the lists.
    actions: [Action; Turn::MAX_ACTIONS],
    len: u8,
}

impl Turn {
    /// The longest turns: opening and follow-up, twice (`classic`); opening, follow-up, bonus need only three.
    pub const MAX_ACTIONS: usize = 4;

    /// No action: the turn of a player without an opening.
    pub const PASS: Turn = Turn { actions: [Action::FILLER; Turn::MAX_ACTIONS], len: 0 };

    /// The actions in the order played.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions[..usize::from(self.len)]
    }

    /// There is no action in it.
    #[must_use]
    pub const fn is_pass(&self) -> bool {
        self.len == 0
    }

    /// The same turn with colours swapped and the board turned round.
    #[must_use]
    pub fn mirrored(&self) -> Turn {
        self.actions().iter().fold(Turn::PASS, |turn, action| turn.with(action.mirrored()))
    }

    /// Adds an action. The rules never allow more than [`Turn::MAX_ACTIONS`].
    #[inline]
    pub(crate) fn push(&mut self, action: Action) {
        self.actions[usize::from(self.len)] = action;
        self.len += 1;
    }

    /// This turn and one more action.
    #[inline]
    pub(crate) fn with(mut self, action: Action) -> Turn {
        self.push(action);
        self
    }
}

impl Ord for Turn {
    fn cmp(&self, other: &Turn) -> Ordering {
        self.actions().cmp(other.actions())
    }
}

impl PartialOrd for Turn {
    fn partial_cmp(&self, other: &Turn) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Writes the canonical form: `bc eh +gf`, `ab ce / bc df`, `pass`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_pass() {
            return f.write_str("pass");
        }
        for (i, action) in self.actions().iter().enumerate() {
            let separator = match action.kind {
                _ if i == 0 => "",
                ActionKind::Opening => " / ",
                _ => " ",
            };
            write!(f, "{separator}{action}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Turn({self})")
    }
}

/// A legal turn and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CompleteTurn {
    /// What was played.
    pub turn: Turn,
    /// The position after it, with the other side to move.
    pub after: Position,
    /// The game is over after it. Not always visible in `after` (ruling R5).
    pub is_over: bool,
}
