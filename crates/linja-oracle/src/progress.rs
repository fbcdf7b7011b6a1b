//! How long work reports how far it is, and how it is stopped.

use std::fmt;
use std::ops::ControlFlow;

/// One report of long work: solving, verifying, counting, walking through games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// Positions finished so far.
    pub positions: u64,
    /// Positions in total, where this is known beforehand.
    pub total: Option<u64>,
    /// The layer just finished (the advance of both sides together), where work goes by layers.
    pub layer: Option<u8>,
}

/// Receives the reports of long work, perhaps from several threads at once. Any closure of the same form is one.
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
