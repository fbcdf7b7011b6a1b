//! Where positions live: slots, groups, blocks and pages.
//!
//! The sweep and the table file work on *slots*: arrangements in the order of their numbers, without the 4,752 that
//! overfill an inner row by themselves, and with every *group* of equal advance starting at a multiple of 64. So a *block* of
//! 64 neighbouring slots never mixes two advances. Slots without an arrangement are padding.
//!
//! A *page* is the unit that the sweep finishes and the file stores: the positions of 64 movers (a block) against all
//! opponents of one advance (a group), a row of 64 cells per opponent.

use std::ops::Range;
use std::sync::LazyLock;

use linja::{Position, Side};

use crate::arrangement::{Arrangement, GROUPS};
use crate::cells::LANES;

/// The slot that stands for "no such arrangement". Group 0 holds one arrangement, so slot 1 is padding: all its cells
/// stay 0, as they must for a place that no pawn may move to.
pub(crate) const NOWHERE: u16 = 1;

/// The number of legal positions, seen from the player to move.
pub const ALL_POSITIONS: u64 = 1_264_575_044;

pub(crate) struct Layout {
    /// The arrangement of every slot; `None` is padding.
    pub arrangements: Vec<Option<Arrangement>>,
    /// The advance of the arrangements of a block.
    pub block_advance: Vec<usize>,
    /// The slot of an arrangement's number, [`NOWHERE`] if the arrangement overfills a row.
    slot_of: Vec<u16>,
    /// The first slot of every group, and the end of the last.
    group_starts: [usize; GROUPS + 1],
    /// The end of every group without padding.
    group_ends: [usize; GROUPS],
}

/// The layout, computed when it is first needed.
pub(crate) fn layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(Layout::new);
    &LAYOUT
}

impl Layout {
    fn new() -> Layout {
        let mut layout = Layout {
            arrangements: Vec::new(),
            block_advance: Vec::new(),
            slot_of: vec![NOWHERE; Arrangement::COUNT],
            group_starts: [0; GROUPS + 1],
            group_ends: [0; GROUPS],
        };
        (0..GROUPS).for_each(|advance| layout.add_group(advance));
        assert!(u16::try_from(layout.slots()).is_ok(), "slots are kept in 16 bits");
        layout
    }

    /// The slots of the arrangements with this advance.
    pub fn group(&self, advance: usize) -> Range<usize> {
        self.group_starts[advance]..self.group_ends[advance]
    }

    /// As [`Layout::group`], with the padding up to the next group.
    pub fn padded_group(&self, advance: usize) -> Range<usize> {
        self.group_starts[advance]..self.group_starts[advance + 1]
    }

    pub fn slots(&self) -> usize {
        self.arrangements.len()
    }

    pub fn blocks(&self) -> usize {
        self.slots() / LANES
    }

    /// The number of pages; see [`page_number`].
    pub fn pages(&self) -> usize {
        self.blocks() * GROUPS
    }

    /// The most slots that `groups` neighbouring groups take, padding included.
    pub fn widest_window(&self, groups: usize) -> usize {
        let width = |first: usize| self.group_starts[first + groups] - self.group_starts[first];
        (0..=GROUPS - groups).map(width).max().unwrap_or(0)
    }

    /// The slot of an arrangement, if it has one.
    pub fn slot(&self, arrangement: Arrangement) -> Option<usize> {
        let slot = self.slot_of[arrangement.number()];
        (slot != NOWHERE).then_some(usize::from(slot))
    }

    /// The position of two slots; `None` for padding and for pairs that overfill a row.
    pub fn position(&self, mover: usize, opponent: usize, to_move: Side) -> Option<Position> {
        let (mover, opponent) = (self.arrangements[mover]?, self.arrangements[opponent]?);
        mover.against(opponent, to_move).ok()
    }

    /// The advance of the movers against the opponents of a block (or the other way round) in a layer: positions whose
    /// advance is `layer`. `None` if there are none.
    pub fn partner(&self, block: usize, layer: usize) -> Option<usize> {
        layer.checked_sub(self.block_advance[block]).filter(|&advance| advance < GROUPS)
    }

    /// All pages, as block and advance, in the order in which the sweep finishes them and the file stores them.
    pub fn pages_in_file_order(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let layers = (0..=usize::from(Position::MAX_ADVANCE)).rev();
        layers.flat_map(move |layer| {
            (0..self.blocks()).filter_map(move |block| Some((block, self.partner(block, layer)?)))
        })
    }

    fn add_group(&mut self, advance: usize) {
        for arrangement in Arrangement::with_advance(advance).filter(|one| !one.overfills_row()) {
            self.slot_of[arrangement.number()] = self.arrangements.len() as u16;
            self.arrangements.push(Some(arrangement));
        }
        self.group_ends[advance] = self.arrangements.len();
        self.arrangements.resize(self.arrangements.len().next_multiple_of(LANES), None);
        self.group_starts[advance + 1] = self.arrangements.len();
        self.block_advance.resize(self.arrangements.len() / LANES, advance);
    }
}

/// The number of the page with the movers of a block and the opponents of an advance.
pub(crate) const fn page_number(block: usize, advance: usize) -> usize {
    block * GROUPS + advance
}

/// The slots of a block.
pub(crate) const fn slots_of(block: usize) -> Range<usize> {
    block * LANES..(block + 1) * LANES
}
