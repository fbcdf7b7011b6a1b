mod choice;
mod id;

pub use choice::{Again, Bonus, Choice, End, Follow, Goal, Left, Over, Rule};
pub use id::ParseRuleSetError;

/// One choice for each rule in which the leaflets differ.
///
/// Every combination is a rule set: 3·2·3·3·2·2·3 = 648 of them. Five are published and have names; the others are *house
/// rules*. A rule set is nothing but its choices, so equal rules have equal ids, and no rule set has a wrong one.
///
/// ```
/// use linja::{Bonus, Follow, Over, RuleSet};
/// let rules: RuleSet = "bonus-spicy".parse()?;
/// assert_eq!(rules, RuleSet::BONUS_SPICY);
/// assert_eq!(rules.bonus, Bonus::Any);
///
/// let house_rules = RuleSet::CLASSIC.with(Over::Apart).with(Follow::May);
/// assert_eq!(house_rules.id(), "classic+follow-may+over-apart");
/// assert_eq!("over-apart CLASSIC follow-may".parse(), Ok(house_rules));
/// # Ok::<(), linja::ParseRuleSetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RuleSet {
    /// What an opening into the goal earns.
    pub goal: Goal,
    /// Whether a possible follow-up has to be made.
    pub follow: Follow,
    /// What a follow-up that ends on an empty inner row earns, once per turn.
    pub again: Again,
    /// What a follow-up that reaches the goal with its exact count earns.
    pub bonus: Bonus,
    /// What ends the game.
    pub over: Over,
    /// When the game ends once its end condition holds.
    pub end: End,
    /// The points of a pawn that is still on its own half.
    pub left: Left,
}

impl RuleSet {
    /// The 2003 edition.
    pub const CLASSIC: RuleSet = RuleSet {
        goal: Goal::One,
        follow: Follow::Must,
        again: Again::Must,
        bonus: Bonus::None,
        over: Over::Passed,
        end: End::Now,
        left: Left::Zero,
    };

    /// The later edition of Steffen-Spiele, with the bonus. The default everywhere.
    pub const BONUS: RuleSet = RuleSet {
        goal: Goal::Stop,
        follow: Follow::Must,
        again: Again::None,
        bonus: Bonus::Own,
        over: Over::Passed,
        end: End::Turn,
        left: Left::Mirror,
    };

    /// [`RuleSet::BONUS`] with the option `spicy`.
    pub const BONUS_SPICY: RuleSet = RuleSet { bonus: Bonus::Any, ..RuleSet::BONUS };

    /// The edition of The Geeky Pen.
    pub const GEEKY: RuleSet = RuleSet { follow: Follow::May, left: Left::One, ..RuleSet::BONUS };

    /// [`RuleSet::GEEKY`] with the option `spicy`.
    pub const GEEKY_SPICY: RuleSet = RuleSet { bonus: Bonus::Any, ..RuleSet::GEEKY };

    /// The published rule sets, in the order of the editions. [`RuleSet::every`] has the house rules, too.
    pub const ALL: [RuleSet; 5] =
        [RuleSet::CLASSIC, RuleSet::BONUS, RuleSet::BONUS_SPICY, RuleSet::GEEKY, RuleSet::GEEKY_SPICY];

    /// The editions, in the order in which a tie of [`RuleSet::nearest_edition`] is decided.
    const EDITIONS: [RuleSet; 3] = [RuleSet::BONUS, RuleSet::CLASSIC, RuleSet::GEEKY];

    /// The number of rule sets, published or not.
    pub const COUNT: usize = 648;

    /// All 648 rule sets. The first differs from the next in the last rule: the choices count like the digits of a
    /// number, in the order of [`Rule::ALL`] and of each rule's choices.
    ///
    /// ```
    /// use linja::RuleSet;
    /// assert_eq!(RuleSet::every().count(), RuleSet::COUNT);
    /// let ids: Vec<String> = RuleSet::every().take(2).map(|rules| rules.id()).collect();
    /// assert_eq!(ids, ["classic+goal-stop+again-none", "bonus+bonus-none+end-now"]);
    /// ```
    pub fn every() -> impl Iterator<Item = RuleSet> {
        (0..RuleSet::COUNT).map(|mut number| {
            let mut rules = RuleSet::BONUS;
            for rule in Rule::ALL.into_iter().rev() {
                let choices = rule.choices();
                rules = rules.with(choices[number % choices.len()]);
                number /= choices.len();
            }
            rules
        })
    }

    /// The edition (`bonus`, `classic` or `geeky`) that the rule set differs from in the fewest rules; in a tie the first
    /// of these.
    ///
    /// ```
    /// use linja::{Goal, Left, RuleSet};
    /// assert_eq!(RuleSet::GEEKY.with(Goal::Count).nearest_edition(), RuleSet::GEEKY);
    /// assert_eq!(RuleSet::GEEKY.with(Left::Mirror).nearest_edition(), RuleSet::BONUS);
    /// ```
    #[must_use]
    pub fn nearest_edition(&self) -> RuleSet {
        let mut nearest = RuleSet::BONUS;
        for edition in RuleSet::EDITIONS {
            if self.differences(&edition).count() < self.differences(&nearest).count() {
                nearest = edition;
            }
        }
        nearest
    }
}

/// [`RuleSet::BONUS`].
impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet::BONUS
    }
}
