//! Games on this device. The page keeps their events and sends them along with each request.

use linja::Message;
use linja_games::GameError;
use linja_games::answer::{Code, Problem, read_json};
use linja_games::device::DeviceGame;
use linja_games::game::command::Command;
use linja_games::game::new_game::NewGame;
use linja_games::game::record;
use linja_games::game::view::{EventView, OwnGame};
use linja_games::id::GameId;
use serde::{Deserialize, Serialize};

use crate::request::{Failure, Json, Request, json, no_such_address};
use crate::supplies::Supplies;

/// What a request about a game brings along.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kept {
    /// All events of the game.
    events: Vec<EventView>,
    /// The command, for `commands`.
    command: Option<Command>,
}

/// What became of a game.
#[derive(Serialize)]
struct Changed {
    /// The new events, which the page keeps.
    events: Vec<EventView>,
    /// The game after them.
    #[serde(flatten)]
    own: OwnGame,
    /// The next game of the match or the rematch, if this request began it.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<Box<Changed>>,
}

impl Changed {
    /// The game, whose events after `seq` are new.
    fn since(game: &DeviceGame, seq: u64, now: u64) -> Result<Changed, Failure> {
        let events = game.events_after(seq);
        let next = if events.is_empty() { None } else { game.next()? };
        let next = next.map(|next| Changed::since(&next, 0, now).map(Box::new)).transpose()?;
        Ok(Changed { events, own: game.view(now), next })
    }
}

/// `POST /games`.
pub(crate) fn create(request: &Request<'_>) -> Result<Json, Failure> {
    let wish: NewGame = read_json(request.body())?;
    let seed = request.seed.get(..32).and_then(|seed| seed.try_into().ok());
    let seed = seed.ok_or_else(|| Problem::internal(&"a new game needs 32 random bytes"))?;
    let game = DeviceGame::create(&wish, seed, request.now)?;
    json(&Changed::since(&game, 0, request.now)?)
}

/// `POST /games/{id}/…`.
pub(crate) fn play(
    supplies: &mut Supplies,
    request: &Request<'_>,
    id: &str,
    action: &str,
) -> Result<Json, Failure> {
    let id: GameId = id.parse().map_err(|_| GameError::NoSuchGame)?;
    // Written by the page itself, so an error need not name the place; finding it would take 10 KB of code.
    let kept: Kept = serde_json::from_slice(request.body()).map_err(|error| {
        Problem::of(Code::InvalidBody, Message::new("problem_body_mismatch").with("why", error.to_string()))
    })?;
    let mut game = DeviceGame::fold(id, kept.events)?;
    let (seq, now) = (game.state().seq, request.now);
    match (action, kept.command) {
        ("view", None) => return json(&game.view(now)),
        ("record", None) => {
            let record = record::of(game.state()).map_err(|error| Problem::internal(&error))?;
            return json(&record.to_string());
        }
        ("commands", Some(command)) => game.command(&command, now)?,
        ("clock", None) => game.settle(now)?,
        ("reply", None) if game.state().computer_to_move().is_some() => {
            let rules = game.state().rules();
            supplies.judge(&rules, |judge| Ok(game.reply(judge, now)?))?;
        }
        ("reply", None) => {}
        _ => return Err(no_such_address()),
    }
    json(&Changed::since(&game, seq, now)?)
}
