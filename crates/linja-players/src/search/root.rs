//! The root position and the iterations of the search.

use std::cmp::Reverse;

use linja::{CompleteTurn, Position, Valued};
use linja_oracle::sort_by_number;

use super::found::{EstimatedTurn, Found};
use super::judged::{Judged, Quality};
use super::limits::Stopped;
use super::successors::Successor;
use super::tree::{INFINITE, Reach, Tree, WIDEST};
use crate::Estimate;

/// No game is longer: every turn but a pass raises the advance, which is 168 at most, and no two passes are
/// consecutive.
const DEEPEST: u8 = 250;

pub(crate) struct Root<'a> {
    tree: Tree<'a>,
    /// All turns, by their written form.
    complete: Vec<CompleteTurn>,
    /// The distinct results; best first once an iteration is finished.
    results: Vec<Successor>,
}

impl<'a> Root<'a> {
    pub fn new(position: &Position, mut tree: Tree<'a>) -> Root<'a> {
        let complete = position.turns(tree.rules);
        tree.seen.forget();
        // The first iteration evaluates each result once and ignores the limits, so that there is always a turn to
        // return.
        for turn in &complete {
            let successor = Successor::new(turn.result);
            if tree.seen.is_new(&successor) {
                tree.stack.push(successor);
            }
        }
        tree.evaluate(0);
        let mut results = std::mem::take(&mut tree.stack);
        results.sort_unstable_by_key(rank);
        Root { tree, complete, results }
    }

    /// Looks for the best turn.
    pub fn best(mut self, observe: &mut impl FnMut(&Found)) -> Found {
        let mut reach = Reach { depth: 1, width: 0 };
        let mut quality = self.shown_quality();
        let mut depth = 1;
        observe(&self.found_best(depth, quality));
        while let Some(next) = self.next_reach(reach, quality) {
            reach = next;
            match self.iterate(reach, depth, observe) {
                Ok(reached) => quality = reached,
                Err(Stopped) => break,
            }
            depth = reach.depth;
            observe(&self.found_best(depth, quality));
        }
        self.found_best(depth, quality)
    }

    /// Estimates all turns.
    pub fn turns(mut self) -> Found {
        let mut reach = Reach { depth: 1, width: 0 };
        let mut quality = self.shown_quality();
        let mut depth = 1;
        while let Some(next) = self.next_reach(reach, quality) {
            reach = next;
            match self.iterate_all(reach) {
                Ok(reached) => quality = reached,
                Err(Stopped) => break,
            }
            depth = reach.depth;
        }
        let value = |complete: &CompleteTurn| {
            let found = self.results.iter().find(|successor| successor.result == complete.result);
            found.map_or(0, |successor| successor.value)
        };
        let estimated =
            |complete: &CompleteTurn| Valued { item: *complete, value: Estimate(value(complete)) };
        let mut turns: Vec<EstimatedTurn> = self.complete.iter().map(estimated).collect();
        // Stable: equal turns stay ordered by written form.
        sort_by_number(&mut turns, |turn| u64::from(turn.value.0.abs_diff(i16::MAX)));
        self.found(turns, depth, quality)
    }

    /// One iteration for the best turn. If interrupted, the best result searched so far stays first.
    fn iterate(
        &mut self,
        reach: Reach,
        depth: u8,
        observe: &mut impl FnMut(&Found),
    ) -> Result<Quality, Stopped> {
        let mut quality = Quality::Proven;
        let mut alpha = -INFINITE;
        for i in 0..self.results.len() {
            let successor = self.results[i];
            let judged = if successor.result.is_over {
                Judged { value: successor.value, quality: Quality::Proven }
            } else {
                let below = Reach { depth: reach.depth - 1, ..reach };
                self.tree.judge_successor(&successor, below, alpha, INFINITE, i == 0)?
            };
            quality = quality.min(judged.quality);
            if judged.value > alpha {
                alpha = judged.value;
                self.results[i].value = judged.value;
                self.results[..=i].rotate_right(1);
                if i > 0 {
                    observe(&self.found_best(depth, Quality::Guessed));
                }
            }
        }
        Ok(quality)
    }

    /// One iteration for all turns. If interrupted, the values of the previous iteration stay.
    fn iterate_all(&mut self, reach: Reach) -> Result<Quality, Stopped> {
        let mut quality = Quality::Proven;
        let below = Reach { depth: reach.depth - 1, ..reach };
        let mut values = Vec::with_capacity(self.results.len());
        for i in 0..self.results.len() {
            let successor = self.results[i];
            let judged = if successor.result.is_over {
                Judged { value: successor.value, quality: Quality::Proven }
            } else {
                self.tree.judge_successor(&successor, below, -INFINITE, INFINITE, true)?
            };
            quality = quality.min(judged.quality);
            values.push(judged.value);
        }
        for (result, value) in self.results.iter_mut().zip(values) {
            result.value = value;
        }
        self.results.sort_unstable_by_key(rank);
        Ok(quality)
    }

    /// The reach of the next iteration, if there is one within the limits.
    fn next_reach(&self, reach: Reach, quality: Quality) -> Option<Reach> {
        next_reach(reach, quality).filter(|next| self.tree.budget.allows_depth(next.depth))
    }

    /// The quality before the first iteration: proven if every turn ends the game.
    fn shown_quality(&self) -> Quality {
        if self.results.iter().all(|successor| successor.result.is_over) {
            Quality::Proven
        } else {
            Quality::Guessed
        }
    }

    fn found_best(&self, depth: u8, quality: Quality) -> Found {
        let best = self.results.first().and_then(|best| {
            let complete = self.complete.iter().find(|complete| complete.result == best.result)?;
            Some(Valued { item: *complete, value: Estimate(best.value) })
        });
        self.found(best.into_iter().collect(), depth, quality)
    }

    fn found(&self, turns: Vec<EstimatedTurn>, depth: u8, quality: Quality) -> Found {
        let budget = &self.tree.budget;
        let settled = quality == Quality::Proven;
        Found { turns, depth, nodes: budget.nodes, time: budget.elapsed(), settled }
    }
}

/// Sorts best first; the key breaks ties independently of the colours.
fn rank(successor: &Successor) -> (Reverse<i16>, u64) {
    (Reverse(successor.value), successor.key)
}

/// The reach of the next iteration: deeper while some line does not reach the end of the game, then wider until nothing
/// is pruned.
fn next_reach(reach: Reach, quality: Quality) -> Option<Reach> {
    match quality {
        Quality::Guessed if reach.depth < DEEPEST => Some(Reach { depth: reach.depth + 1, ..reach }),
        Quality::Selective if reach.width < WIDEST => Some(Reach { width: reach.width + 1, ..reach }),
        _ => None,
    }
}
