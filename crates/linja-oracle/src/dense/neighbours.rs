//! Arrangements that differ by two steps, one forward and one back: their values are alike.
//!
//! Of all such neighbours only those count that stand before an arrangement in its group: a pawn further back went one row
//! forward, one further ahead came one row back. So there are 21 *kinds*, one for each pair of rows.

use std::sync::{Arc, OnceLock};

use crate::arrangement::{Arrangement, GROUPS};
use crate::layout::layout;

/// The number of kinds, and the kind of an arrangement without a neighbour.
pub(super) const KINDS: usize = 21;

/// A neighbour of the kind `(back, front)`, `back < front`, has a pawn less on the row `back`, one more on `back + 1`, one more on
/// `front`, and one less on `front + 1`. From the most alike to the least, as measured over the published rule sets.
const ORDER: [(usize, usize); KINDS] = [
    (3, 4),
    (4, 5),
    (0, 3),
    (4, 6),
    (0, 4),
    (0, 2),
    (3, 6),
    (0, 6),
    (2, 3),
    (0, 1),
    (1, 3),
    (2, 4),
    (3, 5),
    (1, 2),
    (1, 4),
    (5, 6),
    (0, 5),
    (1, 6),
    (2, 6),
    (1, 5),
    (2, 5),
];

/// The neighbours of an arrangement that have a slot, with the places of their kinds in [`ORDER`], in this order.
fn neighbours(arrangement: Arrangement) -> impl Iterator<Item = (usize, u8)> {
    ORDER.iter().zip(0..).filter_map(move |(&(back, front), kind)| {
        let neighbour = arrangement.moved(back, back + 1)?.moved(front + 1, front)?;
        Some((layout().slot(neighbour)?, kind))
    })
}

/// What the rows of a page look back to. The row before the first is *blank*, and has the number 0; the first has 1.
#[derive(Clone, Copy)]
pub(super) struct Behind {
    /// The rows of the nearest neighbours; the last one again if there are fewer.
    pub rows: [u16; NEAREST],
    /// The kind of the nearest.
    pub kind: u8,
}

/// How many neighbours of an opponent are looked at.
pub(super) const NEAREST: usize = 4;

impl Behind {
    fn new(slot: usize, first: usize, arrangement: Arrangement) -> Behind {
        let mut rows = neighbours(arrangement).map(|(slot, kind)| ((slot - first + 1) as u16, kind));
        // Without neighbours: the row before, or the blank one.
        let (mut row, kind) = rows.next().unwrap_or(((slot - first) as u16, KINDS as u8));
        let rows = std::array::from_fn(|place| {
            if place > 0 {
                row = rows.next().map_or(row, |(row, _)| row);
            }
            row
        });
        Behind { rows, kind }
    }

    /// Those of all opponents of an advance; computed when they are first needed, and kept.
    pub fn of_group(advance: usize) -> Arc<[Behind]> {
        static GROUP: [OnceLock<Arc<[Behind]>>; GROUPS] = [const { OnceLock::new() }; GROUPS];
        let group = GROUP[advance].get_or_init(|| {
            let slots = layout().group(advance);
            let behind =
                |slot: usize| layout().arrangements[slot].map(|one| Behind::new(slot, slots.start, one));
            slots.clone().filter_map(behind).collect()
        });
        Arc::clone(group)
    }
}

/// What a mover of a page looks back to.
#[derive(Clone, Copy)]
pub(super) struct Beside {
    /// The lanes of the nearest two neighbours in the page. The lane before, if there is only that; `None` in the first lane.
    pub lanes: Option<[u8; 2]>,
    /// The kind of the nearest.
    pub kind: u8,
}

impl Beside {
    /// That of a mover in a page whose first mover has the slot `first`.
    pub fn new(slot: usize, first: usize, arrangement: Arrangement) -> Beside {
        let in_page = neighbours(arrangement).filter(|(slot, _)| *slot >= first);
        let mut lanes = in_page.map(|(slot, kind)| ((slot - first) as u8, kind));
        if let Some((nearest, kind)) = lanes.next() {
            let second = lanes.next().map_or(nearest, |(lane, _)| lane);
            return Beside { lanes: Some([nearest, second]), kind };
        }
        let before = (slot - first).checked_sub(1).map(|lane| [lane as u8; 2]);
        Beside { lanes: before, kind: KINDS as u8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_rows_is_a_kind() {
        let mut kinds = ORDER.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(kinds.len(), KINDS);
        assert!(kinds.iter().all(|(back, front)| back < front && *front < 7));
    }

    #[test]
    fn neighbours_stand_before_their_arrangement_in_its_group() {
        for advance in 0..GROUPS {
            for slot in layout().group(advance) {
                let arrangement = layout().arrangements[slot].unwrap();
                for (neighbour, _) in neighbours(arrangement) {
                    assert!((layout().group(advance).start..slot).contains(&neighbour));
                }
            }
        }
    }

    #[test]
    fn the_set_up_has_the_neighbours_of_the_documents() {
        let slot = layout().slot(Arrangement::SETUP).unwrap();
        let behind = Behind::of_group(21)[slot - layout().group(21).start];
        let counts = |row: u16| {
            let slot = layout().group(21).start + usize::from(row) - 1;
            layout().arrangements[slot].unwrap().counts()
        };
        assert_eq!(behind.kind, 0);
        assert_eq!(
            behind.rows.map(counts),
            [
                [6, 1, 1, 0, 3, 0, 1, 0],
                [6, 1, 1, 1, 0, 3, 0, 0],
                [5, 2, 1, 2, 0, 1, 1, 0],
                [5, 2, 1, 1, 2, 0, 1, 0]
            ]
        );
    }
}
