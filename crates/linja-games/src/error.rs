//! Errors of games.

use linja::Message;
use linja_oracle::TableError;

use crate::english;
use crate::game::refusal::Refusal;
use crate::game::state::FoldError;
use crate::game::view::OwnGame;
use crate::id::GameId;
use crate::name::NameError;
#[cfg(feature = "server")]
use crate::store::StoreError;

/// An error of a game. The messages up to `Busy` are meant for players, the later ones for the log.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// There is no game with that id.
    #[error("{}", english(&self.message()))]
    NoSuchGame,
    /// There is no game with that number yet.
    #[error("{}", english(&self.message()))]
    NoSuchNumber,
    /// The rules or the state of the game do not allow the command.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The client saw an older state; this is the current one.
    #[error("{}", english(&self.message()))]
    Stale(Box<OwnGame>),
    /// The client has already used the command's id for a different command.
    #[error("{}", english(&self.message()))]
    ReusedId,
    /// The client has reached the limit of unfinished games, which is this number.
    #[error("{}", english(&self.message()))]
    TooManyGames(u64),
    /// The client has reached the limit of open challenges, which is this number.
    #[error("{}", english(&self.message()))]
    TooManyChallenges(u64),
    /// A field of a new game holds an invalid value.
    #[error("{}", english(&self.message()))]
    InvalidField {
        /// The field.
        field: &'static str,
        /// The allowed values.
        why: Message,
    },
    /// A field of a new game holds an invalid name.
    #[error("{}", english(&self.message()))]
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
    #[error("{}", english(&self.message()))]
    UnsuitablePosition(Message),
    /// The token was signed out, or its identity was deleted.
    #[error("{}", english(&self.message()))]
    SignedOut,
    /// The code for another device is wrong, expired or used up.
    #[error("{}", english(&self.message()))]
    WrongCode,
    /// The identity has this many devices, which is the most.
    #[error("{}", english(&self.message()))]
    TooManyTokens(u64),
    /// The client plays a running game with this position, or one a turn away from it, against a person.
    #[error("{}", english(&self.message()))]
    HelpRefused,
    /// Too many jobs are waiting; retry in a second.
    #[error("{}", english(&self.message()))]
    Busy,
    /// The store failed. An event that was being written may or may not be stored.
    #[cfg(feature = "server")]
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
    #[cfg(feature = "server")]
    #[error("no random bytes: {0}")]
    Random(#[from] getrandom::Error),
    /// A job panicked or was cancelled.
    #[cfg(feature = "server")]
    #[error("work did not end: {0}")]
    Work(#[from] tokio::task::JoinError),
}

impl GameError {
    /// The message for the player. Errors that only the log explains have a general one.
    #[must_use]
    pub fn message(&self) -> Message {
        match self {
            GameError::NoSuchGame => Message::new("problem_no_such_game"),
            GameError::NoSuchNumber => Message::new("problem_no_such_number"),
            GameError::Refused(refusal) => refusal.message(),
            GameError::Stale(_) => Message::new("problem_stale"),
            GameError::ReusedId => Message::new("problem_reused_id"),
            GameError::TooManyGames(most) => Message::new("problem_unfinished_games").with("count", *most),
            GameError::TooManyChallenges(most) => {
                Message::new("problem_open_challenges").with("count", *most)
            }
            GameError::InvalidField { why, .. } | GameError::UnsuitablePosition(why) => why.clone(),
            GameError::InvalidName { error, .. } => error.message(),
            GameError::InvalidPosition(error) => error.message(),
            GameError::SignedOut => Message::new("problem_signed_out"),
            GameError::WrongCode => Message::new("problem_wrong_code"),
            GameError::TooManyTokens(most) => Message::new("problem_too_many_devices").with("count", *most),
            GameError::HelpRefused => Message::new("problem_help_refused"),
            GameError::Busy => Message::new("problem_busy"),
            GameError::Damaged { .. } | GameError::Table(_) => Message::new("problem_internal"),
            #[cfg(feature = "server")]
            GameError::Random(_) | GameError::Work(_) => Message::new("problem_internal"),
            #[cfg(feature = "server")]
            GameError::Store(error) => Message::new(match error {
                StoreError::Removed { .. } => "problem_no_such_game",
                StoreError::Damaged { .. } => "problem_internal",
                StoreError::Newer { .. } => "problem_game_paused",
                _ => "problem_store",
            }),
        }
    }
}
