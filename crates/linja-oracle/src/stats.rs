//! Statistics over all values of a rule set.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use linja::{Margin, Position, RuleSet, Side, Turn, fast};

use crate::arrangement::GROUPS;
use crate::layout::{ALL_POSITIONS, layout};
use crate::page::LARGEST_MARGIN;
use crate::perfect_games::{PerfectGames, best_turns};
use crate::progress::{Interrupted, Observer, Progress};
use crate::threads::on_threads;
use crate::values::Values;

/// The margins of a set of positions, for the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Margins {
    /// The number of positions with each margin, from −120 to 120.
    counts: [u64; Margins::SIZE],
}

/// The margins of all positions of one rule set.
#[derive(Clone, Debug)]
pub struct Statistics {
    /// The rule set.
    pub rules: RuleSet,
    /// The margins by the advance of the position, 0 to 168.
    pub by_advance: Vec<Margins>,
}

/// Facts about perfect play from the start position.
#[derive(Clone, Debug)]
pub struct StartFacts {
    /// The margin for the player who begins.
    pub margin: Margin,
    /// All best first turns, by their written form.
    pub best_turns: Vec<Turn>,
    /// The number of first turns.
    pub turns: usize,
    /// The games in which nobody errs; `None` if nobody asked for them.
    pub games: Option<GameFacts>,
}

/// Facts about the games from the start in which nobody errs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameFacts {
    /// The fewest turns, passes included.
    pub shortest: u16,
    /// The most turns.
    pub longest: u16,
    /// The number of positions, seen from the player to move, without the final ones; `None` if they were not counted.
    pub positions: Option<usize>,
}

impl Margins {
    const LARGEST: i8 = LARGEST_MARGIN;
    const SIZE: usize = 2 * Margins::LARGEST as usize + 1;

    fn new() -> Margins {
        Margins { counts: [0; Margins::SIZE] }
    }

    fn count(&mut self, margin: Margin) {
        self.counts[(i16::from(margin.0) + i16::from(Margins::LARGEST)) as usize] += 1;
    }

    fn add(&mut self, other: &Margins) {
        for (count, more) in self.counts.iter_mut().zip(other.counts) {
            *count += more;
        }
    }

    /// Every margin that some position has, with the number of positions, from the lowest.
    pub fn iter(&self) -> impl Iterator<Item = (Margin, u64)> + '_ {
        let margins = (-Margins::LARGEST..=Margins::LARGEST).map(Margin);
        margins.zip(self.counts).filter(|&(_, count)| count > 0)
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The number of positions that the player to move wins.
    #[must_use]
    pub fn wins(&self) -> u64 {
        self.iter().filter(|(margin, _)| margin.0 > 0).map(|(_, count)| count).sum()
    }

    /// The number of drawn positions.
    #[must_use]
    pub fn draws(&self) -> u64 {
        self.iter().filter(|(margin, _)| margin.0 == 0).map(|(_, count)| count).sum()
    }

    /// The number of positions that the player to move loses.
    #[must_use]
    pub fn losses(&self) -> u64 {
        self.iter().filter(|(margin, _)| margin.0 < 0).map(|(_, count)| count).sum()
    }

    /// The mean margin; 0 if there is no position.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let sum: i128 = self.iter().map(|(margin, count)| i128::from(margin.0) * i128::from(count)).sum();
        sum as f64 / self.positions().max(1) as f64
    }
}

impl Statistics {
    /// Counts everything, on several threads.
    ///
    /// # Errors
    /// If the observer stops it.
    pub fn new(values: &Values, threads: usize, observer: &dyn Observer) -> Result<Statistics, Interrupted> {
        Ok(Statistics { rules: *values.rules(), by_advance: count_margins(values, threads, observer)? })
    }

    /// The margins of all positions.
    #[must_use]
    pub fn overall(&self) -> Margins {
        let mut overall = Margins::new();
        self.by_advance.iter().for_each(|margins| overall.add(margins));
        overall
    }
}

fn no_margins() -> Vec<Margins> {
    vec![Margins::new(); usize::from(Position::MAX_ADVANCE) + 1]
}

fn count_margins(
    values: &Values,
    threads: usize,
    observer: &dyn Observer,
) -> Result<Vec<Margins>, Interrupted> {
    let (next, counted, stopped) = (AtomicUsize::new(0), AtomicU64::new(0), AtomicBool::new(false));
    let work = || {
        let mut margins = no_margins();
        while !stopped.load(Ordering::Relaxed) {
            let mover = next.fetch_add(1, Ordering::Relaxed);
            if mover >= layout().slots() {
                break;
            }
            let more = count_mover(values, mover, &mut margins);
            let positions = counted.fetch_add(more, Ordering::Relaxed) + more;
            if observer.report(Progress { positions, total: Some(ALL_POSITIONS), layer: None }).is_break() {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        margins
    };
    let mut all = no_margins();
    for margins in on_threads(threads, work) {
        all.iter_mut().zip(&margins).for_each(|(all, more)| all.add(more));
    }
    if stopped.into_inner() { Err(Interrupted) } else { Ok(all) }
}

/// Counts the positions of one mover; returns their number.
fn count_mover(values: &Values, mover: usize, margins: &mut [Margins]) -> u64 {
    let Some(arrangement) = layout().arrangements[mover] else { return 0 };
    let own = arrangement.advance();
    let mut counted = 0;
    for other in 0..GROUPS {
        for opponent in layout().group(other) {
            if let Some(margin) = values.cell(mover, opponent) {
                margins[own + other].count(margin);
                counted += 1;
            }
        }
    }
    counted
}

impl StartFacts {
    /// The facts that take no time: without the games.
    #[must_use]
    pub fn new(values: &Values) -> StartFacts {
        let start = Position::start(Side::Black);
        StartFacts {
            margin: values.value(&start).unwrap_or_default(),
            best_turns: best_turns(values, &start).into_iter().map(|complete| complete.turn).collect(),
            turns: fast::complete_turns(&start, values.rules()).len(),
            games: None,
        }
    }
}

impl GameFacts {
    /// Walks through all perfect games, on several threads: minutes, or more where most turns keep a draw. There
    /// [`turns_to_end`](crate::turns_to_end) finds their lengths sooner. Reports after every layer.
    ///
    /// # Errors
    /// If the observer stops it.
    pub fn new(values: &Values, threads: usize, observer: &dyn Observer) -> Result<GameFacts, Interrupted> {
        let games = PerfectGames::walk(values, &Position::start(Side::Black), threads, observer)?;
        Ok(GameFacts {
            shortest: games.lengths.shortest,
            longest: games.lengths.longest,
            positions: Some(games.positions),
        })
    }
}
