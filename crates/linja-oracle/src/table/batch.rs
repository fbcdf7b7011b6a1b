//! Many values at once: sorted, so that every page is unpacked once.

use linja::{Margin, Position};

use super::{Part, Table, TableError};
use crate::arrangement::Arrangement;
use crate::cells::LANES;
use crate::layout::{layout, page_number};

/// Where a value lies: in the order of the pages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    block: usize,
    group: usize,
    row: usize,
    lane: usize,
}

impl Place {
    fn of(position: &Position) -> Option<Place> {
        let (mover, opponent) = Arrangement::of(position);
        let (own, other) = (layout().slot(mover)?, layout().slot(opponent)?);
        let group = opponent.advance();
        Some(Place { block: own / LANES, group, row: other - layout().group(group).start, lane: own % LANES })
    }
}

impl Table {
    /// The number of the page that holds the value of a position. Work on many positions is fastest in this order, and can
    /// be divided between two positions with different numbers.
    #[must_use]
    pub fn page_of(position: &Position) -> usize {
        // Every legal position has a place.
        Place::of(position).map_or(0, |place| page_number(place.block, place.group))
    }

    /// The values of many positions, in their order, for the players to move: as [`Oracle::value`](crate::Oracle::value)
    /// of each, but every page is unpacked only once. Does not displace pages that other readers need.
    ///
    /// # Errors
    /// If a page is damaged.
    pub fn values(&self, positions: &[Position]) -> Result<Vec<Margin>, TableError> {
        let damaged = || TableError::Damaged(Part::Page);
        let mut places = Vec::with_capacity(positions.len());
        for (number, position) in positions.iter().enumerate() {
            places.push((Place::of(position).ok_or_else(damaged)?, number));
        }
        places.sort_unstable();
        let mut values = vec![Margin(0); positions.len()];
        for together in
            places.chunk_by(|(one, _), (next, _)| (one.block, one.group) == (next.block, next.group))
        {
            let Place { block, group, .. } = together[0].0;
            let page = self.page_for_once(block, group)?;
            for &(place, number) in together {
                values[number] = page.value(place.row, place.lane)?.ok_or_else(damaged)?;
            }
        }
        Ok(values)
    }
}
