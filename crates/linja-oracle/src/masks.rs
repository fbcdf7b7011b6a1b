//! What a block of 64 opponents looks like from the mover's side: how many pawns of each stand on
//! the mover's inner rows, as byte masks for the kernels and as ranges to skip work by.

use std::ops::Range;

use crate::index::{Arrangement, PAWNS, ROW_LIMIT, ROWS, rear};
use crate::lanes::{LANES, Row};

/// Inner rows, 1 to 6; the arrays below are indexed by `row - 1`.
pub(crate) const INNER: usize = ROWS - 2;
const LIMIT: usize = ROW_LIMIT as usize;

/// Seen in the mover's direction: row 1 is the mover's first inner row.
pub(crate) struct BlockMasks {
    /// Opponents with exactly `k` pawns on the row, for `k` up to 5: a row with more can only be crossed.
    pub exactly: [[Row; LIMIT]; INNER],
    /// Opponents with at most `k` pawns on the row.
    pub at_most: [[Row; LIMIT + 1]; INNER],
    /// Opponents whose rearmost pawn has come at least this far (in their direction).
    pub rear_at_least: [Row; ROWS],
    /// The fewest and the most opponent's pawns on each of the mover's rows, packed like `Steps::counts`.
    pub fewest: u64,
    pub most: u64,
    pub furthest_rear: u8,
    ranges: [Range<usize>; INNER],
}

impl BlockMasks {
    /// The masks of 64 slots, of which those without pawns are padding.
    pub fn new(slots: &[Arrangement]) -> BlockMasks {
        let real = || slots.iter().filter(|slot| !is_padding(slot));
        let count = |slot: &Arrangement, row: usize| slot[ROWS - 1 - row];
        let lanes = |test: &dyn Fn(&Arrangement) -> bool| {
            let mut row = Row([0; LANES]);
            for (lane, slot) in row.0.iter_mut().zip(slots) {
                *lane = if !is_padding(slot) && test(slot) { 0xff } else { 0 };
            }
            row
        };
        let pack = |pick: &dyn Fn(usize) -> u8| u64::from_le_bytes(std::array::from_fn(pick));
        let ranges = std::array::from_fn(|row| {
            let counts = || real().map(|slot| usize::from(count(slot, row + 1)));
            counts().min().unwrap_or(0)..LIMIT.min(counts().max().map_or(0, |most| most + 1))
        });
        BlockMasks {
            ranges,
            exactly: std::array::from_fn(|row| {
                std::array::from_fn(|k| lanes(&|slot| usize::from(count(slot, row + 1)) == k))
            }),
            at_most: std::array::from_fn(|row| {
                std::array::from_fn(|k| lanes(&|slot| usize::from(count(slot, row + 1)) <= k))
            }),
            rear_at_least: std::array::from_fn(|row| lanes(&|slot| rear(slot) >= row)),
            fewest: pack(&|row| real().map(|slot| count(slot, row)).min().unwrap_or(PAWNS as u8)),
            most: pack(&|row| real().map(|slot| count(slot, row)).max().unwrap_or(PAWNS as u8)),
            furthest_rear: real().map(|slot| rear(slot) as u8).max().unwrap_or(0),
        }
    }

    /// The counts that opponents of the block have on an inner row where one more pawn finds room.
    #[inline(always)]
    pub fn range(&self, row: usize) -> Range<usize> {
        self.ranges[row - 1].clone()
    }

    /// Whether a mover with these counts shares an overfull row with every opponent of the block.
    #[inline(always)]
    pub fn all_illegal(&self, counts: u64) -> bool {
        overfull(counts + self.fewest)
    }

    /// Whether a mover with these counts shares an overfull row with some opponent of the block, perhaps.
    #[inline(always)]
    pub fn some_illegal(&self, counts: u64) -> bool {
        overfull(counts + self.most)
    }
}

/// Whether an inner row has more than six pawns, all rows at once: adding 0x79 carries a byte
/// above six into its highest bit, and no sum of two counts reaches the next byte.
#[inline(always)]
fn overfull(counts: u64) -> bool {
    (counts + 0x0079_7979_7979_7900) & 0x0080_8080_8080_8000 != 0
}

fn is_padding(slot: &Arrangement) -> bool {
    *slot == [0; ROWS]
}
