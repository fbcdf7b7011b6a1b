//! Why nothing follows from a command.

use linja::{ParseTurnError, Side};

use crate::name::NameError;

/// Why nothing follows from a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The client has no seat in this game.
    #[error("You have no seat in this game; you can only watch it.")]
    NoSeat,
    /// The client has one already.
    #[error("You have a seat in this game already.")]
    AlreadySeated,
    /// Both seats are taken.
    #[error("Both seats of this game are taken.")]
    GameFull,
    /// The open seat is for somebody else.
    #[error("This game is by invitation, and the code is not the right one.")]
    WrongInvitation,
    /// The creator took it back.
    #[error("The invitation has been taken back.")]
    Withdrawn,
    /// The other seat is open.
    #[error("The game has not begun: a seat is still open.")]
    Waiting,
    /// Nothing more can be played.
    #[error("The game is over.")]
    GameOver,
    /// The game or the match goes on.
    #[error("The game is not over yet.")]
    NotOver,
    /// The match is over.
    #[error("The match is over; ask for a rematch.")]
    MatchOver,
    /// The other side is to move.
    #[error("It is not your turn: {to_move} is to move.")]
    NotYourTurn {
        /// Who is.
        to_move: Side,
    },
    /// Somebody acts for the other side.
    #[error("You don't play {side}.")]
    OtherSide {
        /// For which.
        side: Side,
    },
    /// The turn can't be read or is not legal.
    #[error("{0}")]
    Turn(ParseTurnError),
    /// The name can't be used.
    #[error("{0}")]
    Name(NameError),
    /// There is nothing to agree to.
    #[error("There is no offer to answer.")]
    NoOffer,
    /// The same offer stands.
    #[error("You have asked already; the other player has not answered yet.")]
    AlreadyOffered,
    /// No own turn has been played.
    #[error("There is no turn to take back.")]
    NothingToTakeBack,
}
