use std::fmt;
use std::str::FromStr;

/// The strength of a computer player: `random`, 1 (beginner) to 10 (nearly perfect), or `perfect`.
///
/// ```
/// use linja_players::Level;
/// let level: Level = "3".parse()?;
/// assert_eq!(level.number(), Some(3));
/// assert!(Level::RANDOM < level && level < Level::PERFECT);
/// assert!("11".parse::<Level>().is_err());
/// # Ok::<(), linja_players::ParseLevelError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// Plays any turn, all equally likely.
    pub const RANDOM: Level = Level(0);

    /// Never loses a point; among equal turns chooses the one that leaves the opponent the fewest right answers.
    pub const PERFECT: Level = Level(Level::COUNT as u8 + 1);

    /// The number of numbered levels.
    pub const COUNT: usize = ERROR_MODELS.len() - 2;

    /// The level with this number; `None` unless it is 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::numbered().find(|level| level.0 == number)
    }

    /// All levels, the weakest first: `random`, 1 to 10, `perfect`.
    pub fn all() -> impl DoubleEndedIterator<Item = Level> {
        (Level::RANDOM.0..=Level::PERFECT.0).map(Level)
    }

    /// The levels 1 to 10.
    pub fn numbered() -> impl DoubleEndedIterator<Item = Level> {
        (1..=Level::COUNT as u8).map(Level)
    }

    /// 1 to 10; `None` for `random` and `perfect`.
    #[must_use]
    pub fn number(self) -> Option<u8> {
        (self != Level::RANDOM && self != Level::PERFECT).then_some(self.0)
    }

    /// The error model of the level.
    #[must_use]
    pub fn errors(self) -> &'static ErrorModel {
        &ERROR_MODELS[usize::from(self.0)]
    }

    /// The player's name in records and tables: `random`, `level 3` or `perfect`.
    #[must_use]
    pub fn name(self) -> String {
        if self.number().is_some() { format!("level {self}") } else { self.to_string() }
    }

    /// The level with this [`name`](Level::name), in any letter case; `None` for any other name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        Level::all().find(|level| level.name().eq_ignore_ascii_case(name))
    }
}

/// The errors of a level: the probability of a turn falls with the points it loses.
///
/// Every turn has a weight, so a level makes small errors throughout instead of playing perfectly until one big
/// blunder.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// The factor on the weight of a turn for each point it loses: the weight is this number to the power of the points
    /// lost. 1 is random play, 0 is perfect play.
    pub carelessness: f64,
    /// The level never plays a turn that loses more points than this.
    pub worst: u8,
    /// The number of turns of equal margin to compare. The level plays the one that leaves the opponent the fewest
    /// right answers; with 1 it plays any.
    pub compares: usize,
}

/// The models of all levels, from `random` to `perfect`. Each of the levels 1 to 10 scores 60 to 80 % against the level
/// below, in every rule set (`docs/players.md`).
const ERROR_MODELS: [ErrorModel; 12] = [
    ErrorModel { carelessness: 1.0, worst: u8::MAX, compares: 1 },
    ErrorModel { carelessness: 0.84, worst: 24, compares: 1 },
    ErrorModel { carelessness: 0.69, worst: 16, compares: 1 },
    ErrorModel { carelessness: 0.57, worst: 12, compares: 1 },
    ErrorModel { carelessness: 0.45, worst: 10, compares: 1 },
    ErrorModel { carelessness: 0.34, worst: 8, compares: 1 },
    ErrorModel { carelessness: 0.25, worst: 7, compares: 1 },
    ErrorModel { carelessness: 0.17, worst: 6, compares: 1 },
    ErrorModel { carelessness: 0.10, worst: 5, compares: 1 },
    ErrorModel { carelessness: 0.07, worst: 4, compares: 2 },
    ErrorModel { carelessness: 0.04, worst: 3, compares: 4 },
    ErrorModel { carelessness: 0.0, worst: 0, compares: usize::MAX },
];

impl ErrorModel {
    /// The weight of a turn that loses this many points; 0 if the level never plays it.
    #[must_use]
    pub fn weight(&self, loss: u8) -> f64 {
        if loss > self.worst {
            return 0.0;
        }
        // Repeated multiplication, because the result of `powf` differs between machines.
        (0..loss).fold(1.0, |weight, _| weight * self.carelessness)
    }
}

/// Writes `random`, `1` to `10` or `perfect`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Level::RANDOM => f.pad("random"),
            Level::PERFECT => f.pad("perfect"),
            Level(number) => fmt::Display::fmt(&number, f),
        }
    }
}

/// Reads `random`, `1` to `10` or `perfect`, in any letter case.
impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        match text.trim().to_ascii_lowercase().as_str() {
            "random" => Ok(Level::RANDOM),
            "perfect" => Ok(Level::PERFECT),
            number => number.parse().ok().and_then(Level::new).ok_or(ParseLevelError),
        }
    }
}

/// The text does not name a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseLevelError;

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no such player: use a level from 1 to 10, perfect or random")
    }
}

impl std::error::Error for ParseLevelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_read_back_as_they_are_written() {
        for level in Level::all() {
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(Level::from_name(&level.name()), Some(level));
        }
        assert_eq!(" Perfect ".parse(), Ok(Level::PERFECT));
        assert_eq!(Level::all().count(), 12);
        assert!(Level::numbered().map(Level::number).eq((1..=10).map(Some)));
    }

    #[test]
    fn what_is_no_level_is_refused() {
        for text in ["", "0", "11", "-1", "3.5", "best", "300", "1 2"] {
            assert_eq!(text.parse::<Level>(), Err(ParseLevelError), "{text}");
        }
    }

    #[test]
    fn every_level_errs_less_than_the_one_below() {
        let all: Vec<Level> = Level::all().collect();
        for pair in all.windows(2) {
            let (weaker, stronger) = (pair[0].errors(), pair[1].errors());
            assert!(stronger.carelessness < weaker.carelessness, "{pair:?}");
            assert!(stronger.worst <= weaker.worst, "{pair:?}");
            assert!(stronger.compares >= weaker.compares, "{pair:?}");
        }
    }

    #[test]
    fn a_level_never_loses_more_than_its_worst() {
        for errors in Level::numbered().map(Level::errors) {
            assert!(errors.weight(errors.worst) > 0.0);
            assert!(errors.weight(errors.worst + 1) <= 0.0);
        }
    }

    #[test]
    fn random_weighs_all_turns_alike_and_perfect_only_the_best() {
        for loss in 0..=240 {
            assert!((Level::RANDOM.errors().weight(loss) - 1.0).abs() < f64::EPSILON);
            assert_eq!(Level::PERFECT.errors().weight(loss) > 0.0, loss == 0);
        }
    }
}
