//! Creating games and carrying out commands.

use std::sync::Arc;

use linja::{Position, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::Loaded;
use super::rooms::{Cause, Rooms};
use crate::game::command::{Command, decide};
use crate::game::event::{ClockSetting, Created, Event, Opponent, Stored};
use crate::game::state::State;
use crate::game::view::{EventView, OwnGame};
use crate::id::GameId;
use crate::level::Level;
use crate::name;
use crate::problem::{Code, Problem};
use crate::store::Appended;
use crate::token::Token;
use crate::words::{RulesWord, SideWord, match_length};

/// A game that somebody wants.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Chosen by the client, new for every new game. The same id again is the same game.
    pub id: Uuid,
    /// The rule set; `bonus` if it is missing.
    #[serde(default)]
    pub rules: RulesWord,
    /// Against whom.
    pub opponent: OpponentWish,
    /// Which side to play; drawn by lot if it is missing.
    #[serde(default)]
    pub side: SideWish,
    /// Who moves first; drawn by lot if it is missing, or the side to move in `position`.
    #[serde(default)]
    pub first: SideWish,
    /// At most so many games: 1, 3 or 5.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 5)]
    pub games: u8,
    /// A clock, if one is wanted.
    #[serde(default)]
    pub clock: Option<ClockSetting>,
    /// The creator's name, at most 40 characters.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub name: Option<String>,
    /// The other player's name, on one device.
    #[serde(default)]
    #[schema(max_length = 40)]
    pub opponent_name: Option<String>,
    /// Where to begin, if not at the start; only for single games.
    #[serde(default)]
    pub position: Option<String>,
}

fn one() -> u8 {
    1
}

/// Against whom somebody wants to play.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum OpponentWish {
    /// The computer.
    Computer {
        /// `random`, `1` to `10`, or `perfect`.
        level: Level,
    },
    /// Another person on the same device.
    Local,
    /// Whoever brings the invitation.
    Invitation,
    /// Whoever takes up the challenge in the lobby.
    Lobby,
}

/// A side, or chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SideWish {
    /// Black.
    Black,
    /// Red.
    Red,
    /// Drawn by lot.
    #[default]
    Lot,
}

/// What follows from a command. The same command again is answered with the same.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CommandAnswer {
    /// The event.
    pub event: EventView,
    /// The sides that you play.
    pub you: Vec<SideWord>,
    /// The invitation to the open seat, for whoever created the game.
    pub invitation: Option<crate::game::view::InvitationView>,
    /// The game right after the event.
    pub game: crate::game::view::GameView,
}

impl Rooms {
    /// Creates a game, or finds the one that the same client has created with the same id.
    ///
    /// # Errors
    /// If a field is impossible, or the client has too many unfinished games.
    pub async fn create(
        self: &Arc<Self>,
        client: &Token,
        wish: NewGame,
        most_games: u64,
    ) -> Result<CommandAnswer, Problem> {
        let created = check(&wish)?;
        let id = client.game(wish.id);
        let room = self.room(id);
        let mut inner = room.inner.lock().await;
        if inner.loaded.is_none() {
            self.refresh(&room, &mut inner).await?;
        }
        if inner.loaded.is_none() {
            if self.store.unfinished(&client.hash()).await? >= most_games {
                let detail = format!("You have {most_games} unfinished games; finish or resign some first.");
                return Err(Problem::new(Code::TooManyGames, detail));
            }
            let secret =
                (created.opponent == Opponent::Invitation).then(|| client.invitation(wish.id).hash());
            let cause = Cause { command: Some(wish.id), actor: Some(client.hash()), secret };
            // If another server was faster with the same command, the room has taken that in.
            if self.append(&room, &mut inner, Event::Created(created), cause).await? == Appended::Stored {
                metrics::counter!("linja_games_created_total").increment(1);
            }
        }
        answer(id, known(inner.loaded.as_ref())?, 1, client)
    }

    /// Carries out a command.
    ///
    /// # Errors
    /// If the client saw an older state, or what it wants is not possible.
    pub async fn command(
        self: &Arc<Self>,
        id: GameId,
        client: &Token,
        command: &Command,
    ) -> Result<CommandAnswer, Problem> {
        let room = self.open(id).await?;
        let mut inner = room.inner.lock().await;
        let actor = client.hash();
        loop {
            if inner.loaded.as_ref().is_some_and(|loaded| loaded.state.seq < command.seen) {
                // The client comes from another server that knows more.
                self.refresh(&room, &mut inner).await?;
            }
            self.up_to_date(&room, &mut inner).await?;
            let loaded = known(inner.loaded.as_ref())?;
            let state = &loaded.state;
            let is_repeated =
                |stored: &&Stored| stored.command == Some(command.id) && stored.actor == Some(actor);
            if let Some(stored) = loaded.events.iter().find(is_repeated) {
                return answer(id, loaded, stored.seq, client);
            }
            if command.seen != state.seq {
                let detail = "The game has moved on since you last saw it; here is how it stands.";
                let own = OwnGame::new(id, state, Some(client), self.store.now());
                return Err(Problem::new(Code::Stale, detail).part("seen").with_game(own));
            }
            let event = decide(state, &actor, &command.wish)?;
            let cause = Cause { command: Some(command.id), actor: Some(actor), secret: None };
            if self.append(&room, &mut inner, event, cause).await? == Appended::Stored {
                return answer(id, known(inner.loaded.as_ref())?, command.seen + 1, client);
            }
            // Another server was faster: what it wrote decides whether this is a repetition or stale.
        }
    }
}

fn known(loaded: Option<&Loaded>) -> Result<&Loaded, Problem> {
    loaded.ok_or_else(|| Problem::internal(&"a game that was just read is missing"))
}

/// The answer to the command that led to event `seq`: the same whenever it is asked for.
fn answer(id: GameId, loaded: &Loaded, seq: u64, client: &Token) -> Result<CommandAnswer, Problem> {
    let upto = &loaded.events[..loaded.events.len().min(seq as usize)];
    let stored = upto.last().ok_or_else(|| Problem::internal(&"an event is missing"))?;
    let own = if loaded.state.seq == stored.seq {
        OwnGame::new(id, &loaded.state, Some(client), stored.at)
    } else {
        let state = State::fold(upto).map_err(|error| Problem::internal(&error))?;
        OwnGame::new(id, &state, Some(client), stored.at)
    };
    let OwnGame { you, invitation, game } = own;
    Ok(CommandAnswer { event: stored.into(), you, invitation, game })
}

/// The creation that follows from a wish.
fn check(wish: &NewGame) -> Result<Created, Problem> {
    let wrong = |part: &str, detail: String| Problem::new(Code::InvalidBody, detail).part(part);
    match_length(wish.games).ok_or_else(|| wrong("games", "A match has 1, 3 or 5 games.".into()))?;
    if let Some(clock) = wish.clock
        && (!(10..=86_400).contains(&clock.seconds) || clock.increment > 600)
    {
        let detail = "A clock has 10 to 86400 seconds and an increment of 0 to 600.";
        return Err(wrong("clock", detail.into()));
    }
    let name = |name: &Option<String>, part: &str| {
        let checked = name.as_deref().map(name::check).transpose();
        checked
            .map(Option::flatten)
            .map_err(|error| Problem::new(Code::InvalidName, error.to_string()).part(part))
    };
    let position = wish.position.as_deref().map(|text| position(text, wish)).transpose()?;
    let first = match (&position, wish.first) {
        (Some(position), _) => position.to_move(),
        (None, first) => draw(first)?,
    };
    Ok(Created {
        rules: wish.rules,
        opponent: match wish.opponent {
            OpponentWish::Computer { level } => Opponent::Computer { level },
            OpponentWish::Local => Opponent::Local,
            OpponentWish::Invitation => Opponent::Invitation,
            OpponentWish::Lobby => Opponent::Lobby,
        },
        side: draw(wish.side)?.into(),
        first: first.into(),
        games: wish.games,
        clock: wish.clock,
        name: name(&wish.name, "name")?,
        opponent_name: name(&wish.opponent_name, "opponent_name")?,
        position: position.map(|position| position.to_string()),
    })
}

fn position(text: &str, wish: &NewGame) -> Result<Position, Problem> {
    let wrong = |detail: String| Problem::new(Code::InvalidPosition, detail).part("position");
    let position: Position =
        text.parse().map_err(|error: linja::ParsePositionError| wrong(error.to_string()))?;
    if position.is_over() {
        return Err(wrong("The game is over in this position.".into()));
    }
    if wish.games != 1 {
        return Err(wrong("Only a single game can begin with a position of its own.".into()));
    }
    let first = match wish.first {
        SideWish::Lot => return Ok(position),
        SideWish::Black => Side::Black,
        SideWish::Red => Side::Red,
    };
    if first != position.to_move() {
        return Err(wrong(format!("In this position {} is to move.", position.to_move())));
    }
    Ok(position)
}

fn draw(wish: SideWish) -> Result<Side, Problem> {
    match wish {
        SideWish::Black => Ok(Side::Black),
        SideWish::Red => Ok(Side::Red),
        SideWish::Lot => {
            let mut byte = [0];
            getrandom::fill(&mut byte).map_err(|error| Problem::internal(&error))?;
            Ok(if byte[0] & 1 == 0 { Side::Black } else { Side::Red })
        }
    }
}
