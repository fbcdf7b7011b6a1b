//! Messages from a room to its watchers.

use std::sync::OnceLock;

use bytes::Bytes;
use linja::PartialTurn;
use linja_api::Tree;
use serde::Serialize;
use utoipa::ToSchema;

use super::presence::PresenceMessage;
use crate::game::view::{EventView, GameView};

/// A message as JSON text, serialised once and shared by all watchers; cloning is cheap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text(Bytes);

impl Text {
    /// Serialises a message.
    #[must_use]
    pub fn of(message: &impl Serialize) -> Text {
        // Messages hold only strings, numbers and lists, so serialising cannot fail.
        Text(serde_json::to_vec(message).unwrap_or_default().into())
    }

    /// The JSON as bytes, always UTF-8.
    #[must_use]
    pub fn into_bytes(self) -> Bytes {
        self.0
    }
}

/// The end of a message about an event without a tree: the tree is the last field of the game, which is the last field of
/// the message.
const NO_TREE: &[u8] = b"null}}";

/// The length of most trees, in bytes.
const TREE_LENGTH: usize = 8 * 1024;

/// The message about an event to the side to move: with the tree of its legal actions, which is most of the message. Built
/// when it is first needed, because the side to move need not be connected.
#[derive(Debug)]
pub struct OwnText {
    without_tree: Text,
    turn: Option<PartialTurn>,
    text: OnceLock<Text>,
}

impl OwnText {
    /// The message to the others, and the turn that the side to move begins.
    pub(super) fn new(without_tree: Text, turn: Option<PartialTurn>) -> OwnText {
        OwnText { without_tree, turn, text: OnceLock::new() }
    }

    /// The message.
    #[must_use]
    pub fn get(&self) -> Text {
        self.text.get_or_init(|| self.build().unwrap_or_else(|| self.without_tree.clone())).clone()
    }

    fn build(&self) -> Option<Text> {
        let rest = self.without_tree.0.strip_suffix(NO_TREE)?;
        let mut message = Vec::with_capacity(rest.len() + TREE_LENGTH);
        message.extend_from_slice(rest);
        Tree::write_json(self.turn.as_ref()?, &mut message);
        message.extend_from_slice(b"}}");
        Some(Text(message.into()))
    }
}

/// A message to all watchers of a game.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Broadcast {
    /// An event and the game after it.
    Event(Box<LiveEvent>),
    /// Who is connected.
    Presence(PresenceMessage),
}

/// An event as sent to watchers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct LiveEvent {
    /// The event.
    #[serde(flatten)]
    pub event: EventView,
    /// The game after the event.
    pub game: GameView,
}

#[cfg(test)]
mod tests {
    use linja::RuleSet;
    use linja::Side;

    use super::super::event_message;
    use super::*;
    use crate::game::event::{Created, Event, Opponent, Stored};
    use crate::game::state::State;
    use crate::token::Token;

    #[test]
    fn message_to_the_side_to_move_differs_only_in_its_tree() {
        let token = Token::new().unwrap();
        let created = Created {
            rules: RuleSet::BONUS,
            opponent: Opponent::Local,
            side: Side::Black,
            first: Side::Red,
            games: 1,
            clock: None,
            name: None,
            opponent_name: None,
            position: None,
        };
        let (command, actor) = (uuid::Uuid::new_v4(), Some(token.hash()));
        let event = Event::Created(created);
        let stored = Stored { seq: 1, at: 5, command: Some(command), actor, secret: None, event };
        let state = State::begin(token.game(command), &stored).unwrap();
        let message = |sides: &[Side]| event_message(&state, sides, &stored);
        let own = OwnText::new(message(&[]), state.game.begin_turn());
        assert_eq!(own.get(), message(&[Side::Red]));
        assert_ne!(own.get(), message(&[]));
        let over = OwnText::new(message(&[]), None);
        assert_eq!(over.get(), message(&[]));
    }
}
