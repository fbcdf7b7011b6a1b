//! How many turns a game takes in which nobody errs: every turn keeps the value of its position.
//!
//! The lengths come from a sweep like the one that solves, with cells that also count turns ([`Lengths`]). It needs twice
//! the memory of solving, and no table.

use std::collections::HashMap;

use linja::{Position, RuleSet};

use crate::arrangement::Arrangement;
use crate::cells::{Cells, LANES};
use crate::lanes::Vectors;
use crate::layout::{layout, page_number};
use crate::memory::Reserve;
use crate::progress::Observer;
use crate::solve::{Collect, Options, Pieces, SolveError, collect};
pub use crate::timed::Lengths;
use crate::timed::TimedCells;

/// The number of turns from each of these positions to the end of the game, passes included; 0 where the game is over.
/// Sweeps only as far as the positions need it: late ones take seconds.
///
/// ```no_run
/// use linja::{Position, RuleSet};
/// use linja_oracle::{Lengths, Options, Silent, turns_to_end};
///
/// let start = [Position::default()];
/// let longest = turns_to_end(&RuleSet::BONUS, Lengths::Longest, &start, &Options::default(), &Silent)?;
/// assert_eq!(longest, [70]);
/// # Ok::<(), linja_oracle::SolveError>(())
/// ```
///
/// # Errors
/// If interrupted, or if there is not enough memory.
///
/// # Panics
/// Never: every position belongs to a page that the sweep finishes.
pub fn turns_to_end(
    rules: &RuleSet,
    lengths: Lengths,
    positions: &[Position],
    options: &Options,
    observer: &dyn Observer,
) -> Result<Vec<u8>, SolveError> {
    let mut wanted: HashMap<usize, Vec<Wanted>> = HashMap::new();
    for (index, position) in positions.iter().enumerate() {
        let (page, place) = Wanted::of(position, index);
        wanted.entry(page).or_default().push(place);
    }
    let Some(last) = positions.iter().map(|position| usize::from(position.advance())).min() else {
        return Ok(Vec::new());
    };
    let collector = || Found { wanted: &wanted, lengths, turns: Vec::new() };
    let found = collect(rules, options, lengths, last, observer, &mut Reserve::default(), collector)?;
    let mut turns = vec![None; positions.len()];
    for (index, count) in found.into_iter().flat_map(|found| found.turns) {
        turns[index] = Some(count);
    }
    Ok(turns.into_iter().map(|count| count.expect("the layer of each position was swept")).collect())
}

/// Where the page of a position holds it, and its place in the list.
struct Wanted {
    row: usize,
    lane: usize,
    index: usize,
}

impl Wanted {
    /// The number of the page and the place in it.
    fn of(position: &Position, index: usize) -> (usize, Wanted) {
        let (mover, opponent) = Arrangement::of(position);
        let slots = layout().slot(mover).zip(layout().slot(opponent));
        let (own, other) = slots.expect("a legal position has slots");
        let group = opponent.advance();
        let row = other - layout().group(group).start;
        (page_number(own / LANES, group), Wanted { row, lane: own % LANES, index })
    }
}

/// Looks the wanted positions up in finished pages.
struct Found<'w> {
    wanted: &'w HashMap<usize, Vec<Wanted>>,
    lengths: Lengths,
    turns: Vec<(usize, u8)>,
}

impl Collect<TimedCells> for Found<'_> {
    fn page<V: Vectors<Row = Cells>>(&mut self, _: V, number: usize, rows: Pieces<TimedCells>) {
        for wanted in self.wanted.get(&number).into_iter().flatten() {
            let cells = rows.iter().copied().flatten().nth(wanted.row);
            let cells = cells.expect("the page has a row for every opponent");
            self.turns.push((wanted.index, self.lengths.turns(cells.0[wanted.lane])));
        }
    }
}
