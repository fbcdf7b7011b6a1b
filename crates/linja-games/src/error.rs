//! Errors of games.

use linja_oracle::TableError;

use crate::game::refusal::Refusal;
use crate::game::state::FoldError;
use crate::game::view::OwnGame;
use crate::id::GameId;
use crate::name::NameError;
use crate::store::StoreError;

/// An error of a game. The messages up to `Busy` are meant for players, the later ones for the log.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// There is no game with that id.
    #[error("There is no such game. Check the link, or begin a new one.")]
    NoSuchGame,
    /// There is no game with that number yet.
    #[error("There is no game of that number yet.")]
    NoSuchNumber,
    /// The rules or the state of the game do not allow the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The client saw an older state; this is the current one.
    #[error("The game has moved on since you last saw it; here is how it stands.")]
    Stale(Box<OwnGame>),
    /// The client has already used the command's id for a different command.
    #[error("This id belongs to another command that you have sent; choose a new one.")]
    ReusedId,
    /// The client has reached the limit of unfinished games, which is this number.
    #[error("You have {0} unfinished games; finish or resign some first.")]
    TooManyGames(u64),
    /// A field of a new game holds an invalid value.
    #[error("{why}")]
    InvalidField {
        /// The field.
        field: &'static str,
        /// The allowed values.
        why: &'static str,
    },
    /// A field of a new game holds an invalid name.
    #[error("{error}")]
    InvalidName {
        /// The field.
        field: &'static str,
        /// What is wrong with the name.
        error: NameError,
    },
    /// The position of a new game can't be parsed or is impossible.
    #[error(transparent)]
    InvalidPosition(#[from] linja::ParsePositionError),
    /// A new game can't start from that position, for this reason.
    #[error("{0}")]
    UnsuitablePosition(String),
    /// Too many jobs are waiting; retry in a second.
    #[error("The server is busy; try again in a moment.")]
    Busy,
    /// The store failed. An event that was being written may or may not be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored events of a game contradict each other.
    #[error("game {game}: {error}")]
    Damaged {
        /// The game.
        game: GameId,
        /// The contradiction.
        error: FoldError,
    },
    /// A table is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The operating system has no random bytes.
    #[error("no random bytes: {0}")]
    Random(#[from] getrandom::Error),
    /// A job panicked or was cancelled.
    #[error("work did not end: {0}")]
    Work(#[from] tokio::task::JoinError),
}
