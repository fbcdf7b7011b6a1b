//! Messages to players who are away when it becomes their turn.

use std::sync::Arc;
use std::time::Duration;

use linja::Side;

use super::open::OpenRoom;
use super::sweep::in_time;
use super::{Room, Rooms};
use crate::game::state::{Seat, State};
use crate::id::GameId;
use crate::store::{Append, DuePush};
use crate::{Boxed, GameError};

/// A player who was connected when it became the player's turn is looked for again after this long. Longer than it takes
/// to notice that a connection is dead, as that of a telephone that sleeps.
const DEAD_CONNECTION: Duration = Duration::from_mins(1);
/// A server knows after this long who is connected to a game elsewhere: others announce it every 20 seconds.
const PRESENCE_KNOWN: Duration = Duration::from_secs(25);

/// When messages are sent.
#[derive(Clone, Copy, Debug)]
pub struct PushTimes {
    /// How long after a turn the player must be away.
    pub after: Duration,
    /// The same for a player who was connected at that moment.
    pub dead_connection: Duration,
    /// How long a game must be loaded before it is known who is connected to other servers.
    pub presence_known: Duration,
}

impl Default for PushTimes {
    fn default() -> PushTimes {
        let after = Duration::from_secs(10);
        PushTimes { after, dead_connection: DEAD_CONNECTION, presence_known: PRESENCE_KNOWN }
    }
}

/// Whether a message that is due is still wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It is the player's turn, and the player is away.
    Yes(TurnNews),
    /// The player is connected, has moved, or has unsubscribed.
    No,
    /// It will be known after this long.
    Later(Duration),
}

/// What a player is told: it is your turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnNews {
    /// The game.
    pub game: GameId,
    /// The number of turns that were played.
    pub turns: usize,
    /// The opponent's name, if there is one.
    pub opponent: Option<String>,
}

impl Rooms {
    /// Sets when messages are sent; `None` for never.
    #[must_use]
    pub fn push_times(mut self, push: Option<PushTimes>) -> Rooms {
        self.push = push;
        self
    }

    /// Whether a message that is due is still wanted.
    ///
    /// # Errors
    /// If the game can't be read.
    pub fn is_wanted<'a>(self: &'a Arc<Self>, due: &'a DuePush) -> Boxed<'a, Result<Wanted, GameError>> {
        Box::pin(async move {
            let Some((identity, _)) = due.to else { return Ok(Wanted::No) };
            let mut open = match in_time(self.open_last(due.game)).await {
                Err(GameError::NoSuchGame) => return Ok(Wanted::No),
                open => open?,
            };
            // Another server may have stored the event a moment ago. Without it the message would seem unwanted, and would be
            // removed.
            in_time(open.catch_up(due.seq)).await?;
            let wanted = match open.state().to_move() {
                Some(side) if open.state().sides_of(&identity) == [side] => {
                    self.is_away(&open.room, side).map(|()| news(open.state(), side))
                }
                _ => Err(Wanted::No),
            };
            drop(open);
            if !self.store.is_shared() {
                self.forget_unused(due.game);
            }
            Ok(wanted.map_or_else(|not| not, Wanted::Yes))
        })
    }

    /// Whether a player is connected to no server.
    fn is_away(&self, room: &Room, side: Side) -> Result<(), Wanted> {
        if room.is_connected(side) {
            return Err(Wanted::No);
        }
        let unknown = self.push.unwrap_or_default().presence_known.saturating_sub(room.loaded_at.elapsed());
        if self.store.is_shared() && !unknown.is_zero() { Err(Wanted::Later(unknown)) } else { Ok(()) }
    }
}

impl OpenRoom {
    /// Sets when the messages about an event, and about the game that it opens, are due.
    pub(super) fn time_messages(&self, append: &mut Append, after: &State) {
        let Some(times) = self.rooms.push else {
            append.tell = None;
            append.opens.iter_mut().for_each(|opening| opening.tell = None);
            return;
        };
        let is_here = after.to_move().is_some_and(|side| self.room.is_connected(side));
        let wait = if is_here { times.dead_connection } else { times.after };
        if let Some(tell) = &mut append.tell {
            tell.due_at += wait.as_millis() as u64;
        }
        // Nobody is connected to the next game yet. The players of this one may be about to.
        for tell in append.opens.iter_mut().filter_map(|opening| opening.tell.as_mut()) {
            tell.due_at += times.dead_connection.as_millis() as u64;
        }
    }
}

/// What the player of `side` is told.
fn news(state: &State, side: Side) -> TurnNews {
    let opponent = match &state.seats[!side] {
        Seat::Person { name, .. } => name.clone(),
        Seat::Open | Seat::Computer(_) => None,
    };
    TurnNews { game: state.id, turns: state.game.turns().len(), opponent }
}
