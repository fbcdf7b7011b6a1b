//! Alpha-beta over whole turns.

use linja::{Board, Position, RuleSet};

use super::judged::{Judged, Quality};
use super::limits::{Budget, Stopped};
use super::memory::{Bound, Entry, Memory, short};
use super::network::Network;
use super::successors::{Seen, Successor};

/// Larger than every value.
pub(crate) const INFINITE: i16 = 20_000;
/// At this width no turn is pruned.
pub(crate) const WIDEST: u8 = 7;
/// The pruning margin of width 0, in hundredths of a point: about three times the network's error. Each further width
/// doubles it.
const NARROWEST: i32 = 300;

/// The number of leaves that are evaluated in the order of a cheap estimate. If none of them causes a cutoff, probably
/// none does.
const PROMISING: usize = 6;

/// The depth and width of one iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    pub depth: u8,
    /// Selects the pruning margin: turns that look worse than the best by more than this margin are pruned.
    pub width: u8,
}

impl Reach {
    /// The pruning margin, in hundredths of a point.
    fn margin(self) -> i32 {
        if self.width >= WIDEST { i32::MAX / 2 } else { NARROWEST << self.width }
    }

    fn shallower(self) -> Reach {
        Reach { depth: self.depth - 1, ..self }
    }
}

pub(crate) struct Tree<'a> {
    pub rules: &'a RuleSet,
    pub network: &'a Network,
    pub memory: &'a mut Memory,
    pub budget: Budget,
    pub seen: Seen,
    /// The successors of all positions on the path from the root, concatenated.
    pub stack: Vec<Successor>,
}

impl Tree<'_> {
    /// The value of a position for the player to move, searched at least one turn deep.
    pub fn judge(
        &mut self,
        position: &Position,
        key: u64,
        reach: Reach,
        alpha: i16,
        beta: i16,
    ) -> Result<Judged, Stopped> {
        self.budget.check()?;
        let known = self.memory.get(key);
        if let Some(entry) = known.filter(|entry| entry.serves(reach.depth, reach.width)) {
            let judged = entry.judged();
            let serves = match entry.bound() {
                Bound::Exactly => true,
                Bound::AtLeast => judged.value >= beta,
                Bound::AtMost => judged.value <= alpha,
            };
            if serves {
                return Ok(judged);
            }
        }
        let start = self.stack.len();
        self.seen.successors(position, self.rules, &mut self.stack);
        let (judged, best) = if reach.depth <= 1 {
            self.judge_leaves(start, beta)
        } else {
            self.evaluate(start);
            self.sort(start, known.map(|entry| entry.best));
            self.judge_successors(start, reach, alpha, beta)?
        };
        self.stack.truncate(start);
        let bound = match judged.value {
            value if value >= beta => Bound::AtLeast,
            value if value <= alpha => Bound::AtMost,
            _ => Bound::Exactly,
        };
        self.memory.put(Entry::new(key, judged, bound, reach.depth, reach.width, best));
        Ok(judged)
    }

    /// The best successor by static evaluation.
    fn judge_leaves(&mut self, start: usize, beta: i16) -> (Judged, u64) {
        let mut best = (Judged { value: -INFINITE, quality: Quality::Proven }, 0);
        let mut quality = Quality::Proven;
        for successor in &mut self.stack[start..] {
            successor.value = -self.network.glance(Board::of(&successor.result.position));
        }
        for i in start..self.stack.len() {
            if i < start + PROMISING {
                let rest = self.stack[i..].iter().enumerate().max_by_key(|(_, rest)| rest.value);
                let promising = rest.map_or(0, |(place, _)| place);
                self.stack.swap(i, i + promising);
            }
            let value = self.evaluate_one(i);
            let successor = &self.stack[i];
            let own = if successor.result.is_over { Quality::Proven } else { Quality::Guessed };
            quality = quality.min(own);
            if value > best.0.value {
                best = (Judged { value, quality: own }, successor.key);
                if value >= beta {
                    return best;
                }
            }
        }
        (Judged { quality, ..best.0 }, best.1)
    }

    fn judge_successors(
        &mut self,
        start: usize,
        reach: Reach,
        mut alpha: i16,
        beta: i16,
    ) -> Result<(Judged, u64), Stopped> {
        let best_looking = self.stack[start..].iter().map(|successor| successor.value).max();
        let best_looking = best_looking.unwrap_or(-INFINITE);
        let mut best = (-INFINITE, 0);
        let mut quality = Quality::Proven;
        for i in start..self.stack.len() {
            let successor = self.stack[i];
            let judged = if successor.result.is_over {
                Judged { value: successor.value, quality: Quality::Proven }
            } else if i32::from(successor.value) + reach.margin() <= i32::from(alpha.max(best_looking)) {
                Judged { value: successor.value, quality: Quality::Selective }
            } else {
                self.judge_successor(&successor, reach.shallower(), alpha, beta, best.0 == -INFINITE)?
            };
            quality = quality.min(judged.quality);
            if judged.value > best.0 {
                best = (judged.value, successor.key);
                if judged.value >= beta {
                    return Ok((judged, successor.key));
                }
                alpha = alpha.max(judged.value);
            }
        }
        Ok((Judged { value: best.0, quality }, best.1))
    }

    /// The value of a successor for the side that played. All but the `first` are searched with a null window, and
    /// again with the full window if the value is inside it.
    pub fn judge_successor(
        &mut self,
        successor: &Successor,
        reach: Reach,
        alpha: i16,
        beta: i16,
        first: bool,
    ) -> Result<Judged, Stopped> {
        if !first && beta - alpha > 1 {
            let judged = -self.judge(&successor.result.position, successor.key, reach, -alpha - 1, -alpha)?;
            if judged.value <= alpha || judged.value >= beta {
                return Ok(judged);
            }
        }
        Ok(-self.judge(&successor.result.position, successor.key, reach, -beta, -alpha)?)
    }

    /// Sets the value of every successor from `start` on by static evaluation.
    pub fn evaluate(&mut self, start: usize) {
        for i in start..self.stack.len() {
            self.evaluate_one(i);
        }
    }

    #[inline]
    fn evaluate_one(&mut self, i: usize) -> i16 {
        self.budget.nodes += 1;
        let successor = &mut self.stack[i];
        successor.value = if successor.result.is_over {
            successor.score(self.rules)
        } else {
            -self.network.evaluate(Board::of(&successor.result.position))
        };
        successor.value
    }

    /// Sorts by static evaluation, best first, after the best successor of the last search of this position.
    fn sort(&mut self, start: usize, best: Option<u16>) {
        let rank = |successor: &Successor| {
            let value = if best == Some(short(successor.key)) { INFINITE } else { successor.value };
            (std::cmp::Reverse(value), successor.key)
        };
        self.stack[start..].sort_unstable_by_key(rank);
    }
}
