//! Commands of players, and the single event or refusal that each produces.

use linja::{Side, Turn};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::event::{Event, Opponent};
use super::refusal::Refusal;
use super::state::{Seat, State, Status};
use crate::name::{self, NameError};
use crate::token::{Hash, Invitation};

/// A request to change a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(try_from = "Fields")]
pub struct Command {
    /// Chosen by the client, unique per command. Repeating a command returns the same receipt; a different command with
    /// the same id is a conflict.
    pub id: Uuid,
    /// The number of the last event that the client has seen.
    #[cfg_attr(feature = "schema", schema(format = "uint64"))]
    pub seen: u64,
    /// The requested change.
    #[serde(flatten)]
    pub wish: Wish,
}

/// The requested change. Variants without fields have braces because serde ignores unknown fields of unit variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Wish {
    /// Take the open seat.
    Join {
        /// The player's display name, at most 40 characters.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(max_length = 40))]
        name: Option<String>,
        /// The invitation code, required for games by invitation.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<String>,
    },
    /// Play a complete turn.
    Turn {
        /// The turn in notation: `ab ce`, `pass`.
        turn: String,
    },
    /// Take back your last turn. Immediate against the computer and on one device; otherwise the opponent must agree.
    TakeBack {},
    /// Agree to the opponent's take-back.
    AcceptTakeBack {},
    /// Decline the opponent's take-back.
    DeclineTakeBack {},
    /// Resign the game.
    Resign {
        /// The side that resigns, on one device; defaults to the side to move.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schema", schema(value_type = Option<linja_api::schema::Side>))]
        side: Option<Side>,
    },
    /// Win the game because the opponent, who is to move, has left. Only in games with a clock of at most an hour.
    ClaimWin {},
    /// Begin the next game of the match.
    NextGame {},
    /// Offer another match, or accept the opponent's offer.
    Rematch {},
    /// Decline the offer of another match.
    DeclineRematch {},
    /// Withdraw the invitation or the challenge.
    Withdraw {},
}

/// The fields of all commands. Parsing takes two steps because a flattened enum would accept unknown fields and numeric
/// types.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    #[serde(skip_serializing)]
    id: Uuid,
    #[serde(skip_serializing)]
    seen: u64,
    #[serde(rename = "type")]
    kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    turn: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Side>,
}

impl TryFrom<Fields> for Command {
    type Error = serde_json::Error;

    fn try_from(fields: Fields) -> Result<Command, serde_json::Error> {
        let wish = match &fields {
            // By far the most frequent command takes the short way.
            Fields { kind, turn: Some(turn), name: None, code: None, side: None, .. } if kind == "turn" => {
                Wish::Turn { turn: turn.clone() }
            }
            _ => serde_json::from_value(serde_json::to_value(&fields)?)?,
        };
        Ok(Command { id: fields.id, seen: fields.seen, wish })
    }
}

/// Take-backs in one game, offers included. Without a limit one game could grow for ever.
pub const MOST_TAKE_BACKS: u32 = 200;
/// Events of a game after which nobody is asked for a rematch. A game takes about 80.
pub const LONGEST_GAME: u64 = 5_000;

/// Returns the event that a wish of `actor` produces.
///
/// The caller has already handled stale and repeated commands; only the state matters here.
///
/// # Errors
/// If the rules or the state of the game do not allow the wish.
pub fn decide(state: &State, actor: &Hash, wish: &Wish) -> Result<Event, Refusal> {
    if let Wish::Join { name, code } = wish {
        return join(state, actor, name.as_deref(), code.as_deref());
    }
    let sides = state.sides_of(actor);
    let &own = sides.first().ok_or(Refusal::NoSeat)?;
    if state.status() == Status::Withdrawn {
        return Err(Refusal::Withdrawn);
    }
    let side = own;
    match wish {
        Wish::Join { .. } => Err(Refusal::AlreadySeated),
        Wish::Turn { turn } => play(state, &sides, turn),
        Wish::TakeBack {} => take_back(state, own),
        Wish::AcceptTakeBack {} => {
            playing(state)?;
            let asks = state.take_back.filter(|&asks| asks != own).ok_or(Refusal::NoOffer)?;
            let turns = state.turns_to_take_back(asks).ok_or(Refusal::NothingToTakeBack)?;
            Ok(Event::TakenBack { side: asks, turns })
        }
        Wish::DeclineTakeBack {} => {
            playing(state)?;
            state.take_back.ok_or(Refusal::NoOffer)?;
            Ok(Event::TakeBackDeclined { side })
        }
        Wish::Resign { side } => {
            playing(state)?;
            let to_move = state.game.position().to_move();
            let side = match side {
                Some(side) => *side,
                None if state.is_local() => to_move,
                None => own,
            };
            if !sides.contains(&side) {
                return Err(Refusal::OtherSide { side });
            }
            Ok(Event::Resigned { side })
        }
        Wish::ClaimWin {} => {
            playing(state)?;
            if state.may_claim(own) { Ok(Event::WinClaimed { side }) } else { Err(Refusal::NotLeft) }
        }
        Wish::NextGame {} => match state.status() {
            Status::BetweenGames | Status::Over if state.next.is_some() => Err(Refusal::NextBegan),
            Status::BetweenGames => Ok(Event::NextBegan { side, game: state.next_id() }),
            Status::Over => Err(Refusal::MatchOver),
            _ => Err(Refusal::NotOver),
        },
        Wish::Rematch {} => rematch(state, own),
        Wish::DeclineRematch {} => {
            state.rematch.ok_or(Refusal::NoOffer)?;
            Ok(Event::RematchDeclined { side })
        }
        Wish::Withdraw {} => match state.status() {
            Status::Waiting => Ok(Event::Withdrawn { side }),
            _ => Err(Refusal::GameFull),
        },
    }
}

fn join(state: &State, actor: &Hash, name: Option<&str>, code: Option<&str>) -> Result<Event, Refusal> {
    if !state.sides_of(actor).is_empty() {
        return Err(Refusal::AlreadySeated);
    }
    let open = match state.status() {
        Status::Waiting => Side::ALL.into_iter().find(|&side| state.seats[side] == Seat::Open),
        Status::Withdrawn => return Err(Refusal::Withdrawn),
        _ => None,
    };
    let open = open.ok_or(Refusal::GameFull)?;
    if state.created.opponent == Opponent::Invitation {
        // Hashes are compared in constant time, so timing reveals nothing about the code.
        let brought = code.and_then(|code| code.trim().parse::<Invitation>().ok()).map(|code| code.hash());
        if brought.is_none() || brought != state.invitation {
            return Err(Refusal::WrongInvitation);
        }
    }
    let name = name.map(name::check).transpose().map_err(Refusal::Name)?.flatten();
    if let (Some(name), Seat::Person { name: Some(other), .. }) = (&name, &state.seats[!open])
        && name::are_alike(name, other)
    {
        return Err(Refusal::Name(NameError::LikeOpponent));
    }
    Ok(Event::Joined { side: open, name })
}

/// Whether a wish produced this event in the state before it. Names are compared with leniency, because earlier versions
/// stored names that are written differently or refused now.
#[must_use]
pub fn produces(before: &State, actor: &Hash, wish: &Wish, event: &Event) -> bool {
    match (wish, event) {
        (Wish::Join { name, code }, Event::Joined { side, name: stored }) => {
            let nameless = join(before, actor, None, code.as_deref());
            nameless == Ok(Event::Joined { side: *side, name: None })
                && name::are_same(name.as_deref(), stored.as_deref())
        }
        // Older versions stored the next game in the same stream.
        (Wish::NextGame {}, Event::NextGame { side }) | (Wish::Rematch {}, Event::Rematch { side }) => {
            decide(before, actor, wish) == Ok(Event::NextBegan { side: *side, game: before.next_id() })
        }
        _ => decide(before, actor, wish).as_ref() == Ok(event),
    }
}

fn play(state: &State, sides: &[Side], turn: &str) -> Result<Event, Refusal> {
    playing(state)?;
    let to_move = state.game.position().to_move();
    if !sides.contains(&to_move) {
        return Err(Refusal::NotYourTurn { to_move });
    }
    let played = Turn::parse(turn, state.game.position(), state.game.rules()).map_err(Refusal::Turn)?;
    Ok(Event::Turn { side: to_move, turn: played.turn.to_string(), lag: 0 })
}

fn take_back(state: &State, own: Side) -> Result<Event, Refusal> {
    playing(state)?;
    if state.take_backs >= MOST_TAKE_BACKS {
        return Err(Refusal::TooManyTakeBacks);
    }
    if state.is_local() {
        let last = !state.game.position().to_move();
        if state.game.turns().is_empty() {
            return Err(Refusal::NothingToTakeBack);
        }
        return Ok(Event::TakenBack { side: last, turns: 1 });
    }
    let turns = state.turns_to_take_back(own).ok_or(Refusal::NothingToTakeBack)?;
    if state.is_against_computer() {
        return Ok(Event::TakenBack { side: own, turns });
    }
    match state.take_back {
        Some(asks) if asks == own => Err(Refusal::AlreadyOffered),
        // Both players want to take back: the first offer wins.
        Some(asks) => {
            let turns = state.turns_to_take_back(asks).ok_or(Refusal::NothingToTakeBack)?;
            Ok(Event::TakenBack { side: asks, turns })
        }
        None => Ok(Event::TakeBackOffered { side: own }),
    }
}

fn rematch(state: &State, own: Side) -> Result<Event, Refusal> {
    if state.status() != Status::Over {
        return Err(Refusal::NotOver);
    }
    if state.next.is_some() {
        return Err(Refusal::NextBegan);
    }
    let side = own;
    match state.rematch {
        Some(asks) if asks == own => Err(Refusal::AlreadyOffered),
        None if !state.is_local() && !state.is_against_computer() => {
            // Without a limit, offers and refusals could go on for ever.
            if state.seq < LONGEST_GAME {
                Ok(Event::RematchOffered { side })
            } else {
                Err(Refusal::SeriesTooLong)
            }
        }
        _ => Ok(Event::NextBegan { side, game: state.next_id() }),
    }
}

fn playing(state: &State) -> Result<(), Refusal> {
    match state.status() {
        Status::Playing => Ok(()),
        Status::Waiting => Err(Refusal::Waiting),
        Status::BetweenGames | Status::Over => Err(Refusal::GameOver),
        Status::Withdrawn => Err(Refusal::Withdrawn),
    }
}
