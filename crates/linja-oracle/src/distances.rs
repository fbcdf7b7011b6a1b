//! The table of distances: for every position the number of turns up to the end of the game, if both sides keep the value of
//! the position with every turn, the side that is ahead shortens the game, the other one lengthens it, and in a draw both
//! shorten it ([`Lengths::Distance`]).
//!
//! The file has the form of a table of values, with another magic. A cell is the number of turns and [`NONE`].

use std::path::Path;

use linja::{Board, Margin, Position, RuleSet};

use crate::cells::Cells;
use crate::codec::Codec;
use crate::lanes::Vectors;
use crate::pack::Packer;
use crate::page::LARGEST_MARGIN;
use crate::probe::Oracle as _;
use crate::solve::{Collect, Pieces};
use crate::table::{Content, Header, Table, TableError};
use crate::timed::{Lengths, TimedCells};

/// The cell of no turns: read as a value, the largest margin.
const NONE: u8 = crate::cells::BIAS - LARGEST_MARGIN as u8;

/// The distance of every position of one rule set to the end of the game. Can be shared between threads.
pub struct Distances(Table);

impl Distances {
    /// Opens a file that [`Tables::solve_distances`](crate::Tables::solve_distances) has written.
    ///
    /// # Errors
    /// If the file can't be read, or is no undamaged table of distances of this rule set. Pages are checked when they are
    /// first read.
    pub fn open(path: &Path, rules: &RuleSet) -> Result<Distances, TableError> {
        Table::open_content(path, rules, Content::Distances).map(Distances)
    }

    /// The number of turns up to the end of the game, passes included; 0 if the position is over.
    ///
    /// # Errors
    /// If the part of the file that holds the position is damaged.
    pub fn turns(&self, position: &Position) -> Result<u8, TableError> {
        self.0.value(position).map(turns)
    }

    /// The same of many positions, in their order, seen from the players to move: every page is unpacked only once.
    ///
    /// # Errors
    /// If a part of the file that holds one of the positions is damaged.
    pub fn turns_of_boards(&self, boards: &[Board]) -> Result<Vec<u8>, TableError> {
        Ok(self.0.values_of_boards(boards)?.into_iter().map(turns).collect())
    }

    /// The header of the file. Its hash is that of the distances.
    #[must_use]
    pub fn header(&self) -> &Header {
        self.0.header()
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Compares the checksum of every page: reads the whole file.
    ///
    /// # Errors
    /// If a page is damaged.
    pub fn check(&self) -> Result<(), TableError> {
        self.0.check()
    }
}

/// The number of turns in a cell that was read as a value. A stored cell holds at most the largest margin, so this is not
/// negative.
fn turns(cell: Margin) -> u8 {
    LARGEST_MARGIN.wrapping_sub(cell.0) as u8
}

/// Packs the distances of pages.
pub(crate) struct DistancePacker {
    packer: Packer,
    cells: Vec<Cells>,
}

impl DistancePacker {
    pub fn new(codec: Codec) -> DistancePacker {
        DistancePacker { packer: Packer::new(codec), cells: Vec::new() }
    }
}

impl AsMut<Packer> for DistancePacker {
    fn as_mut(&mut self) -> &mut Packer {
        &mut self.packer
    }
}

impl Collect<TimedCells> for DistancePacker {
    #[inline(always)]
    fn page<V: Vectors<Row = Cells>>(&mut self, v: V, number: usize, rows: Pieces<TimedCells>) {
        self.cells.clear();
        let turns = |word| if word == 0 { 0 } else { NONE + Lengths::Distance.turns(word) };
        self.cells.extend(rows.into_iter().flatten().map(|row| Cells(row.0.map(turns))));
        self.packer.page(v, number, [&self.cells, &[]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrangement::Arrangement;
    use crate::progress::Silent;
    use crate::solve::Options;
    use crate::table::solve_distances_to_file;
    use crate::{Table, turns_to_end};
    use linja::Side;

    #[test]
    fn late_distances_read_back() {
        const LAST: usize = 150;
        let (rules, options) = (RuleSet::GEEKY, Options::default());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("geeky.distance");
        solve_distances_to_file(&rules, &options, LAST, &Silent, &path).unwrap();
        let distances = Distances::open(&path, &rules).unwrap();
        let late = || Arrangement::with_advance(76).step_by(7);
        let pairs = late().flat_map(|mover| late().map(move |opponent| mover.against(opponent, Side::Black)));
        let positions: Vec<Position> = pairs.flatten().collect();
        let turns = turns_to_end(&rules, Lengths::Distance, &positions, &options, &Silent).unwrap();
        for (position, &turns) in positions.iter().zip(&turns) {
            assert_eq!(distances.turns(position).unwrap(), turns, "{position}");
        }
        let boards: Vec<Board> = positions.iter().map(Board::of).collect();
        assert_eq!(distances.turns_of_boards(&boards).unwrap(), turns);
        assert!(matches!(Table::open(&path, &rules), Err(TableError::NotATable)));
        assert!(matches!(Distances::open(&path, &RuleSet::BONUS), Err(TableError::RuleSet { .. })));
    }
}
