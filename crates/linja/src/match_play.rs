use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::notation::{ParseValueError, pad};
use crate::{Side, Winner};

/// The maximum number of games of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MatchLength {
    /// One game.
    #[default]
    SingleGame,
    /// Up to three games.
    BestOfThree,
    /// Up to five games.
    BestOfFive,
}

impl MatchLength {
    /// Every length, shortest first.
    pub const ALL: [MatchLength; 3] =
        [MatchLength::SingleGame, MatchLength::BestOfThree, MatchLength::BestOfFive];

    /// The maximum number of games: 1, 3 or 5.
    #[must_use]
    pub const fn games(self) -> u8 {
        match self {
            MatchLength::SingleGame => 1,
            MatchLength::BestOfThree => 3,
            MatchLength::BestOfFive => 5,
        }
    }

    /// The length of a match of at most `games` games; `None` unless `games` is 1, 3 or 5.
    #[must_use]
    pub fn from_games(games: u8) -> Option<MatchLength> {
        MatchLength::ALL.into_iter().find(|length| length.games() == games)
    }
}

/// Writes the maximum number of games: `1`, `3` or `5`.
impl fmt::Display for MatchLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.games(), f)
    }
}

/// Parses `1`, `3` or `5`.
impl FromStr for MatchLength {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<MatchLength, ParseValueError> {
        let games = text.trim().parse::<u8>().ok();
        games
            .and_then(MatchLength::from_games)
            .ok_or_else(|| ParseValueError::new(text, "value_match_length"))
    }
}

/// A match of one or more games.
///
/// A win counts 1, a draw ½. The match ends when one side has more than half of the maximum points, or after the last
/// game. The players keep their colours.
///
/// ```
/// use linja::{Match, MatchLength, Side, Winner};
/// let mut games = Match::new(MatchLength::BestOfThree, Side::Black);
/// games.add(Winner::Side(Side::Black))?;
/// assert_eq!(games.next_starter(), Some(Side::Red), "the loser starts the next game");
/// games.add(Winner::Draw)?;
/// assert_eq!(games.next_starter(), Some(Side::Black), "who did not start the drawn one");
/// games.add(Winner::Draw)?;
/// assert_eq!(games.points(Side::Black).to_string(), "2");
/// assert_eq!(games.winner(), Some(Winner::Side(Side::Black)));
/// # Ok::<(), linja::MatchOver>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    length: MatchLength,
    first: Side,
    games: Vec<MatchGame>,
}

/// A finished game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchGame {
    /// Who moved first.
    pub starter: Side,
    /// Who won. A resignation or a time loss counts as a lost game.
    pub winner: Winner,
}

impl MatchGame {
    /// Who starts the game after this one, even in a new match: the loser, or after a draw the side that did not start.
    #[must_use]
    pub fn next_starter(&self) -> Side {
        match self.winner {
            Winner::Side(winner) => !winner,
            Winner::Draw => !self.starter,
        }
    }
}

impl Match {
    /// A match without games. `first`, drawn by lot, starts the first game.
    #[must_use]
    pub fn new(length: MatchLength, first: Side) -> Match {
        Match { length, first, games: Vec::new() }
    }

    /// The length of the match.
    #[must_use]
    pub fn length(&self) -> MatchLength {
        self.length
    }

    /// The finished games.
    #[must_use]
    pub fn games(&self) -> &[MatchGame] {
        &self.games
    }

    /// Adds a finished game, started by [`Match::next_starter`].
    ///
    /// # Errors
    /// If the match is already over.
    pub fn add(&mut self, winner: Winner) -> Result<(), MatchOver> {
        let starter = self.next_starter().ok_or(MatchOver)?;
        self.games.push(MatchGame { starter, winner });
        Ok(())
    }

    /// Who starts the next game: the loser of the last game, or after a draw the side that did not start it. `None` if
    /// the match is over.
    #[must_use]
    pub fn next_starter(&self) -> Option<Side> {
        if self.is_over() {
            return None;
        }
        Some(self.games.last().map_or(self.first, MatchGame::next_starter))
    }

    /// The points of `side` so far.
    #[must_use]
    pub fn points(&self, side: Side) -> MatchPoints {
        let halves = self.games.iter().map(|game| match game.winner {
            Winner::Side(winner) => 2 * u8::from(winner == side),
            Winner::Draw => 1,
        });
        MatchPoints { halves: halves.sum() }
    }

    /// Whether one side has more than half of the maximum points, or all games are played.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let games = self.length.games();
        self.games.len() >= usize::from(games)
            || Side::ALL.iter().any(|&side| self.points(side).halves > games)
    }

    /// Who won the match, or `None` if it is not over.
    #[must_use]
    pub fn winner(&self) -> Option<Winner> {
        use core::cmp::Ordering::{Equal, Greater, Less};
        self.is_over().then(|| match self.points(Side::Black).cmp(&self.points(Side::Red)) {
            Greater => Winner::Side(Side::Black),
            Equal => Winner::Draw,
            Less => Winner::Side(Side::Red),
        })
    }
}

/// Points of a match, counted in halves, because a draw is half a point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MatchPoints {
    /// The number of half points.
    pub halves: u8,
}

/// Writes `0`, `½`, `1`, `1½`.
impl fmt::Display for MatchPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.halves / 2, self.halves % 2) {
            (0, 1) => f.pad("½"),
            (whole, 0) => fmt::Display::fmt(&whole, f),
            (whole, _) => pad(f, format_args!("{whole}½")),
        }
    }
}

/// Parses a whole number, `½`, or both.
impl FromStr for MatchPoints {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<MatchPoints, ParseValueError> {
        let (whole, half) = match text.trim().strip_suffix('½') {
            Some("") => ("0", 1),
            Some(whole) => (whole, 1),
            None => (text.trim(), 0),
        };
        let halves = whole.parse::<u8>().ok().and_then(|whole| whole.checked_mul(2)?.checked_add(half));
        halves
            .map(|halves| MatchPoints { halves })
            .ok_or_else(|| ParseValueError::new(text, "value_match_points"))
    }
}

/// The match is over, so no game can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchOver;

impl fmt::Display for MatchOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the match is over")
    }
}

impl core::error::Error for MatchOver {}
