//! What happened in a game: the only thing that is stored. Everything else follows from it.

use linja_api::{Level, RuleSetId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::token::Hash;
use linja::Side;

/// One event in its place, as it is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Its number in the game, from 1 on.
    pub seq: u64,
    /// When it happened, in milliseconds since 1970, by the database's clock. Never less than the event before.
    pub at: u64,
    /// The command that caused it, by which a repeated request is recognised.
    pub command: Option<Uuid>,
    /// The hash of the token of the client that caused it; `None` for the computer and for the clock.
    pub actor: Option<Hash>,
    /// The hash of the invitation that this event issues.
    pub secret: Option<Hash>,
    /// What happened; everybody may see it.
    pub event: Event,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game was created; always the first event.
    Created(Created),
    /// The open seat was taken.
    Joined {
        /// Which seat.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
        /// By whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    /// A turn was played.
    Turn {
        /// By whom.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
        /// Its canonical written form.
        turn: String,
    },
    /// One player asks the other to take back.
    TakeBackOffered {
        /// Who asks.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
    },
    /// The other does not agree.
    TakeBackDeclined {
        /// Who does not.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
    },
    /// The last turns were taken back.
    TakenBack {
        /// Who wanted to.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
        /// How many turns.
        turns: u8,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
    },
    /// A player's time ran out.
    TimeRanOut {
        /// Whose.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
    },
    /// The next game of the match began.
    NextGame {
        /// Who began it.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
    },
    /// One player asks the other for another match.
    RematchOffered {
        /// Who asks.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
    },
    /// The other does not want to.
    RematchDeclined {
        /// Who does not.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
    },
    /// Another match began, with the same seats.
    Rematch {
        /// Who agreed.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
    },
    /// The creator took the invitation or the challenge back before anybody came.
    Withdrawn {
        /// The creator's side.
        #[schema(value_type = linja_api::schema::Side)]
        side: Side,
    },
}

/// How a game was set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Created {
    /// The rule set.
    pub rules: RuleSetId,
    /// Against whom.
    pub opponent: Opponent,
    /// The seat of the creator, who holds both seats on one device.
    #[schema(value_type = linja_api::schema::Side)]
    pub side: Side,
    /// Who moves first, drawn by lot where it was left open.
    #[schema(value_type = linja_api::schema::Side)]
    pub first: Side,
    /// The most games of the match: 1, 3 or 5.
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
    /// Where the game begins, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
}

/// Against whom a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Opponent {
    /// The computer.
    Computer {
        /// How strong it is.
        level: Level,
    },
    /// Another person on the same device.
    Local,
    /// The first person who brings the invitation.
    Invitation,
    /// The first person who takes up the challenge in the lobby.
    Lobby,
}

/// Time for a whole game, and time added after each turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockSetting {
    /// Seconds at the beginning, 10 to 86,400.
    #[schema(minimum = 10, maximum = 86_400)]
    pub seconds: u32,
    /// Seconds added after each own turn, 0 to 600.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 600)]
    pub increment: u32,
}
