//! Challenges in the lobby: open while their creator is present, and withdrawn when the creator has been away for a while.

use std::sync::Arc;

use super::open::{Cause, OpenRoom};
use super::sweep::in_time;
use super::{Room, Rooms};
use crate::GameError;
use crate::game::due::{CHALLENGE_GRACE, Due};
use crate::game::event::Event;
use crate::store::Owed;

/// Open challenges of one identity. One is enough for a person; more would fill the list that everybody sees.
pub(super) const MOST_CHALLENGES: u64 = 5;

/// The index learns of the creator's presence at most once in this many milliseconds.
const BETWEEN_SIGNS: u64 = CHALLENGE_GRACE / 10;

impl OpenRoom {
    /// Whether the game is an open challenge.
    pub(super) fn is_challenge(&self) -> bool {
        matches!(self.state().due(), Some(Due::Expiry(_)))
    }

    /// Records that the creator of a challenge is present, in the background.
    pub(super) fn keep_challenge(&mut self) {
        let now = self.rooms.store.now();
        if now < self.loaded.kept_at + BETWEEN_SIGNS {
            return;
        }
        self.loaded.kept_at = now;
        let (rooms, game, seq) = (self.rooms.clone(), self.room.stream, self.state().seq);
        tokio::spawn(async move {
            let kept = async { Ok(rooms.store.put_off_owed(game, seq, now + CHALLENGE_GRACE).await?) };
            // The next sign of the creator is stored again.
            if let Err(error) = in_time(kept).await {
                tracing::warn!(%game, %error, "can't store that the creator of a challenge is present");
            }
        });
    }
}

impl Rooms {
    /// Keeps the challenges whose creators are connected to this server.
    pub(super) fn keep_challenges(self: &Arc<Self>) {
        let rooms: Vec<Arc<Room>> = self.map().values().cloned().collect();
        for room in rooms {
            if room.local_presence().is_nobody() {
                continue;
            }
            // A locked room is being used right now; the next call finds it.
            let Ok(lock) = room.game.clone().try_lock_owned() else { continue };
            let Some(mut open) = OpenRoom::new(self, room, lock) else { continue };
            if open.is_challenge() && open.room.local_presence().has(open.state().created.side) {
                open.keep_challenge();
            }
        }
    }

    /// Withdraws a challenge whose creator has been away for long enough. The time of outages does not count.
    pub(super) async fn look_after_challenge(
        self: &Arc<Self>,
        open: &mut OpenRoom,
        entry: &Owed,
    ) -> Result<(), GameError> {
        let outages = self.outages().await?;
        let now = self.store.now();
        let seen = entry.due_at.saturating_sub(CHALLENGE_GRACE);
        let down: u64 = outages.iter().map(|outage| outage.between(seen, now)).sum();
        let side = open.state().created.side;
        let is_present = open.room.is_connected(side);
        // Nobody has watched for the creators of the challenges of older versions.
        let due_at =
            if is_present || !entry.is_exact() { now + CHALLENGE_GRACE } else { entry.due_at + down };
        if due_at <= now {
            in_time(open.append(Event::Withdrawn { side }, Cause::default())).await?;
        } else if due_at != entry.due_at {
            let seq = open.state().seq;
            in_time(async { Ok(self.store.correct_owed(entry, seq, Some(due_at)).await?) }).await?;
        }
        Ok(())
    }
}
