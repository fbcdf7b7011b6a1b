//! Deletes games that have been over for longer than the operator wants to keep them.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use super::Rooms;
use super::sweep::in_time;
use crate::id::GameId;
use crate::{Boxed, GameError};

/// Interval of looking for old games.
const INTERVAL: Duration = Duration::from_hours(1);
/// Games per query and per transaction.
const PAGE: u32 = 50;
/// Pause between two pages, so that players do not notice.
const PAUSE: Duration = Duration::from_millis(100);

impl Rooms {
    /// Deletes games that have been over for `retention`, at the start and every hour. Never returns.
    pub fn retain(self: Arc<Self>, retention: Duration) -> Boxed<'static, ()> {
        Box::pin(async move {
            let mut tick = tokio::time::interval(INTERVAL);
            tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
            loop {
                tick.tick().await;
                match self.delete_old(retention).await {
                    Ok(0) => {}
                    Ok(games) => tracing::info!(games, "deleted old games"),
                    // The next look finds the rest.
                    Err(error) => tracing::warn!(%error, "old games could not be deleted"),
                }
            }
        })
    }

    /// Deletes all games that have been over for `retention`. Returns their number.
    async fn delete_old(&self, retention: Duration) -> Result<u64, GameError> {
        let until = self.store.now().saturating_sub(retention.as_millis() as u64);
        let (mut after, mut deleted) = (None, 0);
        loop {
            let page = in_time(async { Ok(self.store.finished(until, after, PAGE).await?) }).await?;
            after = page.last().copied();
            let old = page.iter().filter(|finished| finished.ended_at <= until);
            // A game that somebody looks at is deleted another time.
            let seen: HashSet<GameId> = self.map().values().map(|room| room.stream).collect();
            let games: Vec<GameId> =
                old.map(|finished| finished.game).filter(|game| !seen.contains(game)).collect();
            if !games.is_empty() {
                deleted += in_time(async { Ok(self.store.delete(&games, until).await?) }).await?;
            }
            if page.len() < PAGE as usize {
                return Ok(deleted);
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}
