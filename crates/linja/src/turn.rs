use core::cmp::Ordering;
use core::fmt;

use crate::notation::pad;
use crate::{Action, ActionKind, Margin, Position, RuleSet, Side};

/// A list of actions in the order played. An empty list is a pass.
///
/// A `Turn` may be illegal, because legality depends on the position and the rule set. [`Turn::parse`] and
/// [`Position::turns`] return legal turns; `FromStr` parses only the written form.
///
/// # Equality and order
/// Two turns are equal if their written forms are equal. Turns of one position and rule set are ordered by their
/// written form.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Turn {
    // Unused places always hold `Action::FILLER`, so that the derived equality is the equality of the lists.
    actions: [Action; Turn::MAX_ACTIONS],
    len: u8,
}

impl Turn {
    /// The maximum number of actions: opening and follow-up, twice, and a bonus. Published rule sets have at most four.
    pub const MAX_ACTIONS: usize = 5;

    /// A pass: the turn of a player without an opening.
    pub const PASS: Turn = Turn { actions: [Action::FILLER; Turn::MAX_ACTIONS], len: 0 };

    /// The actions in the order played.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions[..usize::from(self.len)]
    }

    /// Whether the turn is a pass.
    #[must_use]
    pub const fn is_pass(&self) -> bool {
        self.len == 0
    }

    /// The same turn with colours swapped and the board turned round.
    #[must_use]
    pub fn mirrored(&self) -> Turn {
        self.actions().iter().fold(Turn::PASS, |turn, action| turn.with(action.mirrored()))
    }

    /// The written form without blanks, for places where blanks separate turns, such as lists of turns in the engine
    /// protocol: `abfh+gh`, `abce/bcdf`, `pass`. It is read wherever a turn is read.
    ///
    /// ```
    /// use linja::Turn;
    /// let turn: Turn = "ab ce / bc df".parse()?;
    /// assert_eq!(turn.compact().to_string(), "abce/bcdf");
    /// assert_eq!("abce/bcdf".parse(), Ok(turn));
    /// # Ok::<(), linja::ParseTurnError>(())
    /// ```
    #[must_use]
    pub fn compact(&self) -> impl fmt::Display + use<> {
        Compact(*self)
    }

    /// Appends an action. The rules never allow more than [`Turn::MAX_ACTIONS`].
    #[inline]
    pub(crate) fn push(&mut self, action: Action) {
        self.actions[usize::from(self.len)] = action;
        self.len += 1;
    }

    /// This turn with one more action.
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
            return f.pad("pass");
        }
        pad(f, format_args!("{}", Written { actions: self.actions(), blank: " " }))
    }
}

struct Compact(Turn);

impl fmt::Display for Compact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_pass() {
            return f.pad("pass");
        }
        pad(f, format_args!("{}", Written { actions: self.0.actions(), blank: "" }))
    }
}

/// Writes actions with the separators of a turn.
struct Written<'a> {
    actions: &'a [Action],
    /// Stands between actions and around a `/`.
    blank: &'static str,
}

impl fmt::Display for Written<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let blank = self.blank;
        for (i, action) in self.actions.iter().enumerate() {
            match action.kind {
                _ if i == 0 => {}
                ActionKind::Opening => write!(f, "{blank}/{blank}")?,
                _ => f.write_str(blank)?,
            }
            write!(f, "{action}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Turn({self})")
    }
}

/// Where a turn leads: the position after it, and whether it ended the game.
///
/// Different turns can have the same result. To compare turns by their effect, compare results rather than positions,
/// because [`Position::is_over`] does not always show the end of the game (ruling R5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TurnResult {
    /// The position after the turn, with the opponent to move.
    pub position: Position,
    /// Whether the game is over after the turn.
    pub is_over: bool,
}

impl TurnResult {
    /// The side that played the turn.
    #[must_use]
    pub fn player(&self) -> Side {
        !self.position.to_move()
    }

    /// The points of the side that played the turn minus the opponent's, in this position.
    #[must_use]
    pub fn margin(&self, rules: &RuleSet) -> Margin {
        self.position.score(rules).margin(self.player())
    }
}

/// A legal turn and where it leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CompleteTurn {
    /// The turn.
    pub turn: Turn,
    /// Where it leads.
    pub result: TurnResult,
}
