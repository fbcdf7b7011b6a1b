//! A block of 64 opponents from the mover's side: how many pawns each of them has on the mover's inner rows, as byte
//! masks for the kernels and as ranges that let the kernels skip work.

use std::ops::Range;

use linja::Row;

use crate::arrangement::{Arrangement, PAWNS, ROWS};
use crate::cells::{Cells, LANES};

/// Inner rows, 1 to 6; the arrays below are indexed by `row - 1`.
pub(crate) const INNER: usize = ROWS - 2;
/// The most pawns that an inner row holds, both colours together.
pub(crate) const LIMIT: usize = Row::CAPACITY as usize;

/// The inner rows, as the highest bit of their bytes.
const INNER_ROWS: u64 = 0x0080_8080_8080_8000;

/// Seen in the mover's direction: row 1 is the mover's first inner row.
pub(crate) struct BlockMasks {
    /// Opponents with exactly `k` pawns on the row, for `k` up to 5: a row with more can only be crossed.
    pub exactly: [[Cells; LIMIT]; INNER],
    /// Opponents with at most `k` pawns on the row.
    pub at_most: [[Cells; LIMIT + 1]; INNER],
    /// Opponents with exactly `k` pawns at home, which is the mover's goal.
    pub at_home: [Cells; PAWNS + 1],
    /// Opponents whose rearmost pawn has advanced at least this many rows (in their direction).
    pub rear_at_least: [Cells; ROWS],
    /// The fewest and the most opponent's pawns on each of the mover's rows, packed like `Steps::counts`.
    pub fewest: u64,
    pub most: u64,
    pub furthest_rear: u8,
    ranges: [Range<usize>; INNER],
    home_range: Range<usize>,
}

impl BlockMasks {
    /// The masks of 64 slots; `None` is padding.
    pub fn new(slots: &[Option<Arrangement>; LANES]) -> BlockMasks {
        let real = || slots.iter().flatten();
        let count = |slot: &Arrangement, row: usize| slot.counts()[ROWS - 1 - row];
        let lanes = |test: &dyn Fn(&Arrangement) -> bool| {
            Cells(slots.each_ref().map(|slot| if slot.as_ref().is_some_and(test) { 0xff } else { 0 }))
        };
        let pack = |pick: &dyn Fn(usize) -> u8| u64::from_le_bytes(std::array::from_fn(pick));
        let ranges = std::array::from_fn(|row| {
            let counts = || real().map(|slot| usize::from(count(slot, row + 1)));
            counts().min().unwrap_or(0)..LIMIT.min(counts().max().map_or(0, |most| most + 1))
        });
        let at_home = || real().map(|slot| usize::from(count(slot, ROWS - 1)));
        BlockMasks {
            ranges,
            home_range: at_home().min().unwrap_or(0)..at_home().max().map_or(0, |most| most + 1),
            exactly: std::array::from_fn(|row| {
                std::array::from_fn(|k| lanes(&|slot| usize::from(count(slot, row + 1)) == k))
            }),
            at_most: std::array::from_fn(|row| {
                std::array::from_fn(|k| lanes(&|slot| usize::from(count(slot, row + 1)) <= k))
            }),
            at_home: std::array::from_fn(|k| lanes(&|slot| usize::from(count(slot, ROWS - 1)) == k)),
            rear_at_least: std::array::from_fn(|row| lanes(&|slot| slot.rear() >= row)),
            fewest: pack(&|row| real().map(|slot| count(slot, row)).min().unwrap_or(PAWNS as u8)),
            most: pack(&|row| real().map(|slot| count(slot, row)).max().unwrap_or(PAWNS as u8)),
            furthest_rear: real().map(|slot| slot.rear() as u8).max().unwrap_or(0),
        }
    }

    /// The counts that opponents of the block have on an inner row where one more pawn finds room.
    #[inline(always)]
    pub fn range(&self, row: usize) -> Range<usize> {
        self.ranges[row - 1].clone()
    }

    /// The counts that opponents of the block have at home.
    #[inline(always)]
    pub fn home_range(&self) -> Range<usize> {
        self.home_range.clone()
    }

    /// Whether a mover with these counts shares an overfull row with every opponent of the block.
    #[inline(always)]
    pub fn all_illegal(&self, counts: u64) -> bool {
        overfull(counts + self.fewest)
    }

    /// Whether a mover with these counts shares an inner row with every opponent of the block. False does not mean that
    /// there is an opponent without a shared row.
    #[inline(always)]
    pub fn none_apart(&self, counts: u64) -> bool {
        occupied(counts) & occupied(self.fewest) & INNER_ROWS != 0
    }

    /// Whether a mover with these counts may share an overfull row with some opponent of the block.
    #[inline(always)]
    pub fn some_illegal(&self, counts: u64) -> bool {
        overfull(counts + self.most)
    }
}

/// Whether an inner row has more than six pawns, all rows at once: adding 0x79 carries a byte above six into its highest
/// bit, and no sum of two counts reaches the next byte.
#[inline(always)]
fn overfull(counts: u64) -> bool {
    (counts + 0x0079_7979_7979_7900) & INNER_ROWS != 0
}

/// The rows with a pawn, as the highest bit of their bytes.
#[inline(always)]
fn occupied(counts: u64) -> u64 {
    counts + 0x7f7f_7f7f_7f7f_7f7f
}
