//! Many games between players, to measure their relative strength.

mod order;
mod played;

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use linja::{BySide, Game, RuleSet, Side, Turn};
use linja_oracle::{Oracle, TableError, on_threads};

use crate::sprt::{Sprt, SprtResult};
use crate::{Chance, Level, Tally, choose};

use order::InOrder;
pub use played::{Decided, PlayedGame};

/// The pairings of players, and the number of games for each. A player is a [`Level`], or whatever the caller plays with.
#[derive(Clone, Debug)]
pub struct Arena<P = Level> {
    players: Vec<P>,
    pairings: Vec<[usize; 2]>,
    games: u32,
    seed: u64,
    opening_turns: u32,
    sprt: Option<Sprt>,
}

/// Two players and their results against each other.
#[derive(Clone, Copy, Debug)]
pub struct Pairing<P = Level> {
    /// The players, in the order of the arena's list.
    pub players: [P; 2],
    /// The results of each, in the same order.
    pub tallies: [Tally; 2],
}

/// A game that is to be played.
#[derive(Clone, Debug)]
pub struct Fixture {
    /// The index among all games of the arena.
    pub number: usize,
    /// The player of each side, as an index into the arena's list.
    pub seats: BySide<usize>,
    /// The game after its opening turns.
    pub game: Game,
    /// Random numbers for this game alone.
    pub chance: Chance,
}

/// The results of an arena.
#[derive(Clone, Debug)]
pub struct Results<P = Level> {
    /// Each pairing.
    pub pairings: Vec<Pairing<P>>,
    /// What the sequential test says about the first pairing; `None` without such a test.
    pub sprt: Option<SprtResult>,
}

impl<P: Clone + Sync> Arena<P> {
    /// Every player against every other, `games` times, with random numbers from `seed`.
    ///
    /// # Errors
    /// If the number of games is odd, because one player would begin more often than the other.
    pub fn everyone(players: &[P], games: u32, seed: u64) -> Result<Arena<P>, OddGames> {
        let all = 0..players.len();
        let pairings = all.clone().flat_map(|a| (a + 1..players.len()).map(move |b| [a, b])).collect();
        Arena::new(players, pairings, games, seed)
    }

    /// Only neighbours in the list play each other: a ladder.
    ///
    /// # Errors
    /// As [`Arena::everyone`].
    pub fn neighbours(players: &[P], games: u32, seed: u64) -> Result<Arena<P>, OddGames> {
        Arena::new(players, (1..players.len()).map(|b| [b - 1, b]).collect(), games, seed)
    }

    fn new(players: &[P], pairings: Vec<[usize; 2]>, games: u32, seed: u64) -> Result<Arena<P>, OddGames> {
        if games % 2 == 1 {
            return Err(OddGames { games });
        }
        Ok(Arena { players: players.to_vec(), pairings, games, seed, opening_turns: 0, sprt: None })
    }

    /// Begins each game with this many random turns. The two games of a pair have the same, mirrored, so that each player
    /// has both seats of an opening.
    #[must_use]
    pub fn with_opening_turns(self, opening_turns: u32) -> Arena<P> {
        Arena { opening_turns, ..self }
    }

    /// Stops as soon as this test decides. It looks at the first pairing only.
    #[must_use]
    pub fn with_sprt(self, sprt: Sprt) -> Arena<P> {
        Arena { sprt: Some(sprt), ..self }
    }

    /// The players, in the order of the list.
    #[must_use]
    pub fn players(&self) -> &[P] {
        &self.players
    }

    /// The total number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.pairings.len() * self.games as usize
    }

    /// Plays all games on this many threads, each game with `play`; returns `None` if stopped by `report`.
    ///
    /// Every thread makes a state of its own with `state`, such as the programs that play. `report` is called for each game,
    /// in the order of their numbers, and can stop the run. If `play` is deterministic, the result does not depend on the
    /// number of threads.
    ///
    /// # Errors
    /// The first error of `play`.
    pub fn run_with<S, E: Send>(
        &self,
        rules: RuleSet,
        threads: usize,
        state: impl Fn() -> S + Sync,
        play: impl Fn(&mut S, Fixture) -> Result<PlayedGame<P>, E> + Sync,
        report: impl FnMut(&PlayedGame<P>) -> ControlFlow<()> + Send,
    ) -> Result<Option<Results<P>>, E>
    where
        P: Send,
    {
        let next = AtomicUsize::new(0);
        let stopped = AtomicBool::new(false);
        let results = Mutex::new(InOrder::new(self, report));
        let work = || -> Result<(), E> {
            let mut state = state();
            while !stopped.load(Ordering::Relaxed) {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= self.games() {
                    break;
                }
                let played = play(&mut state, self.fixture(rules, number))
                    .inspect_err(|_| stopped.store(true, Ordering::Relaxed))?;
                if results.lock().unwrap_or_else(PoisonError::into_inner).add(played).is_break() {
                    stopped.store(true, Ordering::Relaxed);
                }
            }
            Ok(())
        };
        on_threads(threads, work).into_iter().collect::<Result<(), _>>()?;
        Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner).finish())
    }

    /// The game with this number, before its first turn.
    #[must_use]
    pub fn fixture(&self, rules: RuleSet, number: usize) -> Fixture {
        let [one, other] = self.pairings[number / self.games as usize];
        let seats = match self.side_of_first(number) {
            Side::Black => BySide { black: one, red: other },
            Side::Red => BySide { black: other, red: one },
        };
        let begins = if number.is_multiple_of(2) { Side::Black } else { Side::Red };
        let chance = Chance::from_parts(&[self.seed, number as u64]);
        Fixture { number, seats, game: self.opened(rules, number / 2, begins), chance }
    }

    /// A game with the random opening of this pair of games, mirrored if Red begins.
    fn opened(&self, rules: RuleSet, pair: usize, begins: Side) -> Game {
        let mut chance = Chance::from_parts(&[self.seed, pair as u64, u64::from(self.opening_turns)]);
        let mut original = Game::new(rules, Side::Black);
        for _ in 0..self.opening_turns {
            original.play_random(|count| chance.below(count));
        }
        // A game that is over at once would tell nothing.
        if original.is_over() {
            original.undo();
        }
        match begins {
            Side::Black => original,
            Side::Red => {
                let turns: Vec<Turn> = original.turns().iter().map(|turn| turn.turn.mirrored()).collect();
                // The mirror image of a legal game is legal, so this never falls back to a game without an opening.
                let begun = Game::new(rules, begins);
                Game::replay(rules, *begun.start(), &turns).unwrap_or(begun)
            }
        }
    }

    /// The side of the pairing's first player. Sides change every two games, and each player begins one of the two.
    pub(crate) fn side_of_first(&self, number: usize) -> Side {
        if (number % self.games as usize / 2).is_multiple_of(2) { Side::Black } else { Side::Red }
    }
}

impl Arena {
    /// Plays all games between levels on this many threads; returns `None` if stopped by `report`, as in
    /// [`Arena::run_with`].
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn run(
        &self,
        oracle: &impl Oracle,
        threads: usize,
        report: impl FnMut(&PlayedGame) -> ControlFlow<()> + Send,
    ) -> Result<Option<Vec<Pairing>>, TableError> {
        let play = |(): &mut (), fixture| self.play_fixture(oracle, fixture);
        let results = self.run_with(*oracle.rules(), threads, || (), play, report)?;
        Ok(results.map(|results| results.pairings))
    }

    /// Plays one game of the arena. The same number in the same arena always gives the same game.
    ///
    /// # Errors
    /// If a part of the table that is needed is damaged.
    pub fn play(&self, oracle: &impl Oracle, number: usize) -> Result<PlayedGame, TableError> {
        self.play_fixture(oracle, self.fixture(*oracle.rules(), number))
    }

    fn play_fixture(&self, oracle: &impl Oracle, fixture: Fixture) -> Result<PlayedGame, TableError> {
        let Fixture { number, seats, mut game, mut chance } = fixture;
        let players = seats.map(|seat| self.players[seat]);
        let losses = play_on(oracle, players, &mut game, &mut chance)?;
        Ok(PlayedGame { number, players, game, losses, decided: Decided::OnTheBoard })
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
    let losses = play_on(oracle, players, &mut game, chance)?;
    Ok((game, losses))
}

/// Plays a game to its end; returns the points lost by each turn.
fn play_on(
    oracle: &(impl Oracle + ?Sized),
    players: BySide<Level>,
    game: &mut Game,
    chance: &mut Chance,
) -> Result<BySide<Vec<u8>>, TableError> {
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
    Ok(losses)
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
