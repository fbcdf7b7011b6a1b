//! Where positions live: slots, groups, blocks and pages.
//!
//! The sweep and the table file work on *slots*: arrangements in the order of their numbers, without
//! the 4,752 that alone overfill an inner row, and with every *group* of equal advance starting at a
//! multiple of 64. So a *block* of 64 neighbouring slots never mixes two advances. Slots without an
//! arrangement are padding.
//!
//! A *page* is the unit that the sweep finishes and the file stores: the positions of 64 movers (a block)
//! against all opponents of one advance (a group), a row of 64 cells per opponent.

use std::ops::Range;

use crate::index::{ARRANGEMENTS, Arrangement, GROUPS, Index, ROW_LIMIT, ROWS};
use crate::lanes::LANES;

/// What [`Layout`] says of an arrangement that has no slot. Group 0 holds one arrangement, so slot 1 is
/// padding: all its cells stay 0, as they must for a place no pawn may move to.
pub(crate) const NOWHERE: u16 = 1;

pub(crate) struct Layout {
    pub index: Index,
    /// The arrangement of a slot; all zero for padding.
    pub arrangements: Vec<Arrangement>,
    /// The advance of the arrangements of a block.
    pub block_advance: Vec<usize>,
    /// The slot of an arrangement's number, [`NOWHERE`] if it overfills a row.
    slot_of: Vec<u16>,
    /// The first slot of every group, and of what would be the next.
    group_starts: [usize; GROUPS + 1],
    /// The end of every group without padding.
    group_ends: [usize; GROUPS],
}

impl Layout {
    pub fn new() -> Layout {
        let mut layout = Layout {
            index: Index::new(),
            arrangements: Vec::new(),
            block_advance: Vec::new(),
            slot_of: vec![NOWHERE; ARRANGEMENTS],
            group_starts: [0; GROUPS + 1],
            group_ends: [0; GROUPS],
        };
        (0..GROUPS).for_each(|advance| layout.lay_out_group(advance));
        assert!(u16::try_from(layout.slots()).is_ok(), "slots are kept in 16 bits");
        layout
    }

    /// The slots of the arrangements with this advance.
    pub fn group(&self, advance: usize) -> Range<usize> {
        self.group_starts[advance]..self.group_ends[advance]
    }

    /// As [`Layout::group`], up to where the next group starts.
    pub fn padded_group(&self, advance: usize) -> Range<usize> {
        self.group_starts[advance]..self.group_starts[advance + 1]
    }

    pub fn slots(&self) -> usize {
        self.arrangements.len()
    }

    pub fn blocks(&self) -> usize {
        self.slots() / LANES
    }

    /// The number of pages; a page's own number is `block * GROUPS + advance`.
    pub fn pages(&self) -> usize {
        self.blocks() * GROUPS
    }

    /// The most slots that `groups` neighbouring groups take.
    pub fn widest_window(&self, groups: usize) -> usize {
        let width = |first: usize| self.group_starts[first + groups] - self.group_starts[first];
        (0..=GROUPS - groups).map(width).max().unwrap_or(0)
    }

    /// The slot of an arrangement, if it has one.
    pub fn slot(&self, arrangement: &Arrangement) -> Option<usize> {
        let slot = self.slot_of[self.index.number(arrangement)?];
        (slot != NOWHERE).then_some(usize::from(slot))
    }

    fn lay_out_group(&mut self, advance: usize) {
        for number in self.index.group(advance) {
            let arrangement = self.index.arrangement(number);
            if arrangement[1..ROWS - 1].iter().all(|&count| count <= ROW_LIMIT) {
                self.slot_of[number] = self.arrangements.len() as u16;
                self.arrangements.push(*arrangement);
            }
        }
        self.group_ends[advance] = self.arrangements.len();
        self.arrangements.resize(self.arrangements.len().next_multiple_of(LANES), [0; ROWS]);
        self.group_starts[advance + 1] = self.arrangements.len();
        self.block_advance.resize(self.arrangements.len() / LANES, advance);
    }
}
