//! All values of a table at once, in memory: for work that looks at every position.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use linja::{Margin, Position, RuleSet};
use memmap2::MmapMut;

use crate::arrangement;
use crate::index::Arrangement;
use crate::lanes::LANES;
use crate::layout::Layout;
use crate::plane;
use crate::table::{Table, TableError};

/// What a cell of the value 0 holds. A cell of a pair of arrangements that is no legal position holds 0, as fresh memory
/// does.
const BIAS: u8 = 128;

/// Every value of one rule set. Needs about 2.4 GB.
pub struct Values {
    rules: RuleSet,
    layout: Layout,
    /// A row of cells for every mover, by slots.
    cells: MmapMut,
}

impl Values {
    /// Reads and checks a whole table, on all threads.
    ///
    /// # Errors
    /// If any part of it is damaged.
    pub fn load(table: &Table, threads: usize) -> Result<Values, TableError> {
        let layout = Layout::new();
        let mut cells = MmapMut::map_anon(layout.slots() * layout.slots()).map_err(TableError::Memory)?;
        plane::prefer_large_pages(&cells);
        let blocks = std::sync::Mutex::new(cells.chunks_mut(LANES * layout.slots()).enumerate());
        let failed = AtomicBool::new(false);
        let work = || -> Result<(), TableError> {
            while !failed.load(Ordering::Relaxed) {
                let next = blocks.lock().map_or(None, |mut blocks| blocks.next());
                let Some((block, cells)) = next else { break };
                if let Err(error) = load_block(table, &layout, block, cells) {
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mine = work();
            others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
                .fold(mine, Result::and)
        })?;
        Ok(Values { rules: *table.rules(), layout, cells })
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The margin under perfect play for the player to move.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<Margin> {
        let (mover, opponent) = arrangement::of(position);
        self.cell(self.layout.slot(&mover)?, self.layout.slot(&opponent)?)
    }

    /// The arrangements that a position can have, by slot; `None` stands for padding.
    pub(crate) fn arrangement(&self, slot: usize) -> Option<&Arrangement> {
        self.layout.arrangements.get(slot).filter(|counts| counts.iter().any(|&count| count > 0))
    }

    pub(crate) fn slot(&self, arrangement: &Arrangement) -> Option<usize> {
        self.layout.slot(arrangement)
    }

    /// The slots of the arrangements with this advance.
    pub(crate) fn group(&self, advance: usize) -> Range<usize> {
        self.layout.group(advance)
    }

    pub(crate) fn slots(&self) -> usize {
        self.layout.slots()
    }

    pub(crate) fn cell(&self, mover: usize, opponent: usize) -> Option<Margin> {
        match self.cells[mover * self.layout.slots() + opponent] {
            0 => None,
            cell => Some(Margin(cell.wrapping_sub(BIAS) as i8)),
        }
    }
}

/// Fills the rows of one block of movers.
fn load_block(table: &Table, layout: &Layout, block: usize, cells: &mut [u8]) -> Result<(), TableError> {
    for group in 0..crate::index::GROUPS {
        let first = layout.group(group).start;
        let page = table.page(block, group)?;
        page.for_each(|row, lane, value| {
            cells[lane * layout.slots() + first + row] = (value as u8).wrapping_add(BIAS);
        })
        .map_err(|_| TableError::Damaged("page"))?;
    }
    Ok(())
}
