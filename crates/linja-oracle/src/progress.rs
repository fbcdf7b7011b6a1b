//! Progress reports and interruption of long-running work.

use std::fmt;
use std::ops::ControlFlow;

/// A progress report of long-running work: solving, verifying, counting, walking through games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Positions finished so far.
    pub positions: u64,
    /// The total number of positions, if known in advance.
    pub total: Option<u64>,
    /// The layer just finished (the advance of both sides together), if the work goes by layers.
    pub layer: Option<u8>,
}

/// Receives progress reports, possibly from several threads at once. Implemented for closures.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use linja_oracle::{Progress, Statistics, Values};
///
/// # fn example(values: &Values) -> Result<Statistics, linja_oracle::Interrupted> {
/// Statistics::new(values, 4, &|progress: Progress| {
///     eprintln!("{} positions", progress.positions);
///     ControlFlow::Continue(())
/// })
/// # }
/// ```
pub trait Observer: Sync {
    /// Takes one report. [`ControlFlow::Break`] stops the work soon, with an error that says so.
    fn report(&self, progress: Progress) -> ControlFlow<()>;
}

impl<F: Fn(Progress) -> ControlFlow<()> + Sync> Observer for F {
    fn report(&self, progress: Progress) -> ControlFlow<()> {
        self(progress)
    }
}

/// Ignores all reports and never stops the work.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn report(&self, _: Progress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The [`Observer`] stopped the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("interrupted")
    }
}

impl std::error::Error for Interrupted {}
