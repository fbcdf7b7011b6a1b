//! All games from the start position in which nobody errs: their lengths and the number of their positions.
//!
//! Perfect games branch into tens of millions of positions and often reach the same position. Every turn but a pass raises
//! the advance, so one walk by advance sees each position once: when the walk reaches its advance, all ways to it are
//! known.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasherDefault, Hasher};

use linja::{CompleteTurn, Position, Side, fast};

use crate::arrangement::Arrangement;
use crate::layout::layout;
use crate::probe::value_after;
use crate::progress::{Interrupted, Observer, Progress};
use crate::values::Values;

/// The lengths of perfect games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PerfectGames {
    /// The fewest and the most turns, passes included.
    pub lengths: Span,
    /// The number of positions in which a turn is played, seen from the player to move.
    pub positions: usize,
}

/// The fewest and the most turns up to some point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub shortest: u16,
    pub longest: u16,
}

impl Span {
    fn one_more(self) -> Span {
        Span { shortest: self.shortest + 1, longest: self.longest + 1 }
    }

    fn with(self, other: Span) -> Span {
        Span { shortest: self.shortest.min(other.shortest), longest: self.longest.max(other.longest) }
    }
}

/// Positions by the slots of mover and opponent, with the turns that lead there.
type Layer = HashMap<u32, Span, BuildHasherDefault<KeyHasher>>;

/// Where the turns of a set of positions lead.
#[derive(Default)]
struct Reached {
    positions: Vec<(u8, u32, Span)>,
    end: Option<Span>,
}

impl PerfectGames {
    pub fn walk(
        values: &Values,
        start: &Position,
        threads: usize,
        observer: &dyn Observer,
    ) -> Result<PerfectGames, Interrupted> {
        let mut layers: Vec<Layer> = vec![Layer::default(); usize::from(Position::MAX_ADVANCE) + 1];
        let none = Span { shortest: 0, longest: 0 };
        let mut found = PerfectGames { lengths: none, positions: 0 };
        let mut end: Option<Span> = None;
        layers[usize::from(start.advance())].insert(key(start), none);
        for advance in 0..layers.len() {
            // A pass stays in its layer, and no pass follows it: so passes go first.
            for passes in [true, false] {
                let layer = &mut layers[advance];
                let mut now: Vec<(u32, Span)> =
                    layer.extract_if(|&key, _| passes == must_pass(&position(key))).collect();
                // Positions against one opponent lead to positions in which it moves: their values lie together.
                now.sort_unstable_by_key(|&(key, _)| key.rotate_left(16));
                found.positions += now.len();
                // In pieces, to bound the memory for what is reached.
                for reached in now.chunks(1 << 18).flat_map(|piece| expand(values, piece, threads)) {
                    end = merge(end, reached.end);
                    for (advance, key, span) in reached.positions {
                        layers[usize::from(advance)]
                            .entry(key)
                            .and_modify(|old| *old = old.with(span))
                            .or_insert(span);
                    }
                }
            }
            layers[advance] = Layer::default();
            let positions = found.positions as u64;
            if observer.report(Progress { positions, total: None, layer: Some(advance as u8) }).is_break() {
                return Err(Interrupted);
            }
        }
        found.lengths = end.unwrap_or(none);
        Ok(found)
    }
}

/// Plays the best turns of all these positions.
fn expand(values: &Values, positions: &[(u32, Span)], threads: usize) -> Vec<Reached> {
    let piece = positions.len().div_ceil(threads.max(1)).max(1);
    let work = |piece: &[(u32, Span)]| {
        let mut reached = Reached::default();
        for &(key, span) in piece {
            let span = span.one_more();
            for complete in best_turns(values, &position(key)) {
                let after = complete.result.position;
                if complete.result.is_over {
                    reached.end = merge(reached.end, Some(span));
                } else {
                    reached.positions.push((after.advance(), self::key(&after), span));
                }
            }
        }
        reached
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = positions.chunks(piece).map(|piece| scope.spawn(move || work(piece))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .collect()
    })
}

fn merge(one: Option<Span>, other: Option<Span>) -> Option<Span> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.with(other)),
        (one, other) => one.or(other),
    }
}

/// The turns that keep the value of a position, by their written form.
pub(crate) fn best_turns(values: &Values, position: &Position) -> Vec<CompleteTurn> {
    let value = |position: &Position| Ok::<_, Infallible>(values.value(position).unwrap_or_default());
    let margin = |complete: &CompleteTurn| value_after(values.rules(), complete, value);
    let best = value(position);
    let mut turns = fast::complete_turns(position, values.rules());
    turns.retain(|complete| margin(complete) == best);
    turns
}

fn must_pass(position: &Position) -> bool {
    !position.has_opening(position.to_move())
}

fn key(position: &Position) -> u32 {
    let (mover, opponent) = Arrangement::of(position);
    let slot = |arrangement| layout().slot(arrangement).expect("a position overfills no row") as u32;
    slot(mover) << 16 | slot(opponent)
}

/// The position with this key, Black to move: the colours do not matter here.
fn position(key: u32) -> Position {
    let (mover, opponent) = ((key >> 16) as usize, (key & 0xffff) as usize);
    layout().position(mover, opponent, Side::Black).expect("a key is made from a position")
}

/// A fast hash; no adversary chooses the keys.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, key: u32) {
        self.0 = (self.0 ^ u64::from(key)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }
}
