use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use crate::{
    CompleteTurn, ParseTurnError, PartialTurn, PlayError, Position, RuleSet, Score, Side, Turn, Winner,
};

/// A game: its start position, the turns played, whether it is over, and who won.
///
/// The last position does not always show whether the game is over (ruling R5), so programs must keep a `Game`, not
/// only a [`Position`].
///
/// ```
/// use linja::{Game, RuleSet, Side};
/// let mut game = Game::new(RuleSet::BONUS, Side::Black);
/// game.play_text("ab ce")?;
/// assert_eq!(game.position().to_move(), Side::Red);
/// assert!(game.result().is_none());
/// game.resign(Side::Red)?;
/// assert!(game.is_over());
/// # Ok::<(), linja::ParseTurnError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: RuleSet,
    start: Position,
    turns: Vec<CompleteTurn>,
    /// Set if the game was stopped by a player or a clock, not by the board.
    stopped: Option<Termination>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// On the board; the points decide.
    Normal,
    /// This side resigned.
    Resignation(Side),
    /// This side ran out of time.
    Time(Side),
    /// The game was abandoned, with this winner if the players agreed on one.
    Abandoned(Option<Winner>),
}

/// Writes the [`id`](Termination::id), without the loser or the winner.
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameResult {
    /// The points on the board at the end.
    pub score: Score,
    /// Who won: by points, or because the opponent resigned or ran out of time. `None` for a game abandoned without a
    /// winner.
    pub winner: Option<Winner>,
}

impl Game {
    /// A new game from the start position, with `first` to move.
    #[must_use]
    pub fn new(rules: RuleSet, first: Side) -> Game {
        Game::from_position(rules, Position::start(first))
    }

    /// A new game from any position.
    #[must_use]
    pub fn from_position(rules: RuleSet, start: Position) -> Game {
        Game { rules, start, turns: Vec::new(), stopped: None }
    }

    /// Plays `turns` one after the other from `start`.
    ///
    /// # Errors
    /// The index of the first illegal turn, and why it is illegal.
    pub fn replay<'a>(
        rules: RuleSet,
        start: Position,
        turns: impl IntoIterator<Item = &'a Turn>,
    ) -> Result<Game, ReplayError> {
        let mut game = Game::from_position(rules, start);
        for (played, turn) in turns.into_iter().enumerate() {
            game.play(turn).map_err(|error| ReplayError { played, error })?;
        }
        Ok(game)
    }

    /// The rule set played by.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The position where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        self.turns.last().map_or(&self.start, |last| &last.result.position)
    }

    /// Every turn played, with the position after it.
    #[must_use]
    pub fn turns(&self) -> &[CompleteTurn] {
        &self.turns
    }

    /// The next turn at its beginning, or `None` if the game is over.
    #[must_use]
    pub fn begin_turn(&self) -> Option<PartialTurn> {
        if self.is_over() { None } else { PartialTurn::begin(*self.position(), self.rules) }
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// Why the turn is illegal; the game is then unchanged.
    pub fn play(&mut self, turn: &Turn) -> Result<&CompleteTurn, PlayError> {
        let mut under_way = self.begin_turn().ok_or(PlayError::GameOver)?;
        if turn.is_pass() && !under_way.can_finish() {
            return Err(PlayError::CannotPass { side: under_way.side() });
        }
        for &action in turn.actions() {
            under_way.apply(action)?;
        }
        let complete = under_way.finish()?;
        Ok(self.push(complete))
    }

    /// Reads a turn and plays it.
    ///
    /// # Errors
    /// Where the text is malformed, or why the turn is illegal; the game is then unchanged.
    pub fn play_text(&mut self, text: &str) -> Result<&CompleteTurn, ParseTurnError> {
        if self.is_over() {
            return Err(PlayError::GameOver.into());
        }
        let complete = Turn::parse(text, self.position(), &self.rules)?;
        Ok(self.push(complete))
    }

    /// Plays the legal turn with the index `below(n)`, where `n` is the number of legal turns. Returns `None` if the
    /// game is over.
    ///
    /// With a random number generator as `below`, this plays a random game:
    ///
    /// ```
    /// use linja::{Game, RuleSet, Side};
    /// let mut state = 1_u32;
    /// let mut below = |n: usize| {
    ///     state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    ///     (state >> 8) as usize % n
    /// };
    /// let mut game = Game::new(RuleSet::CLASSIC, Side::Black);
    /// while game.play_random(&mut below).is_some() {}
    /// assert!(game.is_over());
    /// ```
    ///
    /// # Panics
    /// If `below(n)` is not below `n`.
    pub fn play_random(&mut self, below: impl FnOnce(usize) -> usize) -> Option<&CompleteTurn> {
        if self.is_over() {
            return None;
        }
        let turns = self.position().turns(&self.rules);
        let chosen = turns[below(turns.len())];
        Some(self.push(chosen))
    }

    /// Takes back the last turn and returns it. Returns `None` if no turn was played, or if the game was stopped by a
    /// resignation, a clock or abandonment, which is final.
    pub fn undo(&mut self) -> Option<CompleteTurn> {
        if self.stopped.is_some() { None } else { self.turns.pop() }
    }

    /// Resigns for `side`, during its own turn or the opponent's.
    ///
    /// # Errors
    /// If the game is already over.
    pub fn resign(&mut self, side: Side) -> Result<(), PlayError> {
        self.stop(Termination::Resignation(side))
    }

    /// Stops the game before the board does: by a resignation, a clock or abandonment.
    ///
    /// # Errors
    /// If the game is already over, or if `how` is [`Termination::Normal`].
    pub fn stop(&mut self, how: Termination) -> Result<(), PlayError> {
        if self.is_over() {
            return Err(PlayError::GameOver);
        }
        if how == Termination::Normal {
            return Err(PlayError::NotOver);
        }
        self.stopped = Some(how);
        Ok(())
    }

    /// How the game ended, or `None` if it is not over.
    #[must_use]
    pub fn termination(&self) -> Option<Termination> {
        let on_the_board =
            self.turns.last().map_or_else(|| self.start.is_over(&self.rules), |last| last.result.is_over);
        self.stopped.or(on_the_board.then_some(Termination::Normal))
    }

    /// Whether the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.termination().is_some()
    }

    /// The points of the current position, final or not.
    #[must_use]
    pub fn score(&self) -> Score {
        self.position().score(&self.rules)
    }

    /// The result, or `None` if the game is not over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        let score = self.score();
        let winner = match self.termination()? {
            Termination::Normal => Some(score.winner()),
            Termination::Resignation(loser) | Termination::Time(loser) => Some(Winner::Side(!loser)),
            Termination::Abandoned(winner) => winner,
        };
        Some(GameResult { score, winner })
    }

    fn push(&mut self, complete: CompleteTurn) -> &CompleteTurn {
        self.turns.push(complete);
        &self.turns[self.turns.len() - 1]
    }
}

/// A turn of a list is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of legal turns before the error, which is also the index of the illegal turn.
    pub played: usize,
    /// Why the turn is illegal.
    pub error: PlayError,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {} of the list: {}", self.played + 1, self.error)
    }
}

impl Error for ReplayError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.error)
    }
}
