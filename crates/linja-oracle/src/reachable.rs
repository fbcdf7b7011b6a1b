//! The positions that can come up in a game from the start.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use linja::{Position, RuleSet, Side, fast};

use crate::arrangement::Arrangement;
use crate::cells::LANES;
use crate::layout::{layout, slots_of};
use crate::progress::{Interrupted, Observer, Progress};
use crate::threads::on_threads;

/// The positions that occur before a turn in games from the start, with either side first; seen from the player to move. Positions in
/// which the game is over are not among them.
///
/// A bit for each pair of arrangements, 280 MB.
pub struct Reachable {
    /// For every mover's slot, a word for every block of opponents.
    words: Vec<AtomicU64>,
}

impl Reachable {
    /// Plays all turns of all reachable positions up to an advance: many minutes for all, much less for
    /// a low `last`. Reports after every layer.
    ///
    /// # Errors
    /// If the observer stops it.
    pub fn find(
        rules: &RuleSet,
        last: u8,
        threads: usize,
        observer: &dyn Observer,
    ) -> Result<Reachable, Interrupted> {
        let words = layout().slots() * layout().blocks();
        let reachable = Reachable { words: (0..words).map(|_| AtomicU64::new(0)).collect() };
        let start = Position::start(Side::Black);
        let played = AtomicU64::new(0);
        let stopped = AtomicBool::new(false);
        if start.advance() <= last {
            reachable.add(&start);
        }
        for layer in start.advance()..last {
            let next = AtomicUsize::new(0);
            on_threads(threads, || {
                loop {
                    let block = next.fetch_add(1, Ordering::Relaxed);
                    if block >= layout().blocks() || stopped.load(Ordering::Relaxed) {
                        break;
                    }
                    let more = reachable.play_against(block, layer, last, rules);
                    let positions = played.fetch_add(more, Ordering::Relaxed) + more;
                    if more > 0
                        && observer.report(Progress { positions, total: None, layer: Some(layer) }).is_break()
                    {
                        stopped.store(true, Ordering::Relaxed);
                    }
                }
            });
            if stopped.load(Ordering::Relaxed) {
                return Err(Interrupted);
            }
        }
        Ok(reachable)
    }

    /// Whether the position of two slots can come up.
    pub(crate) fn has(&self, mover: usize, opponent: usize) -> bool {
        self.word(mover, opponent / LANES).load(Ordering::Relaxed) >> (opponent % LANES) & 1 == 1
    }

    fn word(&self, mover: usize, block: usize) -> &AtomicU64 {
        &self.words[mover * layout().blocks() + block]
    }

    /// Plays all turns of the positions of a layer against a block of opponents; returns the number of positions.
    ///
    /// The opponents move next, so nearly all bits that are set lie in the few words of these 64 movers.
    fn play_against(&self, block: usize, layer: u8, last: u8, rules: &RuleSet) -> u64 {
        let Some(advance) = layout().partner(block, layer.into()) else { return 0 };
        let mut played = 0;
        for mover in layout().group(advance) {
            let word = self.word(mover, block).load(Ordering::Relaxed);
            for opponent in slots_of(block).filter(|opponent| word >> (opponent % LANES) & 1 == 1) {
                let Some(position) = layout().position(mover, opponent, Side::Black) else { continue };
                played += 1;
                fast::for_each_turn(&position, rules, |complete| {
                    let after = complete.result;
                    if !after.is_over && after.position.advance() <= last {
                        self.add(&after.position);
                    }
                });
            }
        }
        played
    }

    /// Adds a position in which the game goes on. If its player has to pass, adds the position after the pass as well: a pass
    /// stays in the layer, so another thread may already have gone past the place of that position.
    fn add(&self, position: &Position) {
        let (mover, opponent) = Arrangement::of(position);
        let (Some(mover), Some(opponent)) = (layout().slot(mover), layout().slot(opponent)) else { return };
        let (word, bit) = (self.word(mover, opponent / LANES), 1 << (opponent % LANES));
        // Nearly always it is there already, and reading is cheaper.
        if word.load(Ordering::Relaxed) & bit != 0 || word.fetch_or(bit, Ordering::Relaxed) & bit != 0 {
            return;
        }
        if !position.has_opening(position.to_move())
            && let Some(passed) = layout().position(opponent, mover, Side::Black)
        {
            self.add(&passed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use linja::readable;

    use super::*;
    use crate::progress::Silent;
    use crate::selection::Selection;

    /// By playing with the readable generator, from the start to an advance.
    fn by_playing(rules: &RuleSet, last: u8) -> HashSet<Position> {
        let mut seen = HashSet::new();
        let mut open = vec![Position::start(Side::Black)];
        while let Some(position) = open.pop() {
            let seen_from_black =
                if position.to_move() == Side::Black { position } else { position.mirrored() };
            if position.advance() <= last && seen.insert(seen_from_black) {
                readable::for_each_turn(&seen_from_black, rules, |complete| {
                    if !complete.result.is_over {
                        open.push(complete.result.position);
                    }
                });
            }
        }
        seen
    }

    #[test]
    fn early_positions_are_those_that_games_come_to() {
        for rules in [RuleSet::CLASSIC, RuleSet::BONUS_SPICY] {
            let last = 51;
            let reachable = Reachable::find(&rules, last, 2, &Silent).expect("nobody stops it");
            let found: HashSet<Position> =
                Selection::by_advance(0..=last, Some(reachable)).positions(None).collect();
            let expected = by_playing(&rules, last);
            assert!(expected.len() > 1_000, "{}", expected.len());
            assert_eq!(found, expected, "{rules}");
        }
    }
}
