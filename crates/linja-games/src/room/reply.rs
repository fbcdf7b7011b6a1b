//! Actions of the server itself after an event: the computer's replies and time losses.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::open::{Cause, OpenRoom};
use super::{Room, Rooms};
use crate::GameError;
use crate::game::event::Event;

/// Pause between checks whether another server has replied.
const CHECK_AGAIN: Duration = Duration::from_millis(250);

impl OpenRoom {
    /// Called after every change of the game.
    pub(super) fn after_change(&mut self) {
        self.set_timer();
        self.start_reply();
    }

    /// Replaces the room's timer with one for the running clock.
    fn set_timer(&mut self) {
        if let Some(timer) = self.loaded.timer.take() {
            timer.abort();
        }
        let Some((_, deadline)) = self.state().deadline() else { return };
        let left = Duration::from_millis(deadline.saturating_sub(self.rooms.store.now()));
        let (rooms, room) = (Arc::downgrade(&self.rooms), Arc::downgrade(&self.room));
        let timer = tokio::spawn(async move {
            tokio::time::sleep(left).await;
            // If the room was dropped, the next request for the game stores the time loss.
            let (Some(rooms), Some(room)) = (rooms.upgrade(), room.upgrade()) else { return };
            // In a separate task, because storing the time loss aborts this timer.
            tokio::spawn(async move {
                let Some(mut open) = rooms.lock(&room).await else { return };
                match open.store_time_loss().await {
                    // The database's clock may be behind this machine's timer; then wait again.
                    Ok(()) => open.set_timer(),
                    Err(error) => tracing::warn!(game = %room.id, %error, "a time loss was not stored"),
                }
            });
        });
        self.loaded.timer = Some(timer.abort_handle());
    }

    /// Starts the computer's reply if the computer is to move.
    fn start_reply(&mut self) {
        let seq = self.state().seq;
        if self.state().computer_to_move().is_none() || self.loaded.replying_to == Some(seq) {
            return;
        }
        self.loaded.replying_to = Some(seq);
        let (rooms, room) = (self.rooms.clone(), self.room.clone());
        tokio::spawn(async move {
            if let Err(error) = rooms.reply(&room, seq).await {
                tracing::warn!(game = %room.id, %error, "the computer could not reply");
                // Lets the next request for the game try again.
                if let Some(mut open) = rooms.lock(&room).await {
                    open.loaded.replying_to = None;
                    open.loaded.is_uncertain = true;
                }
            }
        });
    }
}

impl Rooms {
    /// Plays the computer's reply to event `seq`, unless another server does.
    async fn reply(self: &Arc<Self>, room: &Arc<Room>, seq: u64) -> Result<(), GameError> {
        loop {
            let claim = self.store.claim(room.id).await?;
            if claim.is_none() {
                tokio::time::sleep(CHECK_AGAIN).await;
            }
            let Some(mut open) = self.lock(room).await else { return Ok(()) };
            // Another server may have replied and released its claim before this server got the claim.
            if self.store.is_shared() {
                open.refresh().await?;
            }
            if open.state().seq != seq {
                return Ok(());
            }
            let Some(level) = open.state().computer_to_move() else { return Ok(()) };
            let (game, rules) = (open.state().game.clone(), open.state().created.rules);
            drop(open);
            if claim.is_none() {
                continue;
            }
            let begun = Instant::now();
            let turn = self.computer.choose(room.id, seq, &game, rules, level).await?;
            metrics::histogram!("linja_computer_seconds").record(begun.elapsed().as_secs_f64());
            metrics::counter!("linja_computer_replies_total").increment(1);
            let Some(turn) = turn else { return Ok(()) };
            let Some(mut open) = self.lock(room).await else { return Ok(()) };
            if open.state().seq == seq {
                let side = game.position().to_move();
                open.append(Event::Turn { side, turn: turn.to_string() }, Cause::default()).await?;
            }
            // Release the claim only now that the reply is durable.
            drop(claim);
            return Ok(());
        }
    }
}
