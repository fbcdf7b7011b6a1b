//! The table file: every value of one rule set. `docs/table-format.md` describes it for people who want to read one.
//!
//! ```text
//! header   128 bytes, see `Header`
//! pages    payloads (see `page.rs`), one after another, in the order the sweep finished them
//! index    per page number: offset u64, length u32, XXH3-64 of the payload u64
//! ```
//!
//! All numbers are little-endian. Every byte is under a checksum: the header's covers the header, which holds that of the
//! index, which holds those of the pages. The exact length of the file is in the header.

mod cache;
mod header;
mod read;
mod write;

pub use header::Header;
pub use read::Table;
pub(crate) use write::remove_leftover;
pub use write::{WriteError, solve_to_file};

use std::fmt;
use std::io;

use linja::RuleSet;

/// Why a table can't be used.
#[derive(Debug)]
pub enum TableError {
    /// The file can't be read.
    Io(io::Error),
    /// The file does not begin like a table.
    NotATable,
    /// A table of another format version.
    Version {
        /// Which.
        found: u32,
    },
    /// A table of another rule set.
    RuleSet {
        /// Which.
        found: RuleSet,
    },
    /// The file has not the length that its header tells.
    Length {
        /// How many bytes it has.
        found: u64,
        /// How many it should have.
        expected: u64,
    },
    /// A checksum does not fit; names the part.
    Damaged(&'static str),
    /// There is not enough memory for all values at once.
    Memory(io::Error),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(_) => write!(f, "the file can't be read"),
            TableError::NotATable => write!(f, "the file is not a table of solved positions"),
            TableError::Version { found } => {
                write!(f, "the table has format version {found}, not {}", header::VERSION)
            }
            TableError::RuleSet { found } => write!(f, "the table is one of the rule set {found}"),
            TableError::Length { found, expected } => {
                write!(f, "the table has {found} bytes where its header tells {expected}")
            }
            TableError::Memory(_) => write!(f, "there is not enough memory for all its values, 2.4 GB"),
            TableError::Damaged(part) => write!(f, "the table is damaged (its {part})"),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Io(error) | TableError::Memory(error) => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for TableError {
    fn from(error: io::Error) -> TableError {
        TableError::Io(error)
    }
}
