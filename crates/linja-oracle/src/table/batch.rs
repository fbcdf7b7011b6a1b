//! Many values at once: sorted, so that every page is unpacked once.

use linja::{Board, Margin, Position};

use super::{Part, Table, TableError};
use crate::arrangement::{Arrangement, GROUPS};
use crate::cells::LANES;
use crate::layout::{layout, page_number};

/// Where a value lies, in the order of the pages, in one word: sorting words is several times as fast as sorting structures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place(u64);

const LANE_BITS: u32 = LANES.ilog2();
/// More than the rows of the widest page.
const ROW_BITS: u32 = 12;
/// The rest of a word, beside a page, numbers the positions of a batch.
const NUMBER_BITS: u32 = 26;
const MOST_TOGETHER: usize = 1 << NUMBER_BITS;

impl Place {
    fn of(board: &Board) -> Option<Place> {
        let (mover, opponent) = Arrangement::of_board(board);
        let (own, other) = (layout().slot(mover)?, layout().slot(opponent)?);
        let group = opponent.advance();
        let (row, lane) = (other - layout().group(group).start, own % LANES);
        let page = page_number(own / LANES, group) as u64;
        // A word of 32 bits, as browsers have them, is too short for all three.
        Some(Place(page << (ROW_BITS + LANE_BITS) | (row << LANE_BITS | lane) as u64))
    }

    fn page(self) -> usize {
        (self.0 >> (ROW_BITS + LANE_BITS)) as usize
    }

    fn row(self) -> usize {
        (self.0 >> LANE_BITS) as usize % (1 << ROW_BITS)
    }

    fn lane(self) -> usize {
        self.0 as usize % LANES
    }
}

impl Table {
    /// The number of the page that holds the value of a position. Work on many positions is fastest in this order, and can
    /// be divided between two positions with different numbers.
    #[must_use]
    pub fn page_of(position: &Position) -> usize {
        // Every legal position has a place.
        Place::of(&Board::of(position)).map_or(0, Place::page)
    }

    /// The values of many positions, in their order, for the players to move: as [`Oracle::value`](crate::Oracle::value)
    /// of each, but every page is unpacked only once. Does not displace pages that other readers need.
    ///
    /// # Errors
    /// If a page is damaged.
    pub fn values(&self, positions: &[Position]) -> Result<Vec<Margin>, TableError> {
        let boards: Vec<Board> = positions.iter().map(Board::of).collect();
        self.values_of_boards(&boards)
    }

    /// As [`Table::values`], of positions seen from the players to move.
    ///
    /// # Errors
    /// If a page is damaged.
    pub fn values_of_boards(&self, boards: &[Board]) -> Result<Vec<Margin>, TableError> {
        let mut values = vec![Margin(0); boards.len()];
        for (boards, values) in boards.chunks(MOST_TOGETHER).zip(values.chunks_mut(MOST_TOGETHER)) {
            self.values_together(boards, values)?;
        }
        Ok(values)
    }

    fn values_together(&self, boards: &[Board], values: &mut [Margin]) -> Result<(), TableError> {
        let damaged = || TableError::Damaged(Part::Page);
        let mut places = Vec::with_capacity(boards.len());
        for (number, board) in boards.iter().enumerate() {
            places.push(Place::of(board).ok_or_else(damaged)?.0 << NUMBER_BITS | number as u64);
        }
        places.sort_unstable();
        let place = |word: u64| Place(word >> NUMBER_BITS);
        for together in places.chunk_by(|&one, &next| place(one).page() == place(next).page()) {
            let number = place(together[0]).page();
            let lanes = together.iter().fold(0, |lanes, &word| lanes | 1 << place(word).lane());
            let page = self.page_for_once(number / GROUPS, number % GROUPS, lanes)?;
            for &word in together {
                let value = page.value(place(word).row(), place(word).lane())?.ok_or_else(damaged)?;
                values[word as usize % MOST_TOGETHER] = value;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use linja::Side;

    use super::*;

    #[test]
    fn a_place_has_room_for_the_last_pages_also_where_words_have_32_bits() {
        let late = Arrangement::new([0, 0, 0, 0, 0, 0, 1, 11]).expect("twelve pawns");
        let position = late.against(Arrangement::SETUP, Side::Black).expect("no row is too full");
        let place = Place::of(&Board::of(&position)).expect("a legal position");
        let slot = |arrangement| layout().slot(arrangement).expect("a slot");
        let group = Arrangement::SETUP.advance();
        assert!(place.page() > 1 << (32 - ROW_BITS - LANE_BITS), "a page that needs more bits");
        assert_eq!(place.page(), page_number(slot(late) / LANES, group));
        assert_eq!(place.row(), slot(Arrangement::SETUP) - layout().group(group).start);
        assert_eq!(place.lane(), slot(late) % LANES);
    }
}
