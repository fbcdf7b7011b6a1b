//! Many connections of one address that send expensive requests as fast as they are answered.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use hyper::Method;
use linja::{Position, RuleSet};
use linja_testing::{Chance, random_positions};
use tokio::task::JoinHandle;

use crate::args::Target;
use crate::endpoint::Endpoint;

/// Number of games whose positions are asked for.
const GAMES: u64 = 50;
/// The pause after a connection was refused.
const PAUSE: Duration = Duration::from_millis(10);

/// Running attackers.
pub(crate) struct Attackers {
    stop: Arc<AtomicBool>,
    tasks: Vec<JoinHandle<BTreeMap<u16, u64>>>,
}

impl Attackers {
    /// Starts this many connections.
    pub(crate) fn start(endpoint: Endpoint, on: Target, connections: usize, seed: u64) -> Attackers {
        let (endpoint, stop) = (Arc::new(endpoint), Arc::new(AtomicBool::new(false)));
        let games =
            (0..GAMES).map(|number| random_positions(RuleSet::BONUS, seed.wrapping_mul(GAMES) + number));
        let positions: Arc<[Position]> = games.flatten().collect();
        let attack = |number: usize| {
            let (endpoint, stop, positions) = (endpoint.clone(), stop.clone(), positions.clone());
            let mut chance = Chance::stream(seed, number as u64);
            tokio::spawn(async move {
                let mut answers = BTreeMap::new();
                while !stop.load(Ordering::Relaxed) {
                    let path = path(on, &positions, &mut chance);
                    // 0 for a broken connection.
                    let status =
                        endpoint.send(Method::GET, &path, None, None).await.map_or(0, |reply| reply.status);
                    *answers.entry(status).or_default() += 1;
                    if status == 0 {
                        tokio::time::sleep(PAUSE).await;
                    }
                }
                answers
            })
        };
        let tasks = (0..connections).map(attack).collect();
        Attackers { stop, tasks }
    }

    /// Breaks all connections off.
    pub(crate) fn break_off(self) {
        for task in self.tasks {
            task.abort();
        }
    }

    /// Ends them; returns the number of responses by status.
    pub(crate) async fn end(self) -> BTreeMap<u16, u64> {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = BTreeMap::new();
        for task in self.tasks {
            // A task ends after its pending request.
            for (status, count) in task.await.unwrap_or_default() {
                *all.entry(status).or_default() += count;
            }
        }
        all
    }
}

/// The next request.
fn path(on: Target, positions: &[Position], chance: &mut Chance) -> String {
    match on {
        Target::Turns => {
            let position = positions[chance.below(positions.len())].address();
            format!("/api/v1/position/turns?pos={position}")
        }
        Target::Puzzle => {
            // Days with a puzzle and, as often, any day since 1000.
            let month_and_day = (1 + chance.below(12), 1 + chance.below(28));
            let (year, (month, day)) = match chance.below(2) {
                0 => (2026, (11, 1 + chance.below(16))),
                _ => (1000 + chance.below(1027), month_and_day),
            };
            format!("/api/v1/puzzle?date={year:04}-{month:02}-{day:02}")
        }
    }
}
