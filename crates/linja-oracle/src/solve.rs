//! The sweep: every position of one rule set, from the end of the game to its beginning.
//!
//! # What is stored
//! `N[x][y]` is the value for `x`, who has just moved, when `y` is to move, as a biased byte (see
//! `cells.rs`), 0 where the two arrangements share an overfull row. A turn by `m` against `o` that
//! leads to `m'` is worth `N[m'][o]`, so with `o` in the lanes a turn is a maximum over 64 positions
//! at once. The result `V(m,o)` belongs at `N[o][m] = −V(m,o)`: squares are transposed when they are written.
//!
//! # Order
//! The layer of a position is the advance of both sides together. Every turn but a pass leads to
//! a higher layer, so layers are swept from 168 to 0. A task is one block of 64 opponents (advance
//! `b`) with all movers of advance `L − b`; the tasks of a layer do not depend on each other.
//!
//! # One task
//! For every arrangement `m1` after the opening, the *pending follow-up* of `n` steps
//! `F_n(o) = max over pawns s of N[m1: s → min(s+n, 7)][o]` is computed once, for n = 1 to 5 (`goal count`: to 7, and once
//! for all above), and serves every `m` that opens into `m1`. An opening onto row `t` found `m1[t] − 1 + o'[t]` pawns there,
//! where `o'[t]` is the opponent's count: known per lane, so masks choose the `F_n`.
//! A landing on a full row needs no test: the cell behind it is illegal, hence 0.
//!
//! # What a turn can earn
//! *Bonus pending* `B(m2,o)` (own and perhaps opponent's pawns ±1, see `bonus.rs`) replaces `N[m2][o]`
//! where a follow-up reaches the goal exactly; *another turn pending* `A(m2,o)` where it lands on an empty inner row.
//! Both depend on `(m2,o)` alone.
//!
//! # The end inside a turn
//! Where the end condition holds after an opening or a follow-up, `end now` replaces the rest of the turn by the score.
//! With `end turn` the rest is played, and its last position scored. If the colours have passed, that needs no care before a
//! bonus: they stay passed, and the cells of such positions are scores. But colours that are `apart` can meet again: there
//! the rest of the turn is counted in points gained (see `gains.rs`).
//!
//! # Memory
//! A task looks at most six groups ahead (`goal count`: eight), so planes keep seven (nine) groups of rows per block and
//! reuse them in turn: 0.5 (0.7) GB each instead of 2.3. There is a plane for the values and one for each of the two things
//! that a turn can earn. The pages of a finished layer are packed and given to the sink.

mod bonus;
mod follow_up;
mod gains;
mod settle;
mod shape;
mod sweep;

use std::io;

#[cfg(feature = "native")]
use crate::cell_row::CellRow;
use crate::cells::Cells;
use crate::codec::Codec;
use crate::counts::Counts;
#[cfg(feature = "native")]
use crate::distances::DistancePacker;
use crate::lanes::{Simd, Vectors};
use crate::memory::Reserve;
use crate::pack::{PackedPage, Packer};
use crate::progress::{Observer, Progress};
#[cfg(feature = "native")]
use crate::timed::{Lengths, TimedCells};
use linja::RuleSet;

/// A follow-up has at most five steps: with one more pawn on its row the opening could not land. Only an opening into the
/// goal can earn more, with `goal count`.
const MOST_STEPS: usize = 5;

/// Stands for every follow-up of more steps than the seven from home to goal: all of them end in the goal with a step
/// dropped.
const STEPS_BEYOND_GOAL: usize = 8;

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of threads, at least one.
    pub threads: usize,
    /// The vector instructions to use.
    pub simd: Simd,
    /// How pages are compressed. Without the feature `native` only [`Codec::Deflate`] can be written.
    pub codec: Codec,
}

impl Default for Options {
    fn default() -> Options {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Options { threads, simd: Simd::detect(), codec: Codec::default() }
    }
}

/// Takes the finished pages, each once, by layer from the last to the first and by number inside a layer.
pub trait Sink {
    /// Takes one page.
    ///
    /// # Errors
    /// If the page can't be stored; this stops the sweep.
    fn page(&mut self, page: PackedPage<'_>) -> io::Result<()>;
}

/// Why a sweep did not finish.
#[derive(Debug)]
#[non_exhaustive]
pub enum SolveError {
    /// The [`Observer`] stopped it.
    Interrupted,
    /// The system did not provide the memory.
    Memory(io::Error),
    /// The sink failed to store a page.
    Sink(io::Error),
}

impl std::fmt::Display for SolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SolveError::Interrupted => write!(f, "solving was interrupted"),
            SolveError::Memory(_) => write!(f, "not enough memory to solve"),
            SolveError::Sink(_) => write!(f, "the solved positions can't be written"),
        }
    }
}

impl std::error::Error for SolveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            SolveError::Memory(error) | SolveError::Sink(error) => Some(error),
            _ => None,
        }
    }
}

/// The memory that solving a rule set takes at most, in bytes.
pub(crate) fn memory_needed<R>(rules: &RuleSet) -> u64 {
    /// Facts about arrangements, buffers and the program itself.
    const REST: u64 = 100 << 20;
    REST + sweep::plane_sizes(rules).iter().map(|size| size.bytes::<R>()).sum::<u64>()
}

/// The sweep of a rule set, layer by layer, for a program with other things to do in between. Holds the memory of the sweep.
pub(crate) struct Layers {
    sweep: sweep::Sweep<Cells>,
    team: sweep::Team<Cells, Packer>,
    /// The layers left.
    left: usize,
}

impl Layers {
    /// # Errors
    /// If there is not enough memory.
    pub fn new(rules: &RuleSet, options: &Options) -> Result<Layers, SolveError> {
        let sweep = sweep::Sweep::new(*rules, options, (), &mut Reserve::default())?;
        let team = sweep::Team::new(sweep.threads(), || Packer::new(options.codec));
        Ok(Layers { sweep, team, left: sweep::LAST_LAYER + 1 })
    }

    /// Computes the next layer and gives its pages to the sink; `None` if there is none left.
    ///
    /// # Errors
    /// If the sink fails.
    pub fn next(&mut self, sink: &mut dyn Sink) -> Result<Option<Progress>, SolveError> {
        let Some(layer) = self.left.checked_sub(1) else { return Ok(None) };
        let progress = self.sweep.layer(layer, &mut self.team);
        give_pages(&mut self.team.collectors, sink).map_err(SolveError::Sink)?;
        self.left = layer;
        Ok(Some(progress))
    }

    pub fn is_done(&self) -> bool {
        self.left == 0
    }

    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        self.team.counts
    }
}

/// Computes the value of every position and gives it to the sink page by page. Reports after every layer.
///
/// # Errors
/// If interrupted, or if there is not enough memory.
///
/// # Panics
/// If the codec of the options can't be written here: [`Codec::Zstd`] without the feature `native`.
pub fn solve(
    rules: &RuleSet,
    options: &Options,
    observer: &dyn Observer,
    sink: &mut dyn Sink,
) -> Result<Counts, SolveError> {
    let mut layers = Layers::new(rules, options)?;
    while let Some(progress) = layers.next(sink)? {
        if observer.report(progress).is_break() {
            return Err(SolveError::Interrupted);
        }
    }
    Ok(layers.counts())
}

#[cfg(feature = "native")]
/// As [`solve`], down to the layer `last`, with the number of turns up to the end of the game ([`Lengths::Distance`]) instead
/// of values.
pub(crate) fn solve_distances(
    rules: &RuleSet,
    options: &Options,
    last: usize,
    observer: &dyn Observer,
    sink: &mut dyn Sink,
) -> Result<Counts, SolveError> {
    let give = |packers: &mut [DistancePacker]| give_pages(packers, sink);
    let sweep = sweep::Sweep::<TimedCells>::new(*rules, options, Lengths::Distance, &mut Reserve::default())?;
    let (counts, _) = sweep.run(last, observer, || DistancePacker::new(options.codec), give)?;
    Ok(counts)
}

/// Gives the packed pages of a layer to the sink.
fn give_pages<P: AsMut<Packer>>(packers: &mut [P], sink: &mut dyn Sink) -> io::Result<()> {
    let packers: Vec<&mut Packer> = packers.iter_mut().map(AsMut::as_mut).collect();
    let mut pages: Vec<_> = packers.iter().flat_map(|packer| packer.pages()).collect();
    pages.sort_unstable_by_key(|page| page.number);
    pages.into_iter().try_for_each(|page| sink.page(page))?;
    for packer in packers {
        packer.clear();
    }
    Ok(())
}

/// The rows of a page as the sweep holds them, in at most two pieces.
pub(crate) type Pieces<'a, R = Cells> = [&'a [R]; 2];

/// Takes finished pages, on one thread of the sweep.
pub(crate) trait Collect<R = Cells>: Send {
    fn page<V: Vectors<Row = Cells>>(&mut self, v: V, number: usize, rows: Pieces<R>);
}

#[cfg(feature = "native")]
/// Shows every finished page down to the layer `last` to a collector for each thread, and returns the collectors. Takes its
/// memory from the reserve and puts it back.
pub(crate) fn collect<R: CellRow, C: Collect<R>>(
    rules: &RuleSet,
    options: &Options,
    context: R::Context,
    last: usize,
    observer: &dyn Observer,
    reserve: &mut Reserve,
    collector: impl Fn() -> C,
) -> Result<Vec<C>, SolveError> {
    let sweep = sweep::Sweep::<R>::new(*rules, options, context, reserve)?;
    let collected = sweep.run(last, observer, collector, |_| Ok(()));
    sweep.put_back(reserve);
    collected.map(|(_, collectors)| collectors)
}
