//! All tables together.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::task::JoinSet;

use crate::audit::Played;
use crate::caller::Caller;
use crate::table::{Manner, Seated, Table};
use crate::violation::Violation;
use crate::world::World;

/// Tables that are set up at the same time.
const AT_ONCE: usize = 32;

/// Tables with everybody seated.
#[derive(Debug)]
pub(crate) struct Crowd {
    tables: Vec<(Table, Seated)>,
}

/// Tables at which games are played.
#[derive(Debug)]
pub(crate) struct Playing {
    tables: JoinSet<Table>,
    turns: Vec<Arc<AtomicU64>>,
}

impl Crowd {
    /// Seats two players at each table.
    pub(crate) async fn gather(
        world: &Arc<World>,
        games: usize,
        seed: u64,
        manner: Manner,
    ) -> Result<Crowd, Violation> {
        let seat = |number| async move {
            let mut table = Table::new(world, number, seed, manner).await?;
            let seated = table.begin().await?;
            Ok((table, seated))
        };
        let tables = stream::iter(0..games).map(seat).buffer_unordered(AT_ONCE).try_collect().await?;
        Ok(Crowd { tables })
    }

    /// Lets them play.
    pub(crate) fn play(self) -> Playing {
        let turns = self.tables.iter().map(|(table, _)| table.turns.clone()).collect();
        let mut tables = JoinSet::new();
        for (mut table, seated) in self.tables {
            tables.spawn(async move {
                table.play(Some(seated)).await;
                table
            });
        }
        Playing { tables, turns }
    }
}

impl Playing {
    /// The turns of each table so far.
    pub(crate) fn turns(&self) -> Vec<u64> {
        self.turns.iter().map(|turns| turns.load(Ordering::Relaxed)).collect()
    }

    /// Waits until everybody has stopped; returns what was played.
    pub(crate) async fn end(self) -> anyhow::Result<Vec<Played>> {
        let mut tables = self.tables;
        let mut played = Vec::new();
        while let Some(table) = tables.join_next().await {
            played.append(&mut table?.played);
        }
        Ok(played)
    }
}

/// Reads all games again; what is wrong with one does not keep the others from being read.
pub(crate) async fn audit_all(world: &Arc<World>, played: &[Played]) -> Result<(), Violation> {
    let mut caller = Caller::new(world.clone(), 0).await?;
    for played in played {
        if let Err(violation) = played.audit(&mut caller, &world.tally).await {
            world.tally.violation(violation);
        }
    }
    Ok(())
}
