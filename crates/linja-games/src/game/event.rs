//! The events of a game. Only events are stored; all other state is derived from them.

use linja_api::Level;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::id::GameId;
use crate::token::Hash;
use linja::{RuleSet, Side, Winner};

/// An event as stored, with its sequence number and metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The event's number in the game, starting at 1.
    pub seq: u64,
    /// Time of the event in milliseconds since 1970, by the store's clock. Never decreases within a game.
    pub at: u64,
    /// The command that caused the event, used to recognise repeated requests.
    pub command: Option<Uuid>,
    /// The token hash of the client that caused the event; `None` for the computer and for the clock.
    pub actor: Option<Hash>,
    /// The hash of the invitation that this event issues.
    pub secret: Option<Hash>,
    /// The public part of the event.
    pub event: Event,
}

/// Something that happened in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game was created; always the first event of a series.
    Created(Created),
    /// The game follows another one: the next game of a match, or a rematch. The first event of such a game.
    CreatedNext(CreatedNext),
    /// The open seat was taken.
    Joined {
        /// Which seat.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
        /// By whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A turn was played.
    Turn {
        /// By whom.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
        /// The turn in canonical notation.
        turn: String,
        /// Milliseconds of network lag that do not count as the player's time.
        #[serde(default, skip_serializing_if = "is_zero")]
        #[cfg_attr(feature = "schema", schema(required = false))]
        lag: u64,
    },
    /// A player asked to take back.
    TakeBackOffered {
        /// Who asks.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// The opponent declined the take-back.
    TakeBackDeclined {
        /// Who does not.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// The last turns were taken back.
    TakenBack {
        /// The side that asked for it.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
        /// The number of turns taken back.
        turns: u8,
    },
    /// A player resigned.
    Resigned {
        /// Who.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// A player's time ran out.
    TimeRanOut {
        /// Whose.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// A player did not play the first turn in time, or nobody has played for 90 days: the match is over, and nobody has
    /// lost the game.
    Aborted {
        /// Who.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// A player won because the opponent had left.
    WinClaimed {
        /// The winner.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// Time in which no server was up is given back to the side to move.
    TimeCredited {
        /// To whom.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
        /// How much time.
        milliseconds: u64,
    },
    /// The next game of the match or a rematch began. It has its own id; this is the last event of the game before it.
    NextBegan {
        /// Who began it.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
        /// The next game.
        #[cfg_attr(feature = "schema", schema(value_type = String, min_length = 20, max_length = 20))]
        game: GameId,
    },
    /// The next game of the match began. Only in games of older versions, whose events contain those of the next game.
    NextGame {
        /// Who began it.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// A player offered another match.
    RematchOffered {
        /// Who asks.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// The opponent declined another match.
    RematchDeclined {
        /// Who does not.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// Another match began with the same players. Only in games of older versions, as `next_game`.
    Rematch {
        /// Who agreed.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
    /// An operator of the server replaced a player's name, also in the events before.
    Renamed {
        /// Whose.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
        /// The new name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// The creator withdrew the invitation or the challenge before anybody joined.
    Withdrawn {
        /// The creator's side.
        #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
        side: Side,
    },
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Event {
    /// The names of all types of events that this version knows, as they are stored. A newer version may know more.
    pub const KINDS: &[&str] = &[
        "created",
        "created_next",
        "joined",
        "turn",
        "take_back_offered",
        "take_back_declined",
        "taken_back",
        "resigned",
        "time_ran_out",
        "aborted",
        "win_claimed",
        "time_credited",
        "next_began",
        "next_game",
        "rematch_offered",
        "rematch_declined",
        "rematch",
        "renamed",
        "withdrawn",
    ];

    /// Whether the event changes nothing that players decide about, so that it does not outdate what a client wants to do.
    #[must_use]
    pub fn is_incidental(&self) -> bool {
        self.is_credit() || matches!(self, Event::Renamed { .. })
    }

    /// Whether the next game begins with this event, as older versions stored it.
    #[must_use]
    pub fn begins_in_stream(&self) -> bool {
        matches!(self, Event::NextGame { .. } | Event::Rematch { .. })
    }

    /// Whether the event only gives time back. It does not outdate what a client wants to do.
    #[must_use]
    pub fn is_credit(&self) -> bool {
        matches!(self, Event::TimeCredited { .. })
    }
}

/// The settings of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Created {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::RuleSet))]
    pub rules: RuleSet,
    /// The kind of opponent.
    pub opponent: Opponent,
    /// The creator's side. On one device the creator holds both seats.
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
    pub side: Side,
    /// The side that moves first; drawn at random if the creator did not choose.
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
    pub first: Side,
    /// Maximum number of games in the match: 1, 3 or 5.
    pub games: u8,
    /// The clock, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockSetting>,
    /// The creator's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The other player's name, on one device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent_name: Option<String>,
    /// The initial position, if not the standard one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// The settings of a game that follows another one, and its place in the series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CreatedNext {
    /// The settings.
    pub settings: Created,
    /// The games before it.
    pub series: Series,
}

/// The games before a game with the same players. Everything that the next games depend on, so that no other game has to be
/// read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Series {
    /// The first game of all.
    #[cfg_attr(feature = "schema", schema(value_type = String, min_length = 20, max_length = 20))]
    pub first: GameId,
    /// The number of this game, counted over all matches.
    pub number: u32,
    /// The game before it.
    #[cfg_attr(feature = "schema", schema(value_type = String, min_length = 20, max_length = 20))]
    pub previous: GameId,
    /// Matches begun, the current one included.
    pub matches: u32,
    /// The side that moved first in the first game of the match.
    #[cfg_attr(feature = "schema", schema(value_type = linja_api::schema::Side))]
    pub starter: Side,
    /// The winners of the games of the match so far.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<linja_api::schema::Winner>))]
    pub results: Vec<Winner>,
}

/// The kind of opponent in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Opponent {
    /// The computer.
    Computer {
        /// The playing strength.
        level: Level,
    },
    /// Another person on the same device.
    Local,
    /// The first person to use the invitation.
    Invitation,
    /// The first person to accept the challenge in the lobby.
    Lobby,
}

/// Time per player for a whole game, plus an increment per turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// Initial seconds, 10 to 86,400.
    #[cfg_attr(feature = "schema", schema(minimum = 10, maximum = 86_400))]
    pub seconds: u32,
    /// Seconds added after each of the player's turns, 0 to 600.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(minimum = 0, maximum = 600))]
    pub increment: u32,
}
