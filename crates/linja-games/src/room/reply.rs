//! Actions of the server itself after an event: the computer's replies and the ends of games by the clock.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::task::AbortHandle;

use super::open::{Cause, OpenRoom};
use super::sweep::in_time;
use super::{Room, Rooms};
use crate::GameError;
use crate::game::event::Event;

/// Looks at a game when its clock may have run out; stops when dropped.
pub(super) struct Timer {
    /// When it looks, in milliseconds since 1970.
    at: u64,
    task: AbortHandle,
}

impl Drop for Timer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl OpenRoom {
    /// Called after every change of the game.
    pub(super) fn after_change(&mut self) {
        self.set_timer();
        self.show_board();
        self.start_reply();
    }

    /// Makes sure that the room has a timer for the running clock.
    fn set_timer(&mut self) {
        let Some(end) = self.state().ends_at() else {
            self.loaded.timer = None;
            return;
        };
        // A timer that is too early looks again when it ends. Most turns move the end back, and need no new timer.
        if self.loaded.timer.as_ref().is_some_and(|timer| timer.at <= end) {
            return;
        }
        let left = Duration::from_millis(end.saturating_sub(self.rooms.store.now()));
        let (rooms, room) = (Arc::downgrade(&self.rooms), Arc::downgrade(&self.room));
        let task = tokio::spawn(async move {
            tokio::time::sleep(left).await;
            // If the room was dropped, a sweep stores the end.
            let (Some(rooms), Some(room)) = (rooms.upgrade(), room.upgrade()) else { return };
            // In a separate task, because storing the end aborts this timer.
            tokio::spawn(async move {
                let Some(mut open) = rooms.lock(&room).await else { return };
                open.loaded.timer = None;
                match in_time(open.settle_clock()).await {
                    // The end may be later now; then wait again.
                    Ok(()) => open.set_timer(),
                    // A sweep tries again.
                    Err(error) => rooms.attempts.failed(room.stream, &error),
                }
            });
        });
        self.loaded.timer = Some(Timer { at: end, task: task.abort_handle() });
    }

    /// Starts the computer's reply if the computer is to move. If the reply fails, the sweep tries again.
    fn start_reply(&mut self) {
        if self.state().computer_to_move().is_none() {
            return;
        }
        let (stream, seq) = (self.room.stream, self.state().seq);
        let Some(started) = self.rooms.attempts.replies.start((stream, seq)) else { return };
        let (rooms, room) = (self.rooms.clone(), self.room.clone());
        tokio::spawn(async move {
            match rooms.reply(&room, seq).await {
                Ok(()) => rooms.attempts.succeeded(stream),
                Err(error) => rooms.attempts.failed(stream, &error),
            }
            drop(started);
        });
    }
}

impl Rooms {
    /// Plays the computer's reply to event `seq`, unless another server is doing it.
    async fn reply(self: &Arc<Self>, room: &Arc<Room>, seq: u64) -> Result<(), GameError> {
        // If the other server fails or dies, a sweep finds that the reply is still owed.
        let Some(claim) = self.store.claim(room.stream).await? else { return Ok(()) };
        let Some(mut open) = self.lock(room).await else { return Ok(()) };
        // Another server may have replied and released its claim before this server got the claim.
        if self.store.is_shared() || open.loaded.is_uncertain {
            in_time(open.refresh()).await?;
        }
        if open.state().seq != seq {
            return Ok(());
        }
        let Some(level) = open.state().computer_to_move() else { return Ok(()) };
        let (game, rules) = (open.state().game.clone(), open.state().created.rules);
        drop(open);
        let begun = Instant::now();
        let turn = self.computer.choose(room.stream, seq, &game, rules, level).await?;
        metrics::histogram!("linja_computer_seconds").record(begun.elapsed().as_secs_f64());
        metrics::counter!("linja_computer_replies_total").increment(1);
        let Some(turn) = turn else { return Ok(()) };
        let Some(mut open) = self.lock(room).await else { return Ok(()) };
        if open.state().seq == seq {
            let side = game.position().to_move();
            let reply = Event::Turn { side, turn: turn.to_string(), lag: 0 };
            in_time(open.append(reply, Cause::default())).await?;
        }
        // Release the claim only now that the reply is durable.
        drop(claim);
        Ok(())
    }
}
