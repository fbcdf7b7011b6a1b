//! All values of a table at once, in memory: for work that looks at every position.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use linja::{Board, Margin, Position, RuleSet};

use crate::arrangement::{Arrangement, GROUPS};
use crate::cells::{BIAS, Cells, LANES};
use crate::layout::layout;
use crate::memory::Zeros;
use crate::page::{Digest, LARGEST_MARGIN};
use crate::published::hash_of;
use crate::table::{Part, Table, TableError};
use crate::threads::on_threads;

/// Every value of one rule set. Needs about 2.4 GB.
pub struct Values {
    rules: RuleSet,
    /// A row of cells for every mover, by slots; 0 if the pair of slots is not a legal position.
    cells: Zeros,
}

impl Values {
    /// Reads a whole table, on several threads. Compares the checksum of every page, computes the hash of all values and
    /// compares it with the hash in the header.
    ///
    /// # Errors
    /// If any part of the table is damaged, or there is not enough memory.
    pub fn load(table: &Table, threads: usize) -> Result<Values, TableError> {
        let slots = layout().slots();
        let mut cells = Zeros::new(slots * slots).map_err(TableError::Memory)?;
        let mut digests = vec![0; layout().pages()];
        let blocks = cells.chunks_mut(LANES * slots).zip(digests.as_chunks_mut().0).enumerate();
        let blocks = Mutex::new(blocks);
        let failed = AtomicBool::new(false);
        let work = || -> Result<(), TableError> {
            while !failed.load(Ordering::Relaxed) {
                let next = blocks.lock().map_or(None, |mut blocks| blocks.next());
                let Some((block, (cells, digests))) = next else { break };
                if let Err(error) = load_block(table, block, cells, digests) {
                    failed.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
            Ok(())
        };
        on_threads(threads, work).into_iter().collect::<Result<(), _>>()?;
        if hash_of(&digests) != table.header().values_hash {
            return Err(TableError::Damaged(Part::Values));
        }
        Ok(Values { rules: *table.rules(), cells })
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The margin under perfect play for the player to move.
    #[must_use]
    pub fn value(&self, position: &Position) -> Option<Margin> {
        let (mover, opponent) = Arrangement::of(position);
        self.cell(layout().slot(mover)?, layout().slot(opponent)?)
    }

    /// The values of many positions, seen from the player to move: as [`Values::value`] of each, several times faster.
    ///
    /// # Errors
    /// If a position has no value, which a sound table never shows.
    pub fn of_boards(&self, boards: &[Board]) -> Result<Vec<Margin>, TableError> {
        let mut values = Vec::with_capacity(boards.len());
        // First where they are, then what they are: the loads do not wait for each other.
        let mut cells = [0; TOGETHER];
        for boards in boards.chunks(TOGETHER) {
            for (cell, board) in cells.iter_mut().zip(boards) {
                *cell = place(board).ok_or(TableError::Damaged(Part::Page))?;
            }
            for &cell in &cells[..boards.len()] {
                values.push(margin(self.cells[cell]).ok_or(TableError::Damaged(Part::Page))?);
            }
        }
        Ok(values)
    }

    /// Replaces the value of a position, for example to try a verifier, and returns the one before; `None` (and nothing is
    /// replaced) if the margin is no possible value.
    pub fn replace(&mut self, position: &Position, margin: Margin) -> Option<Margin> {
        let before = self.value(position)?;
        let (mover, opponent) = Arrangement::of(position);
        let cell = layout().slot(mover)? * layout().slots() + layout().slot(opponent)?;
        (-LARGEST_MARGIN..=LARGEST_MARGIN).contains(&margin.0).then(|| {
            self.cells[cell] = BIAS.wrapping_add(margin.0 as u8);
            before
        })
    }

    /// The value for the mover in one slot against the opponent in another; `None` if the position is not legal.
    pub(crate) fn cell(&self, mover: usize, opponent: usize) -> Option<Margin> {
        margin(self.row(mover)[opponent])
    }

    /// The cells of the mover in one slot against the opponents in all.
    pub(crate) fn row(&self, mover: usize) -> &[u8] {
        let slots = layout().slots();
        &self.cells[mover * slots..(mover + 1) * slots]
    }
}

/// How many values are looked up together.
const TOGETHER: usize = 64;

/// The cell of a position; `None` if an arrangement overfills a row by itself.
fn place(board: &Board) -> Option<usize> {
    let (mover, opponent) = Arrangement::of_board(board);
    Some(layout().slot(mover)? * layout().slots() + layout().slot(opponent)?)
}

/// The margin of a cell; `None` if the position is not legal.
fn margin(cell: u8) -> Option<Margin> {
    (cell != 0).then(|| Margin(cell.wrapping_sub(BIAS) as i8))
}

/// Fills the rows and the digests of one block of movers.
fn load_block(
    table: &Table,
    block: usize,
    cells: &mut [u8],
    digests: &mut [u64; GROUPS],
) -> Result<(), TableError> {
    let slots = layout().slots();
    let mut rows = Vec::new();
    for (group, digest) in digests.iter_mut().enumerate() {
        let first = layout().group(group).start;
        rows.clear();
        rows.resize(layout().padded_group(group).len(), Cells::ZERO);
        table.page(block, group)?.for_each(|row, lane, value| {
            // The digest is over cells as the sweep keeps them: the value for the opponent, who has just moved.
            rows[row].0[lane] = BIAS.wrapping_sub(value.0 as u8);
            cells[lane * slots + first + row] = BIAS.wrapping_add(value.0 as u8);
        })?;
        *digest = Digest::of(&[&rows]);
    }
    Ok(())
}
