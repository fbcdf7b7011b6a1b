//! Solving into a table that is not necessarily a file, layer by layer.

use std::io::{Seek, Write};

use linja::RuleSet;

use super::header::{Content, Header};
use super::writer::TableWriter;
use crate::progress::Progress;
use crate::solve::{Layers, Options, SolveError};

/// A rule set that is being solved, for a program with other things to do between two layers: a browser that must answer
/// messages. What was written is no table before [`Solving::finish`].
///
/// ```no_run
/// use std::io::Cursor;
/// use linja::RuleSet;
/// use linja_oracle::{Options, Solving};
///
/// let mut solving = Solving::new(&RuleSet::BONUS, &Options::default(), Cursor::new(Vec::new()))?;
/// while let Some(progress) = solving.layer()? {
///     println!("{} positions", progress.positions);
/// }
/// println!("{:032x}", solving.finish()?.values_hash);
/// # Ok::<(), linja_oracle::SolveError>(())
/// ```
pub struct Solving<W> {
    rules: RuleSet,
    layers: Layers,
    writer: TableWriter<W>,
}

impl<W: Write + Seek> Solving<W> {
    /// Takes the memory that solving needs. Best with an output that collects small pieces.
    ///
    /// # Errors
    /// If there is not enough memory, or if the output fails.
    ///
    /// # Panics
    /// As [`solve`](crate::solve::solve()).
    pub fn new(rules: &RuleSet, options: &Options, out: W) -> Result<Solving<W>, SolveError> {
        let layers = Layers::new(rules, options)?;
        let writer = TableWriter::new(out, options.codec).map_err(SolveError::Sink)?;
        Ok(Solving { rules: *rules, layers, writer })
    }

    /// Solves the next layer; `None` if all are solved.
    ///
    /// # Errors
    /// If the output fails.
    pub fn layer(&mut self) -> Result<Option<Progress>, SolveError> {
        self.layers.next(&mut self.writer)
    }

    /// Completes the table, after the last layer.
    ///
    /// # Errors
    /// If the output fails, or [`SolveError::Interrupted`] if there are layers left.
    pub fn finish(self) -> Result<Header, SolveError> {
        let counts = self.layers.counts();
        if !self.layers.is_done() {
            return Err(SolveError::Interrupted);
        }
        self.writer.finish(Content::Values, &self.rules, counts).map_err(SolveError::Sink)
    }
}
