//! What the server does by itself after an event: the computer's reply, and the end of somebody's time.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::MutexGuard;

use super::rooms::{Cause, Rooms};
use super::{Inner, Room};
use crate::game::event::Event;
use crate::problem::Problem;

/// How long to wait before looking again whether another server has replied.
const LOOK_AGAIN: Duration = Duration::from_millis(250);

impl Rooms {
    /// Called under the lock after every change of a room.
    pub(super) fn after_change(self: &Arc<Self>, room: &Arc<Room>, inner: &mut MutexGuard<'_, Inner>) {
        self.set_timer(room, inner);
        self.let_computer_answer(room, inner);
    }

    /// One timer for each room, for whoever's clock runs.
    fn set_timer(self: &Arc<Self>, room: &Arc<Room>, inner: &mut MutexGuard<'_, Inner>) {
        if let Some(timer) = inner.timer.take() {
            timer.abort();
        }
        let Some((_, deadline)) = inner.loaded.as_ref().and_then(|loaded| loaded.state.deadline()) else {
            return;
        };
        let left = Duration::from_millis(deadline.saturating_sub(self.store.now()));
        let (rooms, room) = (Arc::downgrade(self), Arc::downgrade(room));
        let timer = tokio::spawn(async move {
            tokio::time::sleep(left).await;
            // A room that nobody needs is gone; whoever opens it next stores the time loss.
            let (Some(rooms), Some(room)) = (rooms.upgrade(), room.upgrade()) else { return };
            // In a task of its own: storing the loss aborts this timer.
            tokio::spawn(async move {
                let mut inner = room.inner.lock().await;
                let _ = rooms.up_to_date(&room, &mut inner).await;
            });
        });
        inner.timer = Some(timer.abort_handle());
    }

    fn let_computer_answer(self: &Arc<Self>, room: &Arc<Room>, inner: &mut MutexGuard<'_, Inner>) {
        let Some(loaded) = &inner.loaded else { return };
        let seq = loaded.state.seq;
        if loaded.state.computer_to_move().is_none() || inner.answering == Some(seq) {
            return;
        }
        inner.answering = Some(seq);
        let (rooms, room) = (self.clone(), room.clone());
        tokio::spawn(async move {
            if let Err(problem) = rooms.answer(&room, seq).await {
                tracing::warn!(game = %room.id, detail = problem.detail, "the computer could not answer");
                let mut inner = room.inner.lock().await;
                // Whoever looks at the game next tries again.
                inner.answering = None;
                inner.loaded = None;
            }
        });
    }

    /// Plays the computer's reply to event `seq`, unless another server does.
    async fn answer(self: &Arc<Self>, room: &Arc<Room>, seq: u64) -> Result<(), Problem> {
        loop {
            let claim = self.store.claim(room.id).await?;
            if claim.is_none() {
                tokio::time::sleep(LOOK_AGAIN).await;
            }
            let (game, rules, level) = {
                let mut inner = room.inner.lock().await;
                // Before the claim was ours, another server may have replied and released it.
                if self.store.is_shared() {
                    self.refresh(room, &mut inner).await?;
                }
                let Some(loaded) = inner.loaded.as_ref().filter(|loaded| loaded.state.seq == seq) else {
                    return Ok(());
                };
                let state = &loaded.state;
                let Some(level) = state.computer_to_move() else { return Ok(()) };
                (state.game.clone(), state.created.rules, level)
            };
            if claim.is_none() {
                continue;
            }
            let begun = std::time::Instant::now();
            let turn = self.computer.choose(room.id, seq, &game, rules, level).await?;
            metrics::histogram!("linja_computer_seconds").record(begun.elapsed().as_secs_f64());
            metrics::counter!("linja_computer_replies_total").increment(1);
            let Some(turn) = turn else { return Ok(()) };
            let mut inner = room.inner.lock().await;
            if inner.loaded.as_ref().is_none_or(|loaded| loaded.state.seq != seq) {
                return Ok(());
            }
            let side = game.position().to_move().into();
            self.append(room, &mut inner, Event::Turn { side, turn: turn.to_string() }, Cause::default())
                .await?;
            // The claim ends here, after the reply is durable.
            drop(claim);
            return Ok(());
        }
    }
}
