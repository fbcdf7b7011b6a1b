use core::array;
use core::fmt;
use core::iter::Take;
use core::ops::Deref;
use core::slice;

use crate::notation::pad;
use crate::{Row, Side};

/// The move of one pawn, as part of a [`Turn`](crate::Turn).
///
/// The written form does not distinguish an opening from a follow-up, so actions are parsed only as part of a turn,
/// with [`PartialTurn::extend`](crate::PartialTurn::extend) or as a whole [`Turn`](crate::Turn).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Action {
    /// The part of the turn, which also determines whose pawn moves.
    pub kind: ActionKind,
    /// The row the pawn leaves.
    pub from: Row,
    /// The row the pawn lands on.
    pub to: Row,
}

/// The parts of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ActionKind {
    /// An own pawn one row forward.
    Opening,
    /// An own pawn forward, usually by the number of pawns on the opening's landing row.
    FollowUp,
    /// An own pawn one row either way.
    Bonus,
    /// The `spicy` bonus: an opponent's pawn one row either way.
    BonusOnOpponent,
}

impl ActionKind {
    /// The owner of the pawn that `mover` moves.
    #[must_use]
    pub fn pawn_of(self, mover: Side) -> Side {
        match self {
            ActionKind::Opening | ActionKind::FollowUp | ActionKind::Bonus => mover,
            ActionKind::BonusOnOpponent => !mover,
        }
    }
}

impl Action {
    /// Fills the unused places of fixed-capacity lists.
    pub(crate) const FILLER: Action =
        Action { kind: ActionKind::Opening, from: Row::home(Side::Black), to: Row::home(Side::Black) };

    /// The same action with colours swapped and the board turned round.
    #[must_use]
    pub fn mirrored(self) -> Action {
        Action { from: self.from.turned(), to: self.to.turned(), ..self }
    }
}

/// Writes the action as in a turn: `ab`, `+gf`, `~dc`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let prefix = match self.kind {
            ActionKind::Opening | ActionKind::FollowUp => "",
            ActionKind::Bonus => "+",
            ActionKind::BonusOnOpponent => "~",
        };
        pad(f, format_args!("{prefix}{}{}", self.from, self.to))
    }
}

/// The legal next actions: a list of fixed capacity that derefs to a slice.
#[derive(Clone, Copy)]
pub struct Actions {
    list: [Action; Actions::CAPACITY],
    len: u8,
}

impl Actions {
    /// The maximum, for a `spicy` bonus: a pawn of either side across each of the seven sticks, in either direction.
    const CAPACITY: usize = 2 * 7 * 2;

    pub(crate) const fn new() -> Actions {
        Actions { list: [Action::FILLER; Actions::CAPACITY], len: 0 }
    }

    pub(crate) fn push(&mut self, action: Action) {
        self.list[usize::from(self.len)] = action;
        self.len += 1;
    }
}

impl Deref for Actions {
    type Target = [Action];

    fn deref(&self) -> &[Action] {
        &self.list[..usize::from(self.len)]
    }
}

impl IntoIterator for Actions {
    type Item = Action;
    type IntoIter = Take<array::IntoIter<Action, { Actions::CAPACITY }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.list.into_iter().take(usize::from(self.len))
    }
}

impl<'a> IntoIterator for &'a Actions {
    type Item = &'a Action;
    type IntoIter = slice::Iter<'a, Action>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Actions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
