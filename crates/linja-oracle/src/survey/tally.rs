//! Computing a row: a sweep whose pages are counted instead of packed. No file is written.

use std::collections::{BTreeMap, HashMap};

use linja::{Margin, Position, RuleSet, fast};

use super::Row;
use crate::arrangement::Arrangement;
use crate::cells::{BIAS, Cells, LANES};
use crate::lanes::{Lanes as _, Vectors};
use crate::layout::{layout, page_number};
use crate::memory::Reserve;
use crate::page::Digest;
use crate::probe::Oracle;
use crate::progress::Observer;
use crate::published::hash_of;
use crate::solve::{Collect, Options, Pieces, SolveError, collect};
use crate::table::{Part, TableError};

/// Solves rule sets one after the other in the same memory.
pub struct Surveyor {
    options: Options,
    reserve: Reserve,
}

impl Surveyor {
    /// Takes memory with the first rule set.
    #[must_use]
    pub fn new(options: Options) -> Surveyor {
        Surveyor { options, reserve: Reserve::default() }
    }

    /// Solves a rule set and keeps nothing but its row.
    ///
    /// # Errors
    /// If interrupted, or if there is not enough memory.
    ///
    /// # Panics
    /// If the values contradict each other: a fault of the machine.
    pub fn row(&mut self, rules: &RuleSet, observer: &dyn Observer) -> Result<Row, SolveError> {
        let wanted = Wanted::after_first_turns(rules);
        let tallies =
            collect(rules, &self.options, (), 0, observer, &mut self.reserve, || Tally::new(&wanted))?;
        let mut digests = vec![0; layout().pages()];
        let mut values = Found { rules: *rules, values: HashMap::new() };
        let [mut won, mut drawn, mut lost] = [0; 3];
        for tally in tallies {
            tally.digests.iter().for_each(|&(number, digest)| digests[number] = digest);
            values.values.extend(tally.found);
            won += tally.won;
            drawn += tally.drawn;
            lost += tally.lost;
        }
        let start = Position::default();
        let turns = values.turns(&start).expect("every position after a first turn was wanted");
        let value = turns.first().map(|best| best.value).expect("the start has turns");
        assert_eq!(values.value(&start).ok(), Some(value), "the start is worth its best turn");
        Ok(Row {
            rules: *rules,
            value,
            best_turns: turns.iter().filter(|turn| turn.value == value).count(),
            turns: turns.len(),
            won,
            drawn,
            lost,
            values_hash: hash_of(&digests),
        })
    }
}

/// The positions whose values are to be kept, by page: the row and the lane of each.
struct Wanted(BTreeMap<usize, Vec<(usize, usize, Position)>>);

impl Wanted {
    /// The start, and every position after a first turn.
    fn after_first_turns(rules: &RuleSet) -> Wanted {
        let start = Position::default();
        let after = fast::complete_turns(&start, rules).into_iter().map(|turn| turn.result.position);
        let mut wanted = Wanted(BTreeMap::new());
        [start].into_iter().chain(after).for_each(|position| wanted.add(position));
        wanted
    }

    fn add(&mut self, position: Position) {
        let (mover, opponent) = Arrangement::of(&position);
        let slots = layout().slot(mover).zip(layout().slot(opponent));
        let (own, other) = slots.expect("a legal position has slots");
        let group = opponent.advance();
        let page = self.0.entry(page_number(own / LANES, group)).or_default();
        page.push((other - layout().group(group).start, own % LANES, position));
    }
}

/// Counts pages.
struct Tally<'w> {
    wanted: &'w Wanted,
    found: Vec<(Position, Margin)>,
    digests: Vec<(usize, u64)>,
    won: u64,
    drawn: u64,
    lost: u64,
}

impl<'w> Tally<'w> {
    fn new(wanted: &'w Wanted) -> Tally<'w> {
        Tally { wanted, found: Vec::new(), digests: Vec::new(), won: 0, drawn: 0, lost: 0 }
    }
}

impl Collect for Tally<'_> {
    #[inline(always)]
    fn page<V: Vectors<Row = Cells>>(&mut self, v: V, number: usize, rows: Pieces) {
        self.digests.push((number, Digest::of(&rows)));
        for row in rows.into_iter().flatten() {
            // A cell is for the opponent of the player to move: above the bias, the player to move loses.
            let cells = v.load(row);
            let legal = (!cells.is_zero().high_bits()).count_ones();
            let not_won = cells.high_bits().count_ones();
            let drawn = cells.sub(v.splat(BIAS)).is_zero().high_bits().count_ones();
            self.won += u64::from(legal - not_won);
            self.drawn += u64::from(drawn);
            self.lost += u64::from(not_won - drawn);
        }
        for &(row, lane, position) in self.wanted.0.get(&number).into_iter().flatten() {
            let cells =
                rows.iter().copied().flatten().nth(row).expect("the page has a row for every opponent");
            self.found.push((position, Margin(BIAS.wrapping_sub(cells.0[lane]) as i8)));
        }
    }
}

/// The values that were wanted.
struct Found {
    rules: RuleSet,
    values: HashMap<Position, Margin>,
}

impl Oracle for Found {
    fn rules(&self) -> &RuleSet {
        &self.rules
    }

    fn value(&self, position: &Position) -> Result<Margin, TableError> {
        self.values.get(position).copied().ok_or(TableError::Damaged(Part::Values))
    }
}
