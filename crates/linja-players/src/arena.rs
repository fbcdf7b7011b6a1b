//! Many games between players of given levels, to measure their relative strength.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use linja::{BySide, Game, Side};
use linja_oracle::{Oracle, TableError, on_threads};

use crate::{Chance, Level, Tally, choose};

/// The pairings of players, and the number of games for each.
#[derive(Clone, Debug)]
pub struct Arena {
    players: Vec<Level>,
    pairings: Vec<[usize; 2]>,
    games: u32,
    seed: u64,
}

/// Two players and their results against each other.
#[derive(Clone, Copy, Debug)]
pub struct Pairing {
    /// The players, in the order of the arena's list.
    pub players: [Level; 2],
    /// The results of each, in the same order.
    pub tallies: [Tally; 2],
}

/// A game of the arena.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The index among all games of the arena. The same index in the same arena always gives the same game.
    pub number: usize,
    /// The player of each side.
    pub players: BySide<Level>,
    /// The whole game.
    pub game: Game,
    /// The points lost by each turn, in the order of the side's turns.
    pub losses: BySide<Vec<u8>>,
}

impl Arena {
    /// Every player against every other, `games` times, with random numbers from `seed`.
    ///
    /// # Errors
    /// If the number of games is odd, because one player would begin more often than the other.
    pub fn everyone(players: &[Level], games: u32, seed: u64) -> Result<Arena, OddGames> {
        let all = 0..players.len();
        let pairings = all.clone().flat_map(|a| (a + 1..players.len()).map(move |b| [a, b])).collect();
        Arena::new(players, pairings, games, seed)
    }

    /// Only neighbours in the list play each other: a ladder.
    ///
    /// # Errors
    /// As [`Arena::everyone`].
    pub fn neighbours(players: &[Level], games: u32, seed: u64) -> Result<Arena, OddGames> {
        Arena::new(players, (1..players.len()).map(|b| [b - 1, b]).collect(), games, seed)
    }

    fn new(players: &[Level], pairings: Vec<[usize; 2]>, games: u32, seed: u64) -> Result<Arena, OddGames> {
        if games % 2 == 1 {
            return Err(OddGames { games });
        }
        Ok(Arena { players: players.to_vec(), pairings, games, seed })
    }

    /// The total number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.pairings.len() * self.games as usize
    }

    /// Plays all games on this many threads; returns `None` if stopped.
    ///
    /// `report` is called after each game, in no fixed order, and can stop the run. The result does not depend on the
    /// number of threads.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn run(
        &self,
        oracle: &impl Oracle,
        threads: usize,
        report: impl Fn(&PlayedGame) -> ControlFlow<()> + Sync,
    ) -> Result<Option<Vec<Pairing>>, TableError> {
        let next = AtomicUsize::new(0);
        let stopped = AtomicBool::new(false);
        let results = Mutex::new(self.pairings.iter().map(|_| [Tally::default(); 2]).collect::<Vec<_>>());
        let work = || -> Result<(), TableError> {
            while !stopped.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games() {
                    break;
                }
                let played =
                    self.play(oracle, number).inspect_err(|_| stopped.store(true, Ordering::Relaxed))?;
                if report(&played).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                }
                // Integer sums: the order of the games does not matter.
                if let Ok(mut results) = results.lock() {
                    let first = self.side_of_first(number);
                    let tallies = &mut results[number / self.games as usize];
                    tallies[0].add(&played, first);
                    tallies[1].add(&played, !first);
                }
            }
            Ok(())
        };
        on_threads(threads, work).into_iter().collect::<Result<(), _>>()?;
        if stopped.into_inner() {
            return Ok(None);
        }
        let tallies = results.into_inner().unwrap_or_default();
        let pairing = |(pairing, tallies): (&[usize; 2], _)| Pairing {
            players: pairing.map(|player| self.players[player]),
            tallies,
        };
        Ok(Some(self.pairings.iter().zip(tallies).map(pairing).collect()))
    }

    /// Plays one game of the arena.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn play(&self, oracle: &impl Oracle, number: usize) -> Result<PlayedGame, TableError> {
        let [one, other] = self.pairings[number / self.games as usize].map(|player| self.players[player]);
        let players = match self.side_of_first(number) {
            Side::Black => BySide { black: one, red: other },
            Side::Red => BySide { black: other, red: one },
        };
        let begins = if number.is_multiple_of(2) { Side::Black } else { Side::Red };
        let mut chance = Chance::from_parts(&[self.seed, number as u64]);
        let (game, losses) = play_game(oracle, players, begins, &mut chance)?;
        Ok(PlayedGame { number, players, game, losses })
    }

    /// The side of the pairing's first player. Sides change every two games, and each player begins one of the two.
    fn side_of_first(&self, number: usize) -> Side {
        if (number % self.games as usize / 2).is_multiple_of(2) { Side::Black } else { Side::Red }
    }
}

/// Plays one game from the start; also returns the points lost by each turn.
///
/// # Errors
/// If a part of the table that is needed is damaged.
pub fn play_game(
    oracle: &(impl Oracle + ?Sized),
    players: BySide<Level>,
    begins: Side,
    chance: &mut Chance,
) -> Result<(Game, BySide<Vec<u8>>), TableError> {
    let mut game = Game::new(*oracle.rules(), begins);
    let mut losses = BySide { black: Vec::new(), red: Vec::new() };
    while !game.is_over() {
        let side = game.position().to_move();
        let Some(choice) = choose(oracle, game.position(), players[side], chance)? else { break };
        // The turn was generated for this position, so it is always legal.
        if game.play(&choice.turn.item.turn).is_err() {
            return Err(TableError::Damaged(linja_oracle::Part::Page));
        }
        losses[side].push(choice.loss);
    }
    Ok((game, losses))
}

/// The number of games is odd, so one player would begin more often than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OddGames {
    /// The number of games.
    pub games: u32,
}

impl fmt::Display for OddGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games are an odd number: one player would begin more often; use an even one",
            self.games
        )
    }
}

impl std::error::Error for OddGames {}
