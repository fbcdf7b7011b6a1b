//! The seven rules in which the leaflets differ, and their choices.

use core::fmt;

use super::RuleSet;
use crate::Message;
use crate::notation::pad;

/// Defines the enum of one rule: its choices, their words, and the conversion to [`Choice`].
macro_rules! rule {
    ($(#[$doc:meta])* $name:ident { $($(#[$choice_doc:meta])* $choice:ident = $word:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum $name {
            $($(#[$choice_doc])* $choice,)*
        }

        impl $name {
            /// Every choice, in the order of the rules.
            pub const ALL: &'static [$name] = &[$($name::$choice),*];

            const CHOICES: &'static [Choice] = &[$(Choice::$name($name::$choice)),*];

            /// The word of the choice in ids.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $($name::$choice => $word,)*
                }
            }
        }

        impl From<$name> for Choice {
            fn from(choice: $name) -> Choice {
                Choice::$name(choice)
            }
        }
    };
}

rule! {
    /// What an opening into the goal earns.
    Goal {
        /// No follow-up.
        Stop = "stop",
        /// A follow-up of exactly one step, regardless of the pawns in the goal.
        One = "one",
        /// A follow-up of one step more than there were pawns of both colours in the goal (H3).
        Count = "count",
    }
}

rule! {
    /// Whether a possible follow-up has to be made.
    Follow {
        /// It must be made if any pawn can make it.
        Must = "must",
        /// It may be declined.
        May = "may",
    }
}

rule! {
    /// What a follow-up that ends on an empty inner row earns, once per turn.
    Again {
        /// Nothing.
        None = "none",
        /// Another turn, which must be made if there is an opening.
        Must = "must",
        /// Another turn, which may be declined (H2).
        May = "may",
    }
}

rule! {
    /// What a follow-up that reaches the goal with its exact count earns.
    Bonus {
        /// Nothing.
        None = "none",
        /// One own pawn may move one row either way.
        Own = "own",
        /// The option `spicy`: an own pawn, or instead an opponent's pawn that is not in its goal.
        Any = "any",
    }
}

rule! {
    /// The condition that ends the game.
    Over {
        /// The colours have passed: every Black pawn is beyond every Red pawn.
        Passed = "passed",
        /// No inner row holds both colours (H5).
        Apart = "apart",
    }
}

rule! {
    /// When the game ends once its end condition holds.
    End {
        /// At that moment, even in the middle of a turn.
        Now = "now",
        /// When the turn is finished, even if the rest of the turn undoes the condition.
        Turn = "turn",
    }
}

rule! {
    /// The points of a pawn that is still on its own half at the end.
    Left {
        /// Nothing.
        Zero = "zero",
        /// Minus the value of its row for the opponent: −5 at home, then −3, −2, −1.
        Mirror = "mirror",
        /// −1 on every row.
        One = "one",
    }
}

/// One of the rules in which the leaflets differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// The opening lands in the goal: [`Goal`].
    Goal,
    /// A possible follow-up: [`Follow`].
    Follow,
    /// A follow-up ends on an empty inner row: [`Again`].
    Again,
    /// A follow-up reaches the goal exactly: [`Bonus`].
    Bonus,
    /// What ends the game: [`Over`].
    Over,
    /// When it ends: [`End`].
    End,
    /// A pawn on its own half at the end: [`Left`].
    Left,
}

impl Rule {
    /// Every rule, in the order in which ids name them.
    pub const ALL: [Rule; 7] =
        [Rule::Goal, Rule::Follow, Rule::Again, Rule::Bonus, Rule::Over, Rule::End, Rule::Left];

    /// The word of the rule in ids.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Rule::Goal => "goal",
            Rule::Follow => "follow",
            Rule::Again => "again",
            Rule::Bonus => "bonus",
            Rule::Over => "over",
            Rule::End => "end",
            Rule::Left => "left",
        }
    }

    /// The choices of the rule.
    ///
    /// ```
    /// use linja::{Again, Choice, Rule};
    /// assert_eq!(Rule::Again.choices()[1], Choice::Again(Again::Must));
    /// ```
    #[must_use]
    pub const fn choices(self) -> &'static [Choice] {
        match self {
            Rule::Goal => Goal::CHOICES,
            Rule::Follow => Follow::CHOICES,
            Rule::Again => Again::CHOICES,
            Rule::Bonus => Bonus::CHOICES,
            Rule::Over => Over::CHOICES,
            Rule::End => End::CHOICES,
            Rule::Left => Left::CHOICES,
        }
    }
}

impl Rule {
    /// What the rule is about, as a translatable message: the beginning of a sentence that a choice completes.
    #[must_use]
    pub fn message(self) -> Message {
        Message::new(match self {
            Rule::Goal => "rule_goal",
            Rule::Follow => "rule_follow",
            Rule::Again => "rule_again",
            Rule::Bonus => "rule_bonus",
            Rule::Over => "rule_over",
            Rule::End => "rule_end",
            Rule::Left => "rule_left",
        })
    }
}

/// Writes the [`id`](Rule::id).
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// A choice for one rule, as a part of an id: `follow-may`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Choice {
    /// What an opening into the goal earns.
    Goal(Goal),
    /// Whether a possible follow-up has to be made.
    Follow(Follow),
    /// What a follow-up onto an empty inner row earns.
    Again(Again),
    /// What a follow-up exactly into the goal earns.
    Bonus(Bonus),
    /// What ends the game.
    Over(Over),
    /// When it ends.
    End(End),
    /// What a pawn on its own half counts.
    Left(Left),
}

impl Choice {
    /// The rule it is a choice for.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Choice::Goal(_) => Rule::Goal,
            Choice::Follow(_) => Rule::Follow,
            Choice::Again(_) => Rule::Again,
            Choice::Bonus(_) => Rule::Bonus,
            Choice::Over(_) => Rule::Over,
            Choice::End(_) => Rule::End,
            Choice::Left(_) => Rule::Left,
        }
    }

    /// The word of the choice, without the rule: `may`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Choice::Goal(choice) => choice.id(),
            Choice::Follow(choice) => choice.id(),
            Choice::Again(choice) => choice.id(),
            Choice::Bonus(choice) => choice.id(),
            Choice::Over(choice) => choice.id(),
            Choice::End(choice) => choice.id(),
            Choice::Left(choice) => choice.id(),
        }
    }

    /// The place among the choices of its rule, from 0.
    #[must_use]
    pub const fn place(self) -> u8 {
        match self {
            Choice::Goal(choice) => choice as u8,
            Choice::Follow(choice) => choice as u8,
            Choice::Again(choice) => choice as u8,
            Choice::Bonus(choice) => choice as u8,
            Choice::Over(choice) => choice as u8,
            Choice::End(choice) => choice as u8,
            Choice::Left(choice) => choice as u8,
        }
    }
}

impl Choice {
    /// The choice as a translatable message, which continues that of its rule.
    ///
    /// ```
    /// use linja::{Choice, Follow};
    /// let choice = Choice::Follow(Follow::May);
    /// let sentence = format!("{} {}", choice.rule().message(), choice.message());
    /// assert_eq!(sentence, "a follow-up that can be made may be declined");
    /// ```
    #[must_use]
    pub fn message(self) -> Message {
        Message::new(match self {
            Choice::Goal(Goal::Stop) => "choice_goal_stop",
            Choice::Goal(Goal::One) => "choice_goal_one",
            Choice::Goal(Goal::Count) => "choice_goal_count",
            Choice::Follow(Follow::Must) => "choice_follow_must",
            Choice::Follow(Follow::May) => "choice_follow_may",
            Choice::Again(Again::None) => "choice_again_none",
            Choice::Again(Again::Must) => "choice_again_must",
            Choice::Again(Again::May) => "choice_again_may",
            Choice::Bonus(Bonus::None) => "choice_bonus_none",
            Choice::Bonus(Bonus::Own) => "choice_bonus_own",
            Choice::Bonus(Bonus::Any) => "choice_bonus_any",
            Choice::Over(Over::Passed) => "choice_over_passed",
            Choice::Over(Over::Apart) => "choice_over_apart",
            Choice::End(End::Now) => "choice_end_now",
            Choice::End(End::Turn) => "choice_end_turn",
            Choice::Left(Left::Zero) => "choice_left_zero",
            Choice::Left(Left::Mirror) => "choice_left_mirror",
            Choice::Left(Left::One) => "choice_left_one",
        })
    }
}

/// Writes the part of an id: `follow-may`.
impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad(f, format_args!("{}-{}", self.rule(), self.word()))
    }
}

impl RuleSet {
    /// The choice that the rule set makes for a rule.
    #[must_use]
    pub const fn choice(&self, rule: Rule) -> Choice {
        match rule {
            Rule::Goal => Choice::Goal(self.goal),
            Rule::Follow => Choice::Follow(self.follow),
            Rule::Again => Choice::Again(self.again),
            Rule::Bonus => Choice::Bonus(self.bonus),
            Rule::Over => Choice::Over(self.over),
            Rule::End => Choice::End(self.end),
            Rule::Left => Choice::Left(self.left),
        }
    }

    /// The seven choices, in the order of [`Rule::ALL`].
    #[must_use]
    pub fn choices(&self) -> [Choice; 7] {
        Rule::ALL.map(|rule| self.choice(rule))
    }

    /// The same rule set with another choice for one rule.
    ///
    /// ```
    /// use linja::{Follow, Over, RuleSet};
    /// let rules = RuleSet::BONUS.with(Follow::May).with(Over::Apart);
    /// assert_eq!(rules.to_string(), "bonus+follow-may+over-apart");
    /// ```
    #[must_use]
    pub fn with(mut self, choice: impl Into<Choice>) -> RuleSet {
        match choice.into() {
            Choice::Goal(choice) => self.goal = choice,
            Choice::Follow(choice) => self.follow = choice,
            Choice::Again(choice) => self.again = choice,
            Choice::Bonus(choice) => self.bonus = choice,
            Choice::Over(choice) => self.over = choice,
            Choice::End(choice) => self.end = choice,
            Choice::Left(choice) => self.left = choice,
        }
        self
    }

    /// The choices of this rule set that `other` makes differently, in the order of [`Rule::ALL`].
    pub fn differences(&self, other: &RuleSet) -> impl Iterator<Item = Choice> + use<> {
        let (own, others) = (self.choices(), other.choices());
        own.into_iter().zip(others).filter(|(own, other)| own != other).map(|(own, _)| own)
    }
}
