//! All pairs of players of a run.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use tokio::task::JoinSet;

use crate::audit::Played;
use crate::client::Client;
use crate::pair::{BegunGame, Pair, PairSettings};
use crate::violation::Violation;
use crate::world::World;

/// Pairs that begin their first game at the same time.
const AT_ONCE: usize = 32;

/// Pairs that have begun their first game.
#[derive(Debug)]
pub(crate) struct Pairs(Vec<(Pair, BegunGame)>);

/// Pairs that play.
#[derive(Debug)]
pub(crate) struct Playing {
    pairs: JoinSet<Pair>,
    turns: Vec<Arc<AtomicU64>>,
}

impl Pairs {
    /// Begins a game for each pair.
    pub(crate) async fn begin(
        world: &Arc<World>,
        games: usize,
        settings: PairSettings,
    ) -> Result<Pairs, Violation> {
        let begin = |number| async move {
            let mut pair = Pair::new(world, number, settings).await?;
            let game = pair.begin().await?;
            Ok((pair, game))
        };
        stream::iter(0..games).map(begin).buffer_unordered(AT_ONCE).try_collect().await.map(Pairs)
    }

    /// Starts to play, in the background.
    pub(crate) fn play(self) -> Playing {
        let turns = self.0.iter().map(|(pair, _)| pair.turns.clone()).collect();
        let mut pairs = JoinSet::new();
        for (mut pair, game) in self.0 {
            pairs.spawn(async move {
                pair.play(game).await;
                pair
            });
        }
        Playing { pairs, turns }
    }
}

impl Playing {
    /// The number of turns of each pair so far.
    pub(crate) fn turns(&self) -> Vec<u64> {
        self.turns.iter().map(|turns| turns.load(Ordering::Relaxed)).collect()
    }

    /// Waits until all pairs have stopped; returns the games they played.
    pub(crate) async fn end(self) -> anyhow::Result<Vec<Played>> {
        let mut pairs = self.pairs;
        let mut played = Vec::new();
        while let Some(pair) = pairs.join_next().await {
            played.append(&mut pair?.played);
        }
        Ok(played)
    }
}

/// Reads all games again. A violation in one game does not stop the audit of the others.
pub(crate) async fn audit_all(world: &Arc<World>, played: &[Played]) -> Result<(), Violation> {
    let mut client = Client::new(world.clone(), 0).await?;
    for played in played {
        if let Err(violation) = played.audit(&mut client, &world.tally).await {
            world.tally.violation(violation);
        }
    }
    Ok(())
}
