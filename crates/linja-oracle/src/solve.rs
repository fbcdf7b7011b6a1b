//! The sweep: every position of one rule set, from the end of the game to its beginning.
//!
//! # What is stored
//! `N[x][y]` is the value for `x`, who has just moved, when `y` is to move, as a biased byte (see
//! `lanes.rs`), 0 where the two arrangements share an overfull row. A turn by `m` against `o` that
//! leads to `m'` is worth `N[m'][o]`, so with `o` in the lanes a turn is a maximum over 64 positions
//! at once. The result `V(m,o)` belongs at `N[o][m] = −V(m,o)`: squares are turned over on the way out.
//!
//! # Order
//! The layer of a position is the advance of both sides together. Every turn but a pass leads to
//! a higher layer, so layers are swept from 168 to 0. A task is one block of 64 opponents (advance
//! `b`) with all movers of advance `L − b`; the tasks of a layer do not depend on each other.
//!
//! # One task
//! For every arrangement `m1` after the opening, the *pending follow-up* of `n` steps
//! `F_n(o) = max over pawns s of N[m1: s → min(s+n, 7)][o]` is computed once, for n = 1 to 5, and serves every `m`
//! that opens into `m1`. An opening onto row `t` found `m1[t] − 1 + o'[t]` pawns there,
//! where `o'[t]` is the opponent's count: known per lane, so masks choose the `F_n`.
//! A landing on a full row needs no test: the cell behind it is illegal, hence 0.
//!
//! # What a turn can earn
//! *Bonus pending* `B(m2,o)` (own and perhaps opponent's pawns ±1, see `bonus.rs`) replaces `N[m2][o]`
//! where a follow-up reaches the goal exactly; *another turn pending* `A(m2,o)` where it lands on an empty inner row.
//! Both depend on `(m2,o)` alone.
//!
//! # Memory
//! A task looks at most six groups ahead, so planes keep seven groups of rows per block and reuse them in
//! turn: 0.5 GB each instead of 2.3. When a layer is done its pages are packed and handed out.

mod bonus;
mod follow_up;
mod settle;
mod sweep;

use std::io;

use crate::page::PackedPage;
use linja::{Bonus, End, RuleSet};

/// A follow-up has at most five steps: with one more pawn on its row the opening could not land.
pub(crate) const MOST_STEPS: usize = 5;

/// How to solve.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Threads that compute, at least one.
    pub threads: usize,
    /// The vector instructions that they use.
    pub simd: Simd,
}

/// Which vector instructions to use. The result is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Simd {
    /// What every CPU of the target has.
    Baseline,
    /// AVX2 and BMI2.
    Avx2,
}

impl Simd {
    /// The widest this CPU has.
    #[must_use]
    pub fn detect() -> Simd {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") && std::arch::is_x86_feature_detected!("bmi2") {
            return Simd::Avx2;
        }
        Simd::Baseline
    }
}

impl Default for Options {
    fn default() -> Options {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Options { threads, simd: Simd::detect() }
    }
}

/// Told after every layer; may stop the work.
pub trait Progress {
    /// `positions` of all positions are solved, down to and including `layer`.
    fn layer_done(&self, layer: usize, positions: u64);
    /// Asked between layers, which take a fraction of a second.
    fn interrupted(&self) -> bool {
        false
    }
}

/// Reports nothing and never stops.
pub struct Silent;

impl Progress for Silent {
    fn layer_done(&self, _: usize, _: u64) {}
}

/// Takes the finished pages, each once, in an order that depends on nothing but the layout.
pub trait Sink {
    /// # Errors
    /// If the page can't be kept; the sweep stops.
    fn page(&mut self, page: PackedPage<'_>) -> io::Result<()>;
}

/// Why a sweep did not finish.
#[derive(Debug)]
pub enum SolveError {
    /// [`Progress::interrupted`] said so.
    Interrupted,
    /// The rules combine fields in a way no edition does and the sweep was not built for.
    Unsupported(RuleSet),
    /// The CPU lacks the vector instructions that were asked for.
    NoSuchSimd(Simd),
    /// The memory could not be had.
    Memory(io::Error),
    /// The sink refused a page.
    Sink(io::Error),
}

impl std::fmt::Display for SolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SolveError::Interrupted => write!(f, "solving was interrupted"),
            SolveError::Unsupported(rules) => write!(f, "the solver does not know rules like {}", rules.id),
            SolveError::NoSuchSimd(simd) => write!(f, "this CPU does not have {simd:?}"),
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

/// Facts counted on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that keep the row limit.
    pub positions: u64,
    /// Of these, the colours have passed.
    pub passed: u64,
    /// The player to move has no opening, passed or not.
    pub without_opening: u64,
    /// Neither player has, in positions that have not passed.
    pub stuck: u64,
}

/// The memory that solving a rule set takes at most, in bytes.
pub(crate) fn memory_needed(rules: &RuleSet) -> u64 {
    /// Facts about arrangements, buffers and the program itself.
    const REST: u64 = 100 << 20;
    let planes = sweep::plane_sizes(*rules, &crate::geometry::Geometry::new());
    REST + planes.iter().map(|size| size.bytes()).sum::<u64>()
}

/// Computes the value of every position and hands it over page by page.
///
/// # Errors
/// If interrupted, if memory is short, or if rules or options are not supported.
pub fn solve(
    rules: &RuleSet,
    options: &Options,
    progress: &dyn Progress,
    sink: &mut dyn Sink,
) -> Result<Counts, SolveError> {
    let has_bonus = rules.bonus != Bonus::None;
    let at_once = rules.end == End::AtOnce;
    if has_bonus == at_once || rules.another_turn != at_once {
        return Err(SolveError::Unsupported(*rules));
    }
    if options.simd == Simd::Avx2 && Simd::detect() != Simd::Avx2 {
        return Err(SolveError::NoSuchSimd(options.simd));
    }
    sweep::Sweep::new(*rules, options)?.run(progress, sink)
}
