//! What is being played, for work that waits until the server is idle.

use linja_api::RuleSetId;
use std::sync::Arc;
use std::time::Duration;

use super::{Room, Rooms};
use crate::game::state::Status;

/// A connected player may think this many times as long before the game counts as abandoned.
const THINKING: u32 = 10;

impl Rooms {
    /// The rule sets of games on this server in which something has happened within `quiet`, or in which a player who is
    /// connected is still thinking.
    pub fn in_play(&self, quiet: Duration) -> Vec<RuleSetId> {
        let rooms: Vec<Arc<Room>> = self.map().values().cloned().collect();
        let mut found = Vec::new();
        for room in rooms {
            // A locked room is being changed right now; the next call counts it.
            let Ok(game) = room.game.try_lock() else { continue };
            let Some(state) = game.as_ref().map(|loaded| &loaded.state) else { continue };
            let since = Duration::from_millis(self.store.now().saturating_sub(state.at));
            let here = room.local_presence();
            let is_thought_about = state.status() == Status::Playing && (here.black || here.red);
            let rules = state.created.rules;
            if (since < quiet || is_thought_about && since < quiet * THINKING) && !found.contains(&rules) {
                found.push(rules);
            }
        }
        found
    }
}
