//! Positions from played games with exactly one right result.

use linja::{Margin, Position, RuleSet};
use linja_oracle::{Oracle, TableError, ValuedTurn};

use crate::choose::{draw, loss};
use crate::results::distinct_results;
use crate::{Chance, Date, Level};

/// A position with exactly one right result: every other result turns a win into a draw or a loss, or a draw into a
/// loss.
///
/// Several written turns may lead to that result.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// The rule set.
    pub rules: RuleSet,
    /// The position to solve.
    pub position: Position,
    /// The best outcome for the side to move.
    pub aim: Aim,
    /// The margin under perfect play.
    pub margin: Margin,
    /// Every turn that leads to the right result, ordered by written form.
    pub solutions: Vec<ValuedTurn>,
    /// The number of distinct results.
    pub results: usize,
    /// The probability that each level finds the right result, the weakest level first.
    pub found: [f64; Level::COUNT],
}

/// The goal of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aim {
    /// The only winning turn.
    Win,
    /// The only turn that does not lose.
    Draw,
}

impl Puzzle {
    /// The day of the first puzzle that servers show.
    pub const FIRST_DAY: Date = match Date::new(2026, 11, 1) {
        Some(date) => date,
        None => panic!("no such day"),
    };

    /// The puzzle of a day, which is the same on every machine.
    ///
    /// Each day has seven candidates; Monday takes the easiest of its seven, Sunday the hardest.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn of_the_day(oracle: &(impl Oracle + ?Sized), date: Date) -> Result<Puzzle, TableError> {
        let id = oracle.rules().id();
        let rules = id.bytes().map(u64::from);
        let parts: Vec<u64> = rules.chain([date.number()]).collect();
        let mut chance = Chance::from_parts(&parts);
        let mut puzzles = Vec::new();
        for _ in 0..7 {
            puzzles.push(Puzzle::find(oracle, &mut chance)?);
        }
        puzzles.sort_by(|a, b| b.ease().total_cmp(&a.ease()));
        Ok(puzzles.swap_remove(usize::from(date.weekday())))
    }

    /// Plays games between middle levels until one of them contains a puzzle.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn find(oracle: &(impl Oracle + ?Sized), chance: &mut Chance) -> Result<Puzzle, TableError> {
        loop {
            let level = Level::new(PLAYERS[chance.below(PLAYERS.len())]).unwrap_or(Level::PERFECT);
            let puzzles = in_a_game(oracle, level, chance)?;
            if let Some(puzzle) = chance.one_of(&puzzles) {
                return Ok(puzzle.clone());
            }
        }
    }

    /// The puzzle in a position; `None` if the position is lost, has more than one right result, or is too easy.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn at(oracle: &(impl Oracle + ?Sized), position: &Position) -> Result<Option<Puzzle>, TableError> {
        Ok(from_turns(oracle.rules(), position, &oracle.turns(position)?))
    }

    /// The expected number of levels that find the right result.
    fn ease(&self) -> f64 {
        self.found.iter().sum()
    }

    /// The weakest level that finds the right result more often than not; `None` if not even level 10 does.
    #[must_use]
    pub fn difficulty(&self) -> Option<Level> {
        Level::numbered().zip(self.found).find(|(_, found)| *found > 0.5).map(|(level, _)| level)
    }
}

/// The levels that play the games: their positions resemble those of experienced players.
const PLAYERS: [u8; 4] = [4, 5, 6, 7];

/// Skip the first turns and late endings, which are similar in all games, so that hardly any puzzle repeats within a
/// year.
const FIRST_TURNS: usize = 10;
const LAST_ADVANCE: u8 = 132;

/// The least number of distinct results: with fewer there is too little to choose from.
const FEWEST_RESULTS: usize = 12;

/// A puzzle is too easy if this level finds the right result more often than this.
const WEAK_LEVEL: (usize, f64) = (3, 0.4);

/// All puzzles of one game.
fn in_a_game(
    oracle: &(impl Oracle + ?Sized),
    level: Level,
    chance: &mut Chance,
) -> Result<Vec<Puzzle>, TableError> {
    let mut puzzles = Vec::new();
    let mut position = Position::default();
    for number in 0.. {
        let turns = oracle.turns(&position)?;
        if number >= FIRST_TURNS && position.advance() <= LAST_ADVANCE {
            puzzles.extend(from_turns(oracle.rules(), &position, &turns));
        }
        match draw(&turns, level, chance).first() {
            Some(turn) if !turn.item.result.is_over => position = turn.item.result.position,
            _ => break,
        }
    }
    Ok(puzzles)
}

/// The puzzle in a position with these turns, sorted best first.
fn from_turns(rules: &RuleSet, position: &Position, turns: &[ValuedTurn]) -> Option<Puzzle> {
    let best = turns.first()?;
    let aim = match best.value {
        Margin(1..) => Aim::Win,
        Margin(0) => Aim::Draw,
        _ => return None,
    };
    let is_right = |turn: &ValuedTurn| match aim {
        Aim::Win => turn.value > Margin(0),
        Aim::Draw => turn.value == Margin(0),
    };
    let right: Vec<ValuedTurn> = turns.iter().copied().filter(is_right).collect();
    if right.iter().any(|turn| turn.item.result != best.item.result) {
        return None;
    }
    let results = distinct_results(turns.to_vec()).len();
    if results < FEWEST_RESULTS {
        return None;
    }
    let mut found_by = [0.0; Level::COUNT];
    for (level, found_by) in Level::numbered().zip(&mut found_by) {
        *found_by = found(turns, right.len(), level);
    }
    let (weak, often) = WEAK_LEVEL;
    if found_by[weak - 1] > often {
        return None;
    }
    Some(Puzzle {
        rules: *rules,
        position: *position,
        aim,
        margin: best.value,
        results,
        solutions: right,
        found: found_by,
    })
}

/// The probability that a level plays one of the first `right` turns. No other turn has their margin, so choosing among
/// equal turns has no effect.
fn found(turns: &[ValuedTurn], right: usize, level: Level) -> f64 {
    let weight = |turn: &ValuedTurn| level.errors().weight(loss(turns[0].value, turn.value));
    let of_right: f64 = turns[..right].iter().map(weight).sum();
    of_right / turns.iter().map(weight).sum::<f64>()
}
