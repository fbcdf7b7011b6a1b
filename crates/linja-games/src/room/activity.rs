//! Which rule sets are being played, so that background work can wait until the server is idle.

use linja::RuleSet;
use std::sync::Arc;
use std::time::Duration;

use super::{Room, Rooms};
use crate::game::state::Status;

/// A game with a connected player counts as active for this many times `quiet`.
const THINKING: u32 = 10;

impl Rooms {
    /// The rule sets of active games on this server: games with an event within `quiet`, or with a connected player who
    /// is still thinking.
    pub fn in_play(&self, quiet: Duration) -> Vec<RuleSet> {
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
