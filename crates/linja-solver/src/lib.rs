//! Solving a rule set inside a web page: a module of its own, which the page loads when somebody wants to solve.
//!
//! [`Job`] is ordinary Rust. The module for browsers has the functions of `exports.rs` around it;
//! `web/js/engine/solver-worker.js` loads it.

#[cfg(target_family = "wasm")]
mod exports;

use std::io::{self, BufWriter, Seek, SeekFrom, Write};

use linja::RuleSet;
use linja_oracle::{Header, Options, Progress, SolveError, Solving, published_hash};

/// Where the table goes.
pub trait Output {
    /// Writes all bytes at an offset.
    ///
    /// # Errors
    /// If there is no room, or the device fails.
    fn write_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()>;
}

/// A rule set that is being solved.
pub struct Job<O: Output> {
    solving: Solving<BufWriter<Place<O>>>,
}

/// What is written at a time: crossing into the page costs more than copying.
const BUFFER: usize = 1 << 20;

impl<O: Output> Job<O> {
    /// Takes the memory: up to 1.2 GB.
    ///
    /// # Errors
    /// If there is not enough memory, or the output fails.
    pub fn new(rules: &RuleSet, output: O) -> Result<Job<O>, SolveError> {
        let place = Place { output, offset: 0 };
        let out = BufWriter::with_capacity(BUFFER, place);
        // A page has no threads, and no C.
        let options = Options { threads: 1, codec: linja_oracle::Codec::Deflate, ..Options::default() };
        Solving::new(rules, &options, out).map(|solving| Job { solving })
    }

    /// Solves the next of 169 layers; `None` if all are solved.
    ///
    /// # Errors
    /// If the output fails.
    pub fn layer(&mut self) -> Result<Option<Progress>, SolveError> {
        self.solving.layer()
    }

    /// Completes the table.
    ///
    /// # Errors
    /// If the output fails, or there are layers left.
    pub fn finish(self) -> Result<Done, SolveError> {
        self.solving.finish().map(|header| Done::new(&header))
    }
}

/// What is known about a finished table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Done {
    /// The hash of all values.
    pub hash: u128,
    /// Whether it is the published one; `None` if none is published for these rules.
    pub is_published: Option<bool>,
}

impl Done {
    fn new(header: &Header) -> Done {
        let is_published = published_hash(&header.rules).map(|hash| hash == header.values_hash);
        Done { hash: header.values_hash, is_published }
    }
}

/// An output with a place where the next byte goes.
struct Place<O> {
    output: O,
    offset: u64,
}

impl<O: Output> Write for Place<O> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.output.write_at(bytes, self.offset)?;
        self.offset += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<O> Seek for Place<O> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let offset = match to {
            SeekFrom::Start(offset) => Some(offset),
            SeekFrom::Current(by) => self.offset.checked_add_signed(by),
            // A table is written from its beginning.
            SeekFrom::End(_) => None,
        };
        self.offset = offset.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(self.offset)
    }
}
