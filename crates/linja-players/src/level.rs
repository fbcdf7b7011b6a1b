use std::fmt;
use std::str::FromStr;

/// How strong a computer player is, from 1 for a first evening to 10, just short of perfect.
///
/// ```
/// use linja_players::Level;
/// let level: Level = "3".parse()?;
/// assert_eq!(level.number(), 3);
/// assert!("11".parse::<Level>().is_err());
/// # Ok::<(), linja_players::ParseStrengthError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The number of levels.
    pub const COUNT: usize = HABITS.len();

    /// The level with this number, `None` if it is not one of 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::COUNT).contains(&usize::from(number)).then_some(Level(number))
    }

    /// All levels, the weakest first.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (1..=Level::COUNT as u8).map(Level)
    }

    /// 1 to 10.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How it errs.
    #[must_use]
    pub fn habits(self) -> &'static Habits {
        &HABITS[usize::from(self.0) - 1]
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// How a level errs: each turn is chosen with a probability that falls with the points it loses.
///
/// A weight for each turn makes a level steady: it gives away a little all the time, instead of playing perfectly until
/// one great blunder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Habits {
    /// How often a turn that loses one point more is chosen, compared with one that does not: the weight of a turn is
    /// this, to the power of the points that it loses. 1 would be turns at random, 0 perfect play.
    pub carelessness: f64,
    /// It sees every mistake that loses more points than this, and does not make it.
    pub worst: u8,
    /// So many of the turns with equal margin it looks at more closely, and takes the one that leaves the opponent the
    /// fewest right answers. With 1 it takes any of them.
    pub compares: usize,
}

/// One row for each level. Each takes 60 to 80 % of the points from the one below, by every rule set
/// (`docs/players.md`).
const HABITS: [Habits; 10] = [
    Habits { carelessness: 0.84, worst: 24, compares: 1 },
    Habits { carelessness: 0.69, worst: 16, compares: 1 },
    Habits { carelessness: 0.57, worst: 12, compares: 1 },
    Habits { carelessness: 0.45, worst: 10, compares: 1 },
    Habits { carelessness: 0.34, worst: 8, compares: 1 },
    Habits { carelessness: 0.25, worst: 7, compares: 1 },
    Habits { carelessness: 0.17, worst: 6, compares: 1 },
    Habits { carelessness: 0.10, worst: 5, compares: 1 },
    Habits { carelessness: 0.07, worst: 4, compares: 2 },
    Habits { carelessness: 0.04, worst: 3, compares: 4 },
];

impl Habits {
    /// How a turn that loses so many points is weighed. 0 if it is never chosen.
    #[must_use]
    pub fn weight(&self, loss: u8) -> f64 {
        if loss > self.worst {
            return 0.0;
        }
        // Multiplied step by step, because `powf` is not the same on every machine.
        (0..loss).fold(1.0, |weight, _| weight * self.carelessness)
    }
}

/// Who chooses the turns: anything from chance alone to perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Strength {
    /// Any turn, all equally likely. The measure of everything.
    Random,
    /// A level from 1 to 10.
    Level(Level),
    /// Never loses a point, and among equal turns sets the opponent problems.
    Perfect,
}

impl Strength {
    /// All strengths, the weakest first.
    pub fn all() -> impl Iterator<Item = Strength> {
        [Strength::Random].into_iter().chain(Level::all().map(Strength::Level)).chain([Strength::Perfect])
    }

    /// How records and tables name such a player: `random`, `level 3` or `perfect`.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Strength::Level(level) => format!("level {level}"),
            other => other.to_string(),
        }
    }

    /// The strength with this [`name`](Strength::name), in any letter case; `None` for anybody else.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Strength> {
        Strength::all().find(|strength| strength.name().eq_ignore_ascii_case(name))
    }

    /// How a turn that loses so many points is weighed.
    #[must_use]
    pub fn weight(self, loss: u8) -> f64 {
        match self {
            Strength::Random => 1.0,
            Strength::Level(level) => level.habits().weight(loss),
            Strength::Perfect => f64::from(loss == 0),
        }
    }

    /// How many of the turns with equal margin it looks at more closely.
    pub(crate) fn compares(self) -> usize {
        match self {
            Strength::Random => 1,
            Strength::Level(level) => level.habits().compares,
            Strength::Perfect => usize::MAX,
        }
    }
}

/// Writes `random`, `1` to `10` or `perfect`.
impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Random => f.pad("random"),
            Strength::Level(level) => level.fmt(f),
            Strength::Perfect => f.pad("perfect"),
        }
    }
}

/// Reads `random`, `1` to `10` or `perfect`, in any letter case.
impl FromStr for Strength {
    type Err = ParseStrengthError;

    fn from_str(text: &str) -> Result<Strength, ParseStrengthError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "random" => Ok(Strength::Random),
            "perfect" => Ok(Strength::Perfect),
            _ => text.parse().map(Strength::Level),
        }
    }
}

impl FromStr for Level {
    type Err = ParseStrengthError;

    fn from_str(text: &str) -> Result<Level, ParseStrengthError> {
        text.trim().parse().ok().and_then(Level::new).ok_or(ParseStrengthError)
    }
}

/// The text names no strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseStrengthError;

impl fmt::Display for ParseStrengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such player: use a level from 1 to 10, perfect or random")
    }
}

impl std::error::Error for ParseStrengthError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strengths_read_back_as_they_are_written() {
        for strength in Strength::all() {
            assert_eq!(strength.to_string().parse(), Ok(strength));
            assert_eq!(Strength::from_name(&strength.name()), Some(strength));
        }
        assert_eq!(" Perfect ".parse(), Ok(Strength::Perfect));
        assert_eq!(Strength::all().count(), 12);
    }

    #[test]
    fn what_is_no_strength_is_refused() {
        for text in ["", "0", "11", "-1", "3.5", "best", "300", "1 2"] {
            assert_eq!(text.parse::<Strength>(), Err(ParseStrengthError), "{text}");
        }
    }

    #[test]
    fn every_level_errs_less_than_the_one_below() {
        let all: Vec<Level> = Level::all().collect();
        for pair in all.windows(2) {
            let (weaker, stronger) = (pair[0].habits(), pair[1].habits());
            assert!(stronger.carelessness < weaker.carelessness, "{pair:?}");
            assert!(stronger.worst <= weaker.worst, "{pair:?}");
            assert!(stronger.compares >= weaker.compares, "{pair:?}");
        }
    }

    #[test]
    fn a_level_never_loses_more_than_its_worst() {
        for level in Level::all() {
            let habits = level.habits();
            assert!(habits.weight(habits.worst) > 0.0);
            assert!(habits.weight(habits.worst + 1) <= 0.0);
        }
    }
}
