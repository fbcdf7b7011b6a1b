//! Games on one device, without a server: against the computer, or with two people at one screen. Whoever asks keeps the
//! events and gives them back with the next request; nothing is stored here.

use linja::Message;
use linja_players::Judge;

use crate::GameError;
use crate::game::command::{Command, decide};
use crate::game::event::{Event, Opponent, Stored};
use crate::game::new_game::NewGame;
use crate::game::reply;
use crate::game::state::State;
use crate::game::view::{EventView, OwnGame};
use crate::id::GameId;
use crate::identity::Caller;
use crate::token::Token;

/// A game on this device.
#[derive(Clone, Debug)]
pub struct DeviceGame {
    state: State,
    events: Vec<Stored>,
}

/// The person at this device, who holds the seats of all persons. Nobody else can reach the game, so the token is no secret.
fn holder() -> Caller {
    let token = Token::from_bytes([0; 32]);
    let identity = token.hash();
    Caller { token, identity }
}

impl DeviceGame {
    /// A new game. Its id and its random choices follow from `seed`, which must be random.
    ///
    /// # Errors
    /// If a field holds an invalid value, or the opponent can't play on this device.
    pub fn create(wish: &NewGame, seed: [u8; 32], now: u64) -> Result<DeviceGame, GameError> {
        let mut bits = (0..).map(|place: usize| seed[31 - place % 32] >> 7 == 0);
        let created = wish.check_with(|| Ok(bits.next().unwrap_or_default()))?;
        if matches!(created.opponent, Opponent::Invitation | Opponent::Lobby) {
            return Err(GameError::InvalidField {
                field: "opponent",
                why: Message::new("problem_needs_server"),
            });
        }
        let id = Token::from_bytes(seed).game(wish.id);
        DeviceGame::fold_stored(id, vec![stored(1, now, Some(wish.id), Event::Created(created))])
    }

    /// The game after these events.
    ///
    /// # Errors
    /// If an event contradicts the events before it, or there is none.
    pub fn fold(id: GameId, events: Vec<EventView>) -> Result<DeviceGame, GameError> {
        let events = events.into_iter().map(|view| stored(view.seq, view.at, view.command, view.event));
        DeviceGame::fold_stored(id, events.collect())
    }

    fn fold_stored(id: GameId, events: Vec<Stored>) -> Result<DeviceGame, GameError> {
        let state = State::fold(id, &events).map_err(|error| GameError::Damaged { game: id, error })?;
        Ok(DeviceGame { state, events })
    }

    /// The state of the game.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The events after the one with this number.
    #[must_use]
    pub fn events_after(&self, seq: u64) -> Vec<EventView> {
        self.events.iter().filter(|stored| stored.seq > seq).map(EventView::from).collect()
    }

    /// The game as the person at this device sees it.
    #[must_use]
    pub fn view(&self, now: u64) -> OwnGame {
        OwnGame::new(&self.state, Some(&holder()), now)
    }

    /// Carries out a command. A turn that comes too late by the clock ends the game instead. A command whose id has an event
    /// already changes nothing.
    ///
    /// # Errors
    /// If the command is based on older events, or refused.
    pub fn command(&mut self, command: &Command, now: u64) -> Result<(), GameError> {
        if self.events.iter().any(|stored| stored.command == Some(command.id)) {
            return Ok(());
        }
        if command.seen != self.state.seq {
            return Err(GameError::Stale(Box::new(self.view(now))));
        }
        let event = decide(&self.state, &holder().identity, &command.wish)?;
        match (&event, self.state.ran_out(now)) {
            (Event::Turn { .. }, Some(side)) => self.append(None, Event::TimeRanOut { side }, now),
            _ => self.append(Some(command.id), event, now),
        }
    }

    /// Ends the game if the time of the side to move is over.
    ///
    /// # Errors
    /// Never, unless the rules have changed since the events were stored.
    pub fn settle(&mut self, now: u64) -> Result<(), GameError> {
        match self.state.ending(now) {
            Some(event) => self.append(None, event, now),
            None => Ok(()),
        }
    }

    /// Plays the computer's turn, if the computer is to move.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn reply(&mut self, judge: &mut Judge, now: u64) -> Result<(), GameError> {
        let Some(level) = self.state.computer_to_move() else { return Ok(()) };
        let (id, seq, position) = (self.state.id, self.state.seq, *self.state.game.position());
        let Some(turn) = reply::choose(judge, id, seq, &position, level)? else { return Ok(()) };
        let reply = Event::Turn { side: position.to_move(), turn: turn.to_string(), lag: 0 };
        self.append(None, reply, now)
    }

    /// The next game of the match or the rematch, if it has begun.
    ///
    /// # Errors
    /// Never, unless the rules have changed since the events were stored.
    pub fn next(&self) -> Result<Option<DeviceGame>, GameError> {
        let Some(game) = self.state.next else { return Ok(None) };
        let damaged = |error| GameError::Damaged { game, error };
        let events = self.state.opening(self.state.at).map_err(damaged)?;
        DeviceGame::fold_stored(game, events).map(Some)
    }

    fn append(&mut self, command: Option<uuid::Uuid>, event: Event, now: u64) -> Result<(), GameError> {
        let stored = stored(self.state.seq + 1, now.max(self.state.at), command, event);
        let game = self.state.id;
        self.state.apply(&stored).map_err(|error| GameError::Damaged { game, error })?;
        self.events.push(stored);
        Ok(())
    }
}

fn stored(seq: u64, at: u64, command: Option<uuid::Uuid>, event: Event) -> Stored {
    Stored { seq, at, command, actor: Some(holder().identity), secret: None, event }
}
