//! No help in running games between people: which positions are on their boards.
//!
//! A position and its mirror image count as the same, and so do the rule sets: the values of one tell much about another.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use linja::{Board, Game, Position, Row, RuleSet, Side, fast};

use super::Rooms;
use super::open::OpenRoom;
use crate::game::state::{State, Status};
use crate::id::GameId;
use crate::token::Hash;
use crate::{Boxed, GameError};

/// What a client wants to have judged.
#[derive(Clone, Copy, Debug)]
pub enum Subject<'a> {
    /// A position, with its best turns or the perfect play from there on.
    Position(&'a Position),
    /// All positions of a game.
    Game(&'a Game),
}

/// The boards of the running games between people that are in memory.
#[derive(Default)]
pub(super) struct Boards(Mutex<ByOpponent>);

/// Boards and their rule sets by the pawns of the opponent, seen from the opponent's home. A turn does not move these, so
/// the boards one turn before a position are found by the pawns of the player to move. Each with the number of games that
/// have it: many games begin alike.
type ByOpponent = HashMap<[u8; Row::COUNT], HashMap<(Board, RuleSet), usize>>;

/// The entry of one game; ends when dropped.
pub(super) struct OnBoard {
    boards: Arc<Boards>,
    board: Board,
    rules: RuleSet,
}

fn opponent_of(board: Board) -> [u8; Row::COUNT] {
    board.handed_over().own()
}

impl Boards {
    fn add(self: &Arc<Self>, board: Board, rules: RuleSet) -> OnBoard {
        *self.by_opponent().entry(opponent_of(board)).or_default().entry((board, rules)).or_default() += 1;
        OnBoard { boards: self.clone(), board, rules }
    }

    /// Whether a position is on a board, or can be after one turn.
    fn is_near(&self, position: &Position) -> bool {
        let board = Board::of(position);
        // The lock does not last for the enumeration of turns.
        let near: Vec<(Board, RuleSet)> = {
            let all = self.by_opponent();
            if all
                .get(&opponent_of(board))
                .is_some_and(|boards| boards.keys().any(|&(found, _)| found == board))
            {
                return true;
            }
            all.get(&board.own()).map(|boards| boards.keys().copied().collect()).unwrap_or_default()
        };
        near.iter().any(|&(before, rules)| leads_to(before, &rules, board))
    }

    fn by_opponent(&self) -> std::sync::MutexGuard<'_, ByOpponent> {
        // Safe to use after a panic: an entry may at worst stay for ever.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for OnBoard {
    fn drop(&mut self) {
        let mut all = self.boards.by_opponent();
        let key = opponent_of(self.board);
        let Some(boards) = all.get_mut(&key) else { return };
        if let Some(games) = boards.get_mut(&(self.board, self.rules)) {
            *games -= 1;
            if *games == 0 {
                boards.remove(&(self.board, self.rules));
            }
        }
        if boards.is_empty() {
            all.remove(&key);
        }
    }
}

/// Whether one turn leads from a board to another.
fn leads_to(before: Board, rules: &RuleSet, after: Board) -> bool {
    let mut found = false;
    fast::for_each_turn(&before.position(Side::Black), rules, |turn| {
        found |= Board::of(&turn.result.position) == after;
    });
    found
}

/// The boards about which the players of a running game get no answer.
pub(super) struct Kept {
    /// The number of the last event of the game.
    seq: u64,
    has_begun: bool,
    /// The present board, and those that one turn leads to.
    near: HashSet<Board>,
    /// The boards before, but for the first. Perfect play from there may lead to the present one.
    past: HashSet<Board>,
}

impl Kept {
    fn of(state: &State) -> Kept {
        let game = &state.game;
        let mut near = HashSet::from([Board::of(game.position())]);
        fast::for_each_turn(game.position(), game.rules(), |turn| {
            near.insert(Board::of(&turn.result.position));
        });
        // The first board is nobody's secret: the explorer and the home page begin with it.
        let past = boards(game).skip(1).collect();
        Kept { seq: state.seq, has_begun: !game.turns().is_empty(), near, past }
    }

    fn refuses(&self, subject: Subject<'_>) -> bool {
        match subject {
            Subject::Position(position) => {
                let board = Board::of(position);
                self.near.contains(&board) || self.past.contains(&board)
            }
            // All games are alike before their first turn.
            Subject::Game(asked) => self.has_begun && boards(asked).any(|board| self.near.contains(&board)),
        }
    }
}

/// What the client of running games between people must not ask.
#[derive(Default)]
pub struct Secrets(Vec<Arc<Kept>>);

impl Secrets {
    /// Refuses help in the running games that the client plays against people: about the present position, the
    /// positions before it but for the first, and those one turn ahead; about a whole game if it comes to the present
    /// position or one turn ahead.
    ///
    /// # Errors
    /// [`GameError::HelpRefused`].
    pub fn refuse_help(&self, subject: Subject<'_>) -> Result<(), GameError> {
        if self.0.iter().any(|kept| kept.refuses(subject)) { Err(GameError::HelpRefused) } else { Ok(()) }
    }
}

/// All boards of a game, from the first to the present one.
fn boards(game: &Game) -> impl Iterator<Item = Board> + '_ {
    let after = game.turns().iter().map(|turn| Board::of(&turn.result.position));
    std::iter::once(Board::of(game.start())).chain(after)
}

impl Rooms {
    /// The running games that a client plays against people.
    ///
    /// # Errors
    /// If the database fails.
    pub fn games_with_others<'a>(&'a self, client: &'a Hash) -> Boxed<'a, Result<Vec<GameId>, GameError>> {
        Box::pin(async move { Ok(self.store.games_with_others(client).await?) })
    }

    /// How many of these games have to be read from the database.
    #[must_use]
    pub fn unread(&self, games: &[GameId]) -> usize {
        let map = self.map();
        games.iter().filter(|id| !map.contains_key(id)).count()
    }

    /// What the players of these games must not ask now: to be looked up once for many positions.
    pub fn secrets_of<'a>(self: &'a Arc<Self>, games: &'a [GameId]) -> Boxed<'a, Secrets> {
        Box::pin(async move {
            let mut secrets = Secrets::default();
            for &id in games {
                // A game that can't be read can't be played either.
                let Ok(mut open) = self.open_last(id).await else { continue };
                secrets.0.extend(open.kept());
            }
            secrets
        })
    }

    /// Whether a running game between people that is in memory here has this position, or can have it after one turn. The
    /// start position does not count.
    #[must_use]
    pub fn is_being_played(&self, subject: Subject<'_>) -> bool {
        match subject {
            Subject::Position(position) => self.boards.is_near(position),
            Subject::Game(game) => {
                let positions = game.turns().iter().map(|turn| &turn.result.position);
                positions.into_iter().any(|position| self.boards.is_near(position))
            }
        }
    }
}

impl OpenRoom {
    /// The boards about which the players get no answer, if people play. They are found once after each event, because
    /// that takes all turns of the present board.
    fn kept(&mut self) -> Option<Arc<Kept>> {
        let state = self.state();
        if !state.is_between_people() || state.status() != Status::Playing {
            return None;
        }
        match &self.loaded.kept {
            Some(kept) if kept.seq == state.seq => Some(kept.clone()),
            _ => {
                let kept = Arc::new(Kept::of(state));
                self.loaded.kept = Some(kept.clone());
                Some(kept)
            }
        }
    }

    /// Updates the entry of the game in the index of boards.
    pub(super) fn show_board(&mut self) {
        let state = self.state();
        // Everybody knows the start position.
        let is_shown =
            state.is_between_people() && state.status() == Status::Playing && !state.game.turns().is_empty();
        let board = is_shown.then(|| Board::of(state.game.position()));
        if self.loaded.on_board.as_ref().map(|shown| shown.board) != board {
            let rules = *self.state().game.rules();
            self.loaded.on_board = board.map(|board| self.rooms.boards.add(board, rules));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn board_of_many_games_is_one_entry_until_the_last_of_them_ends() {
        let boards = Arc::<Boards>::default();
        let start = Position::default();
        let after = start.turns(&RuleSet::BONUS)[0].result.position;
        let board = Board::of(&start);
        let shown: Vec<OnBoard> = (0..1_000).map(|_| boards.add(board, RuleSet::BONUS)).collect();
        let other_rules = boards.add(board, RuleSet::GEEKY);
        let entries = || boards.by_opponent().values().map(HashMap::len).sum::<usize>();
        assert_eq!(entries(), 2);
        assert!(boards.is_near(&start) && boards.is_near(&after));
        drop(other_rules);
        assert_eq!(entries(), 1);
        for shown in shown {
            assert!(boards.is_near(&after));
            drop(shown);
        }
        assert!(!boards.is_near(&start) && !boards.is_near(&after));
        assert_eq!(entries(), 0);
    }
}
