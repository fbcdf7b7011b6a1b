//! Games end in any order; they are counted in the order of their numbers. So the moment at which a sequential test stops
//! depends on the games alone, not on the number of threads.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::{Arena, Pairing, PlayedGame, Results};
use crate::Tally;
use crate::sprt::Running;

pub(super) struct InOrder<'a, P, R> {
    arena: &'a Arena<P>,
    report: R,
    /// Games that wait for one with a lower number.
    waiting: BTreeMap<usize, PlayedGame<P>>,
    /// The number of games counted.
    counted: usize,
    tallies: Vec<[Tally; 2]>,
    sprt: Option<Running>,
    /// The half points of the first player in the first game of a pair, until the second is counted.
    first_of_pair: u8,
    stopped: bool,
}

impl<'a, P: Clone + Sync, R: FnMut(&PlayedGame<P>) -> ControlFlow<()>> InOrder<'a, P, R> {
    pub(super) fn new(arena: &'a Arena<P>, report: R) -> InOrder<'a, P, R> {
        InOrder {
            arena,
            report,
            waiting: BTreeMap::new(),
            counted: 0,
            tallies: vec![[Tally::default(); 2]; arena.pairings.len()],
            sprt: arena.sprt.map(Running::new),
            first_of_pair: 0,
            stopped: false,
        }
    }

    /// Takes a game; breaks if no more are needed.
    pub(super) fn add(&mut self, played: PlayedGame<P>) -> ControlFlow<()> {
        self.waiting.insert(played.number, played);
        while !self.is_finished()
            && let Some(played) = self.waiting.remove(&self.counted)
        {
            self.count(&played);
            self.stopped |= (self.report)(&played).is_break();
        }
        if self.is_finished() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn is_finished(&self) -> bool {
        self.stopped || self.sprt.as_ref().is_some_and(|sprt| sprt.result().decision.is_some())
    }

    fn count(&mut self, played: &PlayedGame<P>) {
        let number = played.number;
        self.counted = number + 1;
        let first = self.arena.side_of_first(number);
        let pairing = number / self.arena.games as usize;
        let [one, other] = &mut self.tallies[pairing];
        one.add(played, first);
        other.add(played, !first);
        let half_points = played.half_points(first);
        if let Some(sprt) = self.sprt.as_mut().filter(|_| pairing == 0 && number % 2 == 1) {
            sprt.add_pair(self.first_of_pair + half_points);
        }
        self.first_of_pair = half_points;
    }

    /// The results; `None` if the report stopped the run.
    pub(super) fn finish(self) -> Option<Results<P>> {
        if self.stopped {
            return None;
        }
        let pairing = |(pairing, tallies): (&[usize; 2], _)| Pairing {
            players: pairing.map(|player| self.arena.players[player].clone()),
            tallies,
        };
        let pairings = self.arena.pairings.iter().zip(self.tallies).map(pairing).collect();
        Some(Results { pairings, sprt: self.sprt.map(|sprt| sprt.result()) })
    }
}
