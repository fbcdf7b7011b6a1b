//! Everything about arrangements that the sweep looks up and that no rule set changes.

use std::ops::Range;

use crate::index::{Arrangement, ROWS, moved, rear};
use crate::lanes::LANES;
use crate::layout::{Layout, NOWHERE};
use crate::masks::BlockMasks;

/// Groups whose rows the sweep needs at once: those of a mover before the turn, after the opening
/// and after a follow-up of one to five steps.
pub(crate) const WINDOW: usize = 7;
// The rows that a task writes and those that any task of its layer reads are never the same: this is what makes sharing
// the planes between threads sound.
const _: () = assert!(WINDOW >= crate::solve::MOST_STEPS + 2);

/// Pairs of rows `from < to`.
const PAIRS: usize = ROWS * (ROWS - 1) / 2;

/// The place of a pair of rows in [`Steps`].
pub(crate) const fn pair(from: usize, to: usize) -> usize {
    to * (to - 1) / 2 + from
}

/// Where the pawns of one arrangement can go: one cache line.
#[repr(C, align(64))]
#[derive(Clone)]
pub(crate) struct Steps {
    /// The place (see [`Geometry::place`]) after one pawn moved forward, for every pair of rows.
    pub forward: [u16; PAIRS],
    /// The counts of the rows, row 0 in the lowest byte.
    pub counts: u64,
}

impl Steps {
    #[inline(always)]
    pub fn count(&self, row: usize) -> usize {
        (self.counts >> (8 * row)) as usize & 0xff
    }
}

pub(crate) struct Geometry {
    pub layout: Layout,
    pub steps: Vec<Steps>,
    /// The slot after one pawn stepped from row `i` to row `i + 1`.
    pub ahead: Vec<[u16; ROWS]>,
    /// The slot after one pawn stepped back from row `i + 1` to row `i`.
    pub back: Vec<[u16; ROWS]>,
    /// As `back`, but the row in a task's tile (see [`Geometry::no_row`]), for undoing an opening.
    pub openers: Vec<[u16; ROWS]>,
    pub rears: Vec<u8>,
    /// The masks of a block, its arrangements taken as opponents.
    pub masks: Vec<BlockMasks>,
    /// See [`Geometry::place`]: a table, because a division would cost more than the look-up after it.
    places: Vec<u16>,
}

impl Geometry {
    pub fn new() -> Geometry {
        let mut geometry = Geometry {
            layout: Layout::new(),
            steps: Vec::new(),
            ahead: Vec::new(),
            back: Vec::new(),
            openers: Vec::new(),
            rears: Vec::new(),
            masks: Vec::new(),
            places: Vec::new(),
        };
        geometry.fill_tables();
        geometry
    }

    /// The row of a plane where the sweep keeps a slot: planes hold the rows of [`WINDOW`] neighbouring
    /// groups only, and reuse them in turn. [`NOWHERE`] has a row of its own, after all others.
    #[inline(always)]
    pub fn place(&self, slot: usize) -> usize {
        usize::from(self.places[slot])
    }

    /// The places of a group with its padding: in one piece, or in two where the rows start over.
    pub fn group_places(&self, advance: usize) -> [Range<usize>; 2] {
        let group = self.layout.padded_group(advance);
        let (ring, start) = (self.places() - 1, group.start % (self.places() - 1));
        let end = start + group.len();
        [start..end.min(ring), 0..end.saturating_sub(ring)]
    }

    /// The rows of a plane.
    pub fn places(&self) -> usize {
        self.layout.widest_window(WINDOW) + 1
    }

    /// The row of a tile that stands for no arrangement: whatever is written there is never read.
    pub fn no_row(&self) -> usize {
        self.layout.widest_window(1)
    }

    /// The row of a slot in a tile, which holds one group.
    fn tile_row(&self, slot: usize) -> u16 {
        if slot == usize::from(NOWHERE) {
            return self.no_row() as u16;
        }
        let advance = self.layout.block_advance[slot / LANES];
        (slot - self.layout.padded_group(advance).start) as u16
    }

    /// Where a move leads; a move that can't be made, and one that overfills a row, leads nowhere.
    fn slot_after(&self, after: Option<Arrangement>) -> u16 {
        after.and_then(|arrangement| self.layout.slot(&arrangement)).map_or(NOWHERE, |slot| slot as u16)
    }

    fn fill_tables(&mut self) {
        let ring = self.layout.widest_window(WINDOW);
        self.places = (0..self.layout.slots()).map(|slot| (slot % ring) as u16).collect();
        self.places[usize::from(NOWHERE)] = ring as u16;
        for slot in 0..self.layout.slots() {
            let arrangement = self.layout.arrangements[slot];
            self.steps.push(self.steps_of(&arrangement));
            let step = |from: usize, to: usize| match from.max(to) {
                ROWS => NOWHERE,
                _ => self.slot_after(moved(&arrangement, from, to)),
            };
            let ahead = std::array::from_fn(|row| step(row, row + 1));
            let back: [u16; ROWS] = std::array::from_fn(|row| step(row + 1, row));
            self.openers.push(back.map(|before| self.tile_row(usize::from(before))));
            self.ahead.push(ahead);
            self.back.push(back);
            self.rears.push(rear(&arrangement) as u8);
        }
        self.masks = self.layout.arrangements.chunks_exact(LANES).map(BlockMasks::new).collect();
    }

    fn steps_of(&self, arrangement: &Arrangement) -> Steps {
        let mut forward = [0; PAIRS];
        for to in 1..ROWS {
            for from in 0..to {
                let after = self.slot_after(moved(arrangement, from, to));
                forward[pair(from, to)] = self.place(usize::from(after)) as u16;
            }
        }
        Steps { forward, counts: u64::from_le_bytes(*arrangement) }
    }
}
