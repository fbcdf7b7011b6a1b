//! All games in which nobody errs, from the start position on: how long they are and how many positions they pass through.
//!
//! Perfect games fan out into tens of millions of positions that meet again and again. Every turn but a pass raises the
//! advance, so one walk by advance sees each position once: when its advance is reached, all ways to it are known.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::{BuildHasherDefault, Hasher};

use linja::{CompleteTurn, Position, Side, fast};

use crate::arrangement;
use crate::probe::value_after;
use crate::values::Values;

/// The lengths of perfect games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PerfectGames {
    /// The fewest and the most turns, passes included.
    pub lengths: Span,
    /// Positions in which a turn is played, seen from the player to move.
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

/// Told after each advance how many positions the games have passed through up to there.
pub type WalkReport<'a> = &'a dyn Fn(u8, usize);

/// Positions by the slots of mover and opponent, with the turns that lead there.
type Layer = HashMap<u32, Span, BuildHasherDefault<KeyHasher>>;

/// What the turns of some positions lead to.
#[derive(Default)]
struct Reached {
    positions: Vec<(u8, u32, Span)>,
    end: Option<Span>,
}

impl PerfectGames {
    pub fn walk(values: &Values, start: &Position, threads: usize, report: WalkReport<'_>) -> PerfectGames {
        let mut layers: Vec<Layer> = vec![Layer::default(); usize::from(Position::MAX_ADVANCE) + 1];
        let none = Span { shortest: 0, longest: 0 };
        let mut found = PerfectGames { lengths: none, positions: 0 };
        let mut end: Option<Span> = None;
        layers[usize::from(start.advance())].insert(key(values, start), none);
        for advance in 0..layers.len() {
            // A pass stays in its layer and is never answered by another: so passes go first.
            for passes in [true, false] {
                let layer = &mut layers[advance];
                let mut now: Vec<(u32, Span)> =
                    layer.extract_if(|&key, _| passes == must_pass(&position(values, key))).collect();
                // Who moves next is the same for all positions against one opponent, and so are the values looked up.
                now.sort_unstable_by_key(|&(key, _)| key.rotate_left(16));
                found.positions += now.len();
                // In pieces, so that what is reached does not pile up.
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
            report(advance as u8, found.positions);
        }
        found.lengths = end.unwrap_or(none);
        found
    }
}

/// Plays the best turns of all these positions.
fn expand(values: &Values, positions: &[(u32, Span)], threads: usize) -> Vec<Reached> {
    let piece = positions.len().div_ceil(threads.max(1)).max(1);
    let work = |piece: &[(u32, Span)]| {
        let mut reached = Reached::default();
        for &(key, span) in piece {
            let span = span.one_more();
            for complete in best_turns(values, &position(values, key)) {
                if complete.result.is_over {
                    reached.end = merge(reached.end, Some(span));
                } else {
                    reached.positions.push((
                        complete.result.position.advance(),
                        self::key(values, &complete.result.position),
                        span,
                    ));
                }
            }
        }
        reached
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = positions.chunks(piece).map(|piece| scope.spawn(move || work(piece))).collect();
        // A thread that panicked has told why; the counts would be wrong without it.
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

fn key(values: &Values, position: &Position) -> u32 {
    let (mover, opponent) = arrangement::of(position);
    let slot = |arrangement| values.slot(&arrangement).unwrap_or(0) as u32;
    slot(mover) << 16 | slot(opponent)
}

/// The position with this key, taken as Black's: the colours do not matter here.
fn position(values: &Values, key: u32) -> Position {
    let counts = |slot: u32| values.arrangement(slot as usize).copied().unwrap_or_default();
    arrangement::position(counts(key >> 16), counts(key & 0xffff), Side::Black).unwrap_or_default()
}

/// Spreads keys; nobody chooses them to collide.
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
