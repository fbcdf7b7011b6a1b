use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use crate::Message;

/// The rules of one edition, with or without the option `spicy`.
///
/// The fields are the rules in which the editions differ. There are exactly five rule sets, each a named constant.
///
/// ```
/// use linja::{Bonus, RuleSet};
/// let rules: RuleSet = "bonus-spicy".parse()?;
/// assert_eq!(rules, RuleSet::BONUS_SPICY);
/// assert_eq!(rules.bonus, Bonus::AnyPawn);
/// # Ok::<(), linja::ParseRuleSetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct RuleSet {
    /// The name used in commands, records, files and addresses.
    pub id: &'static str,
    /// What an opening into the goal earns.
    pub goal_opening: GoalOpening,
    /// Whether a possible follow-up has to be made.
    pub follow_up: FollowUp,
    /// Whether a follow-up that ends on an empty inner row earns another turn, once per turn.
    pub another_turn: bool,
    /// What a follow-up that reaches the goal with its exact count earns.
    pub bonus: Bonus,
    /// When the game is over once the colours have passed.
    pub end: End,
    /// The points of a pawn that is still on its own half.
    pub own_half: OwnHalf,
}

/// What an opening into the goal earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GoalOpening {
    /// A follow-up of exactly one step, regardless of the pawns in the goal.
    OneStep,
    /// No follow-up.
    Nothing,
}

/// Whether a possible follow-up has to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FollowUp {
    /// It must be made if any pawn can make it.
    Required,
    /// It may be declined.
    Optional,
}

/// What a follow-up that reaches the goal with its exact count earns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing.
    None,
    /// One own pawn may move one row either way.
    OwnPawn,
    /// The option `spicy`: an own pawn, or instead an opponent's pawn that is not in its goal.
    AnyPawn,
}

/// When the game is over once the colours have passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// At that moment, even in the middle of a turn.
    AtOnce,
    /// When the turn is finished, even if its bonus mixes the colours again.
    AfterTurn,
}

/// The points of a pawn that is still on its own half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OwnHalf {
    /// Nothing.
    Zero,
    /// Minus the value of its row for the opponent: −5 at home, then −3, −2, −1.
    Mirrored,
    /// −1 on every row.
    MinusOne,
}

impl RuleSet {
    /// The 2003 edition.
    pub const CLASSIC: RuleSet = RuleSet {
        id: "classic",
        goal_opening: GoalOpening::OneStep,
        follow_up: FollowUp::Required,
        another_turn: true,
        bonus: Bonus::None,
        end: End::AtOnce,
        own_half: OwnHalf::Zero,
    };

    /// The later edition of Steffen-Spiele, with the bonus. The default everywhere.
    pub const BONUS: RuleSet = RuleSet {
        id: "bonus",
        goal_opening: GoalOpening::Nothing,
        follow_up: FollowUp::Required,
        another_turn: false,
        bonus: Bonus::OwnPawn,
        end: End::AfterTurn,
        own_half: OwnHalf::Mirrored,
    };

    /// [`RuleSet::BONUS`] with the option `spicy`.
    pub const BONUS_SPICY: RuleSet = RuleSet { id: "bonus-spicy", bonus: Bonus::AnyPawn, ..RuleSet::BONUS };

    /// The edition of The Geeky Pen.
    pub const GEEKY: RuleSet =
        RuleSet { id: "geeky", follow_up: FollowUp::Optional, own_half: OwnHalf::MinusOne, ..RuleSet::BONUS };

    /// [`RuleSet::GEEKY`] with the option `spicy`.
    pub const GEEKY_SPICY: RuleSet = RuleSet { id: "geeky-spicy", bonus: Bonus::AnyPawn, ..RuleSet::GEEKY };

    /// All rule sets, in the order of the editions.
    pub const ALL: [RuleSet; 5] =
        [RuleSet::CLASSIC, RuleSet::BONUS, RuleSet::BONUS_SPICY, RuleSet::GEEKY, RuleSet::GEEKY_SPICY];
}

/// [`RuleSet::BONUS`].
impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::BONUS
    }
}

/// Writes the id.
impl fmt::Display for RuleSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id)
    }
}

/// Parses an id, ignoring letter case and surrounding blanks.
impl FromStr for RuleSet {
    type Err = ParseRuleSetError;

    fn from_str(text: &str) -> Result<RuleSet, ParseRuleSetError> {
        let wanted = text.trim();
        RuleSet::ALL
            .into_iter()
            .find(|rules| rules.id.eq_ignore_ascii_case(wanted))
            .ok_or_else(|| ParseRuleSetError { found: crate::notation::excerpt(wanted) })
    }
}

/// No rule set has this id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseRuleSetError {
    found: String,
}

impl ParseRuleSetError {
    /// The error as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        let all = RuleSet::ALL.map(|rules| rules.id).join(", ");
        Message::new("rules_unknown").with("found", &*self.found).with("all", all)
    }
}

impl core::error::Error for ParseRuleSetError {}
