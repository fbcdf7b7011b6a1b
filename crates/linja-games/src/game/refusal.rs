//! Reasons for refusing a command.

use linja::{ParseTurnError, Side};

use crate::name::NameError;

/// The reason for refusing a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The client has no seat in this game.
    #[error("You have no seat in this game; you can only watch it.")]
    NoSeat,
    /// The client already has a seat in this game.
    #[error("You have a seat in this game already.")]
    AlreadySeated,
    /// Both seats are taken.
    #[error("Both seats of this game are taken.")]
    GameFull,
    /// The invitation code is missing or wrong.
    #[error("This game is by invitation, and the code is not the right one.")]
    WrongInvitation,
    /// The creator withdrew the invitation.
    #[error("The invitation has been taken back.")]
    Withdrawn,
    /// A seat is still open.
    #[error("The game has not begun: a seat is still open.")]
    Waiting,
    /// The game is over.
    #[error("The game is over.")]
    GameOver,
    /// The game or the match is not over yet.
    #[error("The game is not over yet.")]
    NotOver,
    /// The match is over.
    #[error("The match is over; ask for a rematch.")]
    MatchOver,
    /// The other side is to move.
    #[error("It is not your turn: {to_move} is to move.")]
    NotYourTurn {
        /// The side to move.
        to_move: Side,
    },
    /// The client does not play that side.
    #[error("You don't play {side}.")]
    OtherSide {
        /// The side that the client does not play.
        side: Side,
    },
    /// The turn can't be read or is not legal.
    #[error("{0}")]
    Turn(ParseTurnError),
    /// The name can't be used.
    #[error("{0}")]
    Name(NameError),
    /// There is no offer to accept or decline.
    #[error("There is no offer to answer.")]
    NoOffer,
    /// The client has already made this offer.
    #[error("You have asked already; the other player has not answered yet.")]
    AlreadyOffered,
    /// The player has not played a turn yet.
    #[error("There is no turn to take back.")]
    NothingToTakeBack,
    /// The players have taken back too often in this game.
    #[error("No more take-backs in this game.")]
    TooManyTakeBacks,
    /// The series of matches has too many events.
    #[error("This series has become too long; start a new game.")]
    SeriesTooLong,
}
