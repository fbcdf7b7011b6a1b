//! Reasons for refusing a command.

use std::fmt;

use linja::{Message, ParseTurnError, Side};

use crate::english;
use crate::name::NameError;

/// The reason for refusing a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The client has no seat in this game.
    NoSeat,
    /// The client already has a seat in this game.
    AlreadySeated,
    /// Both seats are taken.
    GameFull,
    /// The invitation code is missing or wrong.
    WrongInvitation,
    /// The creator withdrew the invitation.
    Withdrawn,
    /// A seat is still open.
    Waiting,
    /// The game is over.
    GameOver,
    /// The game or the match is not over yet.
    NotOver,
    /// The match is over.
    MatchOver,
    /// The other side is to move.
    NotYourTurn {
        /// The side to move.
        to_move: Side,
    },
    /// The client does not play that side.
    OtherSide {
        /// The side that the client does not play.
        side: Side,
    },
    /// The turn can't be read or is not legal.
    Turn(ParseTurnError),
    /// The name can't be used.
    Name(NameError),
    /// There is no offer to accept or decline.
    NoOffer,
    /// The client has already made this offer.
    AlreadyOffered,
    /// The other player has not left, or the game can't be won that way.
    NotLeft,
    /// The player has not played a turn yet.
    NothingToTakeBack,
    /// The players have taken back too often in this game.
    TooManyTakeBacks,
    /// The game has too many events.
    SeriesTooLong,
    /// The next game has already begun.
    NextBegan,
}

impl Refusal {
    /// The reason as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        Message::new(match self {
            Refusal::NoSeat => "problem_no_seat",
            Refusal::AlreadySeated => "problem_already_seated",
            Refusal::GameFull => "problem_game_full",
            Refusal::WrongInvitation => "problem_wrong_invitation",
            Refusal::Withdrawn => "problem_withdrawn",
            Refusal::Waiting => "problem_waiting",
            Refusal::GameOver => "problem_game_over",
            Refusal::NotOver => "problem_not_over",
            Refusal::MatchOver => "problem_match_over",
            Refusal::NotYourTurn { to_move } => {
                return Message::new("problem_not_your_turn").with("side", *to_move);
            }
            Refusal::OtherSide { side } => return Message::new("problem_other_side").with("side", *side),
            Refusal::Turn(error) => return error.message(),
            Refusal::Name(error) => return error.message(),
            Refusal::NoOffer => "problem_no_offer",
            Refusal::AlreadyOffered => "problem_already_offered",
            Refusal::NothingToTakeBack => "problem_nothing_to_take_back",
            Refusal::NotLeft => "problem_not_left",
            Refusal::TooManyTakeBacks => "problem_too_many_take_backs",
            Refusal::SeriesTooLong => "problem_series_too_long",
            Refusal::NextBegan => "problem_next_began",
        })
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&english(&self.message()))
    }
}

impl std::error::Error for Refusal {}
