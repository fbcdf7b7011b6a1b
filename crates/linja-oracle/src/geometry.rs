//! Everything about arrangements that the sweep looks up and that does not depend on the rule set.

use std::ops::Range;

use crate::arrangement::{Arrangement, ROWS};
use crate::cells::LANES;
use crate::layout::{NOWHERE, layout};
use crate::masks::BlockMasks;

/// The neighbouring groups whose rows a plane holds at once; they share its rows in turn.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    /// The rows that the groups share.
    ring: usize,
}

impl Window {
    pub fn of_groups(groups: usize) -> Window {
        Window { ring: layout().widest_window(groups) }
    }

    /// The rows of a plane: the shared ones, and one for [`NOWHERE`].
    pub fn rows(self) -> usize {
        self.ring + 1
    }
}

/// Pairs of rows `from < to`.
pub(crate) const PAIRS: usize = ROWS * (ROWS - 1) / 2;

/// The place of a pair of rows in [`Steps`].
pub(crate) const fn pair(from: usize, to: usize) -> usize {
    to * (to - 1) / 2 + from
}

/// Where the pawns of one arrangement can go: one cache line.
#[repr(C, align(64))]
#[derive(Clone)]
pub(crate) struct Steps {
    /// The place after one pawn moved forward, for every pair of rows.
    pub forward: [Place; PAIRS],
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
    pub steps: Vec<Steps>,
    /// The slot after one pawn stepped from row `i` to row `i + 1`.
    pub ahead: Vec<[u16; ROWS]>,
    /// The slot after one pawn stepped back from row `i + 1` to row `i`.
    pub back: Vec<[u16; ROWS]>,
    /// As `back`, but the row in a task's tile, for undoing an opening.
    pub openers: Vec<[u16; ROWS]>,
    pub rears: Vec<u8>,
    /// The masks of a block, its arrangements taken as opponents.
    pub masks: Vec<BlockMasks>,
    /// See [`Geometry::place`]: a table, because a division would cost more than the look-up that follows.
    places: Vec<Place>,
    window: Window,
}

/// A row of a plane with [`Window::rows`] rows; only [`Geometry`] makes places, all below that number.
#[derive(Clone, Copy)]
pub(crate) struct Place(u16);

impl Place {
    #[inline(always)]
    pub fn row(self) -> usize {
        usize::from(self.0)
    }
}

/// The row of a slot in a tile, which holds one group; `no_row` for [`NOWHERE`].
fn tile_row(slot: u16, no_row: usize) -> u16 {
    if slot == NOWHERE {
        return no_row as u16;
    }
    let slot = usize::from(slot);
    (slot - layout().padded_group(layout().block_advance[slot / LANES]).start) as u16
}

/// The slot after a move; [`NOWHERE`] if the move is impossible or overfills a row.
fn slot_after(after: Option<Arrangement>) -> u16 {
    after.and_then(|arrangement| layout().slot(arrangement)).map_or(NOWHERE, |slot| slot as u16)
}

impl Geometry {
    pub fn new(window: Window) -> Geometry {
        let ring = window.ring;
        let mut places: Vec<Place> = (0..layout().slots()).map(|slot| Place((slot % ring) as u16)).collect();
        places[usize::from(NOWHERE)] = Place(ring as u16);
        // A tile's last row stands for no arrangement: written, but never read.
        let no_row = layout().widest_window(1);
        let mut geometry = Geometry {
            steps: Vec::new(),
            ahead: Vec::new(),
            back: Vec::new(),
            openers: Vec::new(),
            rears: Vec::new(),
            masks: layout().arrangements.as_chunks().0.iter().map(BlockMasks::new).collect(),
            places,
            window,
        };
        layout().arrangements.iter().for_each(|&slot| geometry.add(slot, no_row));
        geometry
    }

    /// The row of a plane where the sweep keeps a slot: planes hold the rows of a [`Window`] of neighbouring groups only, and
    /// reuse them in turn. [`NOWHERE`] has a row of its own, after all others.
    #[inline(always)]
    pub fn place(&self, slot: usize) -> Place {
        self.places[slot]
    }

    /// The places of a group with its padding: in one piece, or in two where the ring starts over.
    pub fn group_places(&self, advance: usize) -> [Range<usize>; 2] {
        let (group, ring) = (layout().padded_group(advance), self.window.ring);
        let start = group.start % ring;
        let end = start + group.len();
        [start..end.min(ring), 0..end.saturating_sub(ring)]
    }

    /// Adds the facts about the next slot; `None` is padding.
    fn add(&mut self, slot: Option<Arrangement>, no_row: usize) {
        let moved = |from, to| slot.and_then(|arrangement| arrangement.moved(from, to));
        let step = |from: usize, to: usize| match from.max(to) {
            ROWS => NOWHERE,
            _ => slot_after(moved(from, to)),
        };
        let mut forward = [Place(0); PAIRS];
        for to in 1..ROWS {
            for from in 0..to {
                forward[pair(from, to)] = self.places[usize::from(slot_after(moved(from, to)))];
            }
        }
        let counts = slot.map_or([0; ROWS], Arrangement::counts);
        let back: [u16; ROWS] = std::array::from_fn(|row| step(row + 1, row));
        self.steps.push(Steps { forward, counts: u64::from_le_bytes(counts) });
        self.openers.push(back.map(|before| tile_row(before, no_row)));
        self.ahead.push(std::array::from_fn(|row| step(row, row + 1)));
        self.back.push(back);
        self.rears.push(slot.map_or(ROWS, Arrangement::rear) as u8);
    }
}
