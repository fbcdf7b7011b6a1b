//! Why something about a game failed.

use linja_oracle::TableError;

use crate::game::refusal::Refusal;
use crate::game::state::FoldError;
use crate::game::view::OwnGame;
use crate::id::GameId;
use crate::name::NameError;
use crate::store::StoreError;

/// Why something about a game failed. The texts of the first group are meant for players, those of the last for the log.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// There is no game of that id.
    #[error("There is no such game. Check the link, or begin a new one.")]
    NoSuchGame,
    /// The match has no game of that number.
    #[error("There is no game of that number yet.")]
    NoSuchNumber,
    /// The rules or the state of the game do not allow the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The client saw an older state; this is the present one.
    #[error("The game has moved on since you last saw it; here is how it stands.")]
    Stale(Box<OwnGame>),
    /// The client has used the command's id before, for something else.
    #[error("This id belongs to another command that you have sent; choose a new one.")]
    ReusedId,
    /// The client has this many unfinished games, which is the limit.
    #[error("You have {0} unfinished games; finish or resign some first.")]
    TooManyGames(u64),
    /// A field of a new game holds an impossible value.
    #[error("{why}")]
    InvalidField {
        /// The field.
        field: &'static str,
        /// What it may hold.
        why: &'static str,
    },
    /// A field of a new game holds a name that can't be used.
    #[error("{error}")]
    InvalidName {
        /// The field.
        field: &'static str,
        /// What is wrong with the name.
        error: NameError,
    },
    /// The position of a new game can't be read or is none of the game.
    #[error(transparent)]
    InvalidPosition(#[from] linja::ParsePositionError),
    /// A new game can't begin with that position, for this reason.
    #[error("{0}")]
    UnsuitablePosition(String),
    /// Too much work waits already; retry in a second.
    #[error("The server is busy; try again in a moment.")]
    Busy,
    /// The store failed. Whether an event that was being written is stored is unknown.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored events of a game contradict each other.
    #[error("game {game}: {error}")]
    Damaged {
        /// Which game.
        game: GameId,
        /// The event that does not fit.
        error: FoldError,
    },
    /// A table is damaged where it was needed.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The operating system has no random bytes.
    #[error("no random bytes: {0}")]
    Random(#[from] getrandom::Error),
    /// Work panicked or was cancelled.
    #[error("work did not end: {0}")]
    Work(#[from] tokio::task::JoinError),
}
