//! A game in memory: its events, its state and its watchers.
//!
//! A room is a copy of the game in the database. It may lag behind when another server writes. It is never ahead:
//! an event enters the room only after it is durable.

mod activity;
mod attempts;
mod challenges;
mod commands;
mod find;
mod heart;
mod help;
mod identities;
mod keep;
mod message;
mod open;
mod presence;
mod push;
mod reply;
mod retention;
mod rooms;
mod sweep;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use linja::Side;
use tokio::sync::broadcast;

pub use self::commands::CommandReceipt;
pub use self::help::{Secrets, Subject};
pub use self::identities::IssuedCode;
use self::message::Broadcast;
pub use self::message::{LiveEvent, OwnText, Text};
use self::open::Loaded;
pub use self::presence::{Away, Presence, PresenceMessage, PresenceView, Role};
pub use self::push::{PushTimes, TurnNews, Wanted};
pub use self::rooms::{Rooms, Watch};
use crate::game::event::{Event, Stored};
pub use crate::game::new_game::{NewGame, OpponentWish, SideWish};
use crate::game::state::State;
use crate::game::view::GameView;
use crate::id::GameId;

/// Messages buffered for a slow watcher. Beyond that the connection is closed.
const QUEUE: usize = 64;

/// A game in memory.
pub struct Room {
    /// The id of the game.
    pub id: GameId,
    /// The stream that holds the game's events: its own, or that of the first game of a series of an older version.
    pub(super) stream: GameId,
    /// The stream goes on with a later game.
    is_past: AtomicBool,
    /// `None` until the game is loaded.
    game: Arc<tokio::sync::Mutex<Option<Loaded>>>,
    live: broadcast::Sender<Live>,
    presence: Mutex<Presence>,
    /// Time of the last request for this game, in milliseconds since 1970.
    used: AtomicU64,
    /// When the room was created.
    loaded_at: Instant,
    /// How long a player must be gone before the opponent can claim the game.
    claim_after: Duration,
}

/// A message to all watchers of a game, serialised once.
#[derive(Clone, Debug)]
pub enum Live {
    /// An event and the game after it.
    Event {
        /// The event's number.
        seq: u64,
        /// Whether the event seats a player.
        is_joined: bool,
        /// The side to move after the event.
        to_move: Option<Side>,
        /// The message to everybody but the side to move.
        text: Text,
        /// The message to the side to move.
        own_text: Arc<OwnText>,
    },
    /// Who is connected.
    Presence {
        /// Increases with every change.
        version: u64,
        /// The message.
        text: Text,
    },
    /// A newer version has continued the game; this server can't.
    Paused,
    /// An operator has removed the game, or changed a game that was over.
    Changed,
}

impl Room {
    fn new(id: GameId, stream: GameId, claim_after: Duration) -> Room {
        Room {
            id,
            stream,
            is_past: AtomicBool::new(false),
            game: Arc::default(),
            live: broadcast::Sender::new(QUEUE),
            presence: Mutex::default(),
            used: AtomicU64::new(0),
            loaded_at: Instant::now(),
            claim_after,
        }
    }

    /// Sends a new event to the watchers.
    fn publish(&self, state: &State, stored: &Stored) {
        if self.live.receiver_count() == 0 {
            return;
        }
        let to_move = state.to_move();
        let text = event_message(state, &[], stored);
        let own_text = Arc::new(OwnText::new(text.clone(), to_move.and_then(|_| state.game.begin_turn())));
        let is_joined = matches!(stored.event, Event::Joined { .. });
        // Fails only without receivers.
        let _ = self.live.send(Live::Event { seq: stored.seq, is_joined, to_move, text, own_text });
    }

    /// Whether the stream goes on with a later game, so that other servers' news of the stream are about that one.
    pub(super) fn is_past(&self) -> bool {
        self.is_past.load(Ordering::Relaxed)
    }

    fn touch(&self, now: u64) {
        self.used.store(now, Ordering::Relaxed);
    }
}

/// The message about an event to a player of these sides; `state` is the state after the event.
fn event_message(state: &State, sides: &[Side], stored: &Stored) -> Text {
    let game = GameView::new(state, sides, stored.at);
    Text::of(&Broadcast::Event(Box::new(LiveEvent { event: stored.into(), game })))
}
