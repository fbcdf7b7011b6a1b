//! The level that somebody played like, from the exact losses of their turns.

use linja_oracle::ValuedTurn;

use crate::Level;
use crate::choose::loss;

/// How likely a player's turns are under the error model of each level.
///
/// Evidence from several games of one rule set, or of several, is added up with [`Strength::add`].
///
/// ```
/// use linja_players::{Level, Strength};
/// let mut strength = Strength::default();
/// for _ in 0..20 {
///     // Two turns were best, one lost 1 point, one lost 3. A best one was played.
///     strength.see(&[0, 0, 1, 3], 0);
/// }
/// let played_like = strength.played_like().expect("twenty choices are enough");
/// assert_eq!(played_like.level, Level::PERFECT);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strength {
    /// The number of turns with a choice.
    choices: usize,
    /// The natural logarithm of the likelihood, by [`LEVELS`].
    likelihoods: [f64; LEVELS],
}

/// The levels that one can play like: 1 to 10 and `perfect`. Whoever plays at random plays like level 1.
const LEVELS: usize = Level::COUNT + 1;

/// The share of turns that are taken for slips of the finger, to which no error model applies. Without it, a single turn
/// that a level never plays would rule the level out.
const ODD_TURNS: f64 = 0.01;

/// The level that a player's turns are most likely under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayedLike {
    /// The level, 1 to 10 or `perfect`.
    pub level: Level,
    /// How many levels more or less it may be: the spread of the likelihood around the level, rounded up.
    pub give_or_take: u8,
}

impl Strength {
    /// With fewer turns with a choice, nothing is said.
    pub const FEWEST_CHOICES: usize = 8;

    /// Takes in one turn: the points that each turn of the position loses, and those that the played one lost. A forced
    /// turn must not be taken in.
    pub fn see(&mut self, losses: &[u8], lost: u8) {
        self.choices += 1;
        let equal: f64 = losses.iter().map(|&loss| f64::from(u8::from(loss == lost))).sum();
        let odd = ODD_TURNS * equal / losses.len() as f64;
        for (level, likelihood) in levels().zip(&mut self.likelihoods) {
            let errors = level.errors();
            let all: f64 = losses.iter().map(|&loss| errors.weight(loss)).sum();
            let share = equal * errors.weight(lost) / all;
            *likelihood += (odd + (1.0 - ODD_TURNS) * share).ln();
        }
    }

    pub(crate) fn see_turns(&mut self, turns: &[ValuedTurn], lost: u8) {
        let losses: Vec<u8> = turns.iter().map(|turn| loss(turns[0].value, turn.value)).collect();
        self.see(&losses, lost);
    }

    /// Adds what other games tell.
    pub fn add(&mut self, other: &Strength) {
        self.choices += other.choices;
        self.likelihoods.iter_mut().zip(other.likelihoods).for_each(|(sum, more)| *sum += more);
    }

    /// The number of turns with a choice.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.choices
    }

    /// The natural logarithm of the likelihood of all turns, for the levels 1 to 10 and `perfect`.
    #[must_use]
    pub fn likelihoods(&self) -> &[f64] {
        &self.likelihoods
    }

    /// The most likely level; `None` for fewer than [`Strength::FEWEST_CHOICES`] turns with a choice.
    #[must_use]
    pub fn played_like(&self) -> Option<PlayedLike> {
        if self.choices < Strength::FEWEST_CHOICES {
            return None;
        }
        let likeliest = |a: &(usize, f64), b: &(usize, f64)| a.1.total_cmp(&b.1);
        let (place, most) = self.likelihoods.iter().copied().enumerate().max_by(likeliest)?;
        let (mut all, mut squares) = (0.0, 0.0);
        for (other, likelihood) in self.likelihoods.iter().enumerate() {
            let share = (likelihood - most).exp();
            all += share;
            squares += share * (other.abs_diff(place) as f64).powi(2);
        }
        let give_or_take = (squares / all).sqrt().ceil().max(1.0) as u8;
        levels().nth(place).map(|level| PlayedLike { level, give_or_take })
    }
}

fn levels() -> impl Iterator<Item = Level> {
    Level::all().skip(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The losses that a player of the level draws on average, where two turns lose nothing, two 1 point, and so on to 24.
    fn typical(level: Level, turns: usize) -> Strength {
        let losses: Vec<u8> = (0..=24).flat_map(|loss| [loss; 2]).collect();
        let all: f64 = losses.iter().map(|&loss| level.errors().weight(loss)).sum();
        let mut strength = Strength::default();
        let (mut sum, mut place) = (0.0, 0);
        for turn in 0..turns {
            // The quantile of this turn.
            let wanted = (turn as f64 + 0.5) / turns as f64;
            while place + 1 < losses.len() && sum + level.errors().weight(losses[place]) / all < wanted {
                sum += level.errors().weight(losses[place]) / all;
                place += 1;
            }
            strength.see(&losses, losses[place]);
        }
        strength
    }

    #[test]
    fn typical_turns_of_a_level_are_told_to_be_of_that_level() {
        for level in levels() {
            let played_like = typical(level, 300).played_like().unwrap();
            assert_eq!((played_like.level, played_like.give_or_take), (level, 1));
        }
    }

    #[test]
    fn fewer_turns_tell_less() {
        let wide = |turns| typical(Level::new(5).unwrap(), turns).played_like().unwrap().give_or_take;
        assert!(wide(8) > wide(100), "{} {}", wide(8), wide(100));
        assert_eq!(typical(Level::new(5).unwrap(), 7).played_like(), None);
    }

    #[test]
    fn evidence_adds_up() {
        let (mut some, more) = (typical(Level::PERFECT, 10), typical(Level::new(1).unwrap(), 10));
        some.add(&more);
        assert_eq!(some.choices(), 20);
        let between = some.played_like().unwrap().level;
        assert!(Level::new(1).unwrap() < between && between < Level::PERFECT, "{between}");
    }

    #[test]
    fn one_wild_turn_does_not_rule_a_level_out() {
        let mut strength = typical(Level::new(9).unwrap(), 100);
        strength.see(&[0, 1, 2, 30], 30);
        let level = strength.played_like().unwrap().level.number().unwrap();
        assert!(level >= 8, "{level}");
    }
}
