//! Creating games and carrying out commands.

use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::challenges::MOST_CHALLENGES;
use super::open::{Cause, Loaded, OpenRoom};
use super::{NewGame, Room, Rooms};
use crate::game::clock::LONGEST_LAG;
use crate::game::command::{Command, Wish, decide, produces};
use crate::game::event::{Event, Opponent, Stored};
use crate::game::refusal::Refusal;
use crate::game::state::State;
use crate::game::view::{EventView, GameView, InvitationView, OwnGame};
use crate::id::GameId;
use crate::identity::Caller;
use crate::store::{Append, Appended, StoreError};
use crate::token::Hash;
use crate::{Boxed, GameError};
use linja::Side;

/// The result of a command. Repeating the command returns the same receipt.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = CommandAnswer)]
pub struct CommandReceipt {
    /// The event.
    pub event: EventView,
    /// The sides that you play.
    #[schema(value_type = Vec<linja_api::schema::Side>)]
    pub you: Vec<Side>,
    /// The invitation to the open seat, for the creator of the game.
    pub invitation: Option<InvitationView>,
    /// The game right after the event.
    pub game: GameView,
}

impl Rooms {
    /// Creates a game, or returns the game that this client has already created with this id.
    ///
    /// # Errors
    /// If a field is invalid, the client has too many unfinished games or open challenges, or the client used the id for a
    /// different game.
    pub fn create<'a>(
        self: &'a Arc<Self>,
        client: &'a Caller,
        wish: NewGame,
        most_games: u64,
    ) -> Boxed<'a, Result<CommandReceipt, GameError>> {
        Box::pin(async move {
            let created = match wish.check() {
                // An earlier version may have stored the name.
                checked @ (Ok(_) | Err(GameError::InvalidName { .. })) => checked,
                Err(error) => return Err(error),
            };
            let id = client.token.game(wish.id);
            let room = self.room(id, id);
            let mut lock = room.game.clone().lock_owned().await;
            if lock.is_none() {
                *lock = match self.store.events(id, 0).await {
                    // Its creator can't create it again.
                    Err(StoreError::Removed { .. }) => return Err(GameError::ReusedId),
                    events => self.load(&room, events?).await?,
                };
            }
            if lock.is_none() {
                let created = created?;
                if self.store.unfinished(&client.identity).await? >= most_games {
                    return Err(GameError::TooManyGames(most_games));
                }
                if created.opponent == Opponent::Lobby
                    && self.store.challenges_of(&client.identity).await? >= MOST_CHALLENGES
                {
                    return Err(GameError::TooManyChallenges(MOST_CHALLENGES));
                }
                let secret = (created.opponent == Opponent::Invitation)
                    .then(|| client.token.invitation(wish.id).hash());
                let cause = Cause { command: Some(wish.id), actor: Some(client.identity), secret };
                let first = cause.stored(1, self.store.now(), Event::Created(created));
                *lock = self.begin(&room, first).await?;
            }
            let mut open = OpenRoom::new(self, room, lock).ok_or(GameError::NoSuchGame)?;
            open.after_change();
            if !wish.asks_for(&open.state().created) {
                return Err(GameError::ReusedId);
            }
            receipt(&open, 1, client)
        })
    }

    /// Stores the first event of a game. If another server stored the same command first, its event counts.
    async fn begin(&self, room: &Arc<Room>, first: Stored) -> Result<Option<Loaded>, GameError> {
        let game = room.id;
        let state = State::begin(game, &first).map_err(|error| GameError::Damaged { game, error })?;
        match self.store.append(Append::new(game, None, &state, first.clone())).await? {
            Appended::Stored => {
                metrics::counter!("linja_games_created_total").increment(1);
                Ok(Some(Loaded::new(state, vec![first], game)))
            }
            Appended::PlaceTaken => self.load(room, self.store.events(game, 0).await?).await,
        }
    }

    /// Executes a command. The player's clock does not count the network lag of the player's live connections, up to
    /// [`LONGEST_LAG`].
    ///
    /// # Errors
    /// If the client saw an older state, the command is refused, or its id belongs to a different command.
    pub fn command<'a>(
        self: &'a Arc<Self>,
        id: GameId,
        client: &'a Caller,
        command: &'a Command,
    ) -> Boxed<'a, Result<CommandReceipt, GameError>> {
        Box::pin(async move {
            let mut open = self.open_under_way(id).await?;
            open.catch_up(command.seen).await?;
            let actor = client.identity;
            let sides = open.state().sides_of(&actor);
            open.hear_from(&sides);
            // Lag up to a limit costs no time, however the command arrived.
            let lag = open.room.lag_of(&sides).min(LONGEST_LAG);
            loop {
                let is_repeated =
                    |stored: &&Stored| stored.command == Some(command.id) && stored.actor == Some(actor);
                if let Some(stored) = open.events().iter().find(is_repeated) {
                    if !follows(&open, stored, &actor, &command.wish) {
                        return Err(GameError::ReusedId);
                    }
                    return receipt(&open, stored.seq, client);
                }
                if !open.is_up_to_date(command.seen) {
                    return Err(GameError::Stale(Box::new(open.view(Some(client)))));
                }
                let event = with_lag(open.state(), decide(open.state(), &actor, &command.wish)?, lag);
                // A turn that comes right after an outage must not be stored before the outage is known: the turn would end
                // the time in which it is given back.
                if let (Event::Turn { .. }, Some(_)) = (&event, open.state().ends_at())
                    && open.give_back().await?
                {
                    continue;
                }
                // Within the tolerance for lag, only lag excuses a late turn.
                let now = self.store.now().saturating_sub(lag);
                if let (Event::Turn { .. }, Some(side)) = (&event, open.state().ran_out(now)) {
                    Box::pin(open.append(Event::TimeRanOut { side }, Cause::default())).await?;
                    continue;
                }
                if let Event::WinClaimed { side } = event
                    && !open.has_left(!side)
                {
                    return Err(Refusal::NotLeft.into());
                }
                let cause = Cause { command: Some(command.id), actor: Some(actor), secret: None };
                if open.append(event, cause).await? == Appended::Stored {
                    return receipt(&open, open.state().seq, client);
                }
                // Another server was faster. Its event decides whether this command is a repetition or stale.
                open.settle_clock().await?;
            }
        })
    }
}

/// Adds lag to a turn on a running clock.
fn with_lag(state: &State, event: Event, lag: u64) -> Event {
    match event {
        Event::Turn { side, turn, .. } if state.deadline().is_some() => Event::Turn { side, turn, lag },
        event => event,
    }
}

/// Whether a stored event is the one that a wish produces in the state before the event.
fn follows(open: &OpenRoom, stored: &Stored, actor: &Hash, wish: &Wish) -> bool {
    let before = &open.events()[..stored.seq as usize - 1];
    let Some(before) = state_after(open, before) else { return false };
    // The lag was measured when the turn arrived, and is no part of the wish.
    let event = match &stored.event {
        Event::Turn { side, turn, .. } => &Event::Turn { side: *side, turn: turn.clone(), lag: 0 },
        event => event,
    };
    produces(&before, actor, wish, event)
}

/// The state after some of the events of a room, which have all been applied before.
fn state_after(open: &OpenRoom, events: &[Stored]) -> Option<State> {
    let (first, rest) = events.split_first()?;
    let mut state = State::begin(open.room.stream, first).ok()?;
    rest.iter().try_for_each(|stored| state.apply_in_stream(stored, open.id())).ok()?;
    Some(state)
}

/// The receipt of the command that caused event `seq`, built from the events up to `seq` so that it never changes.
fn receipt(open: &OpenRoom, seq: u64, client: &Caller) -> Result<CommandReceipt, GameError> {
    let events = &open.events()[..open.events().len().min(seq as usize)];
    let stored = events.last().ok_or(GameError::NoSuchGame)?;
    let own = if open.state().seq == stored.seq {
        OwnGame::new(open.state(), Some(client), stored.at)
    } else {
        let state = state_after(open, events).ok_or(GameError::NoSuchGame)?;
        OwnGame::new(&state, Some(client), stored.at)
    };
    let OwnGame { you, invitation, game } = own;
    Ok(CommandReceipt { event: stored.into(), you, invitation, game })
}
