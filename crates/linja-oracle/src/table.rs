//! The table file: every value of one rule set. `docs/table-format.md` describes the format.
//!
//! ```text
//! header   256 bytes, see `Header`
//! pages    payloads (see `page.rs`), one after another, in the order in which the sweep finished them
//! index    per page number: offset u64, length u32, XXH3-64 of the payload u64
//! ```
//!
//! All numbers are little-endian. Every byte is under a checksum: the header's covers the header, which holds that of the
//! index, which holds those of the pages. The header also holds the length of the file.

mod batch;
mod cache;
#[cfg(feature = "native")]
mod dense;
mod form;
mod header;
#[cfg(feature = "native")]
mod pack;
mod parts;
mod read;
#[cfg(feature = "solve")]
mod solving;
mod unpacked;
#[cfg(feature = "native")]
mod write;
#[cfg(feature = "solve")]
mod writer;

pub use form::Form;
pub(crate) use header::Content;
pub use header::Header;
#[cfg(feature = "native")]
pub use pack::pack_to_file;
pub use parts::Parts;
pub use read::Table;
#[cfg(feature = "solve")]
pub use solving::Solving;
#[cfg(feature = "native")]
pub(crate) use write::remove_leftover;
#[cfg(feature = "native")]
pub(crate) use write::solve_distances_to_file;
#[cfg(feature = "native")]
pub use write::{WriteError, solve_to_file};

use std::fmt;
use std::io;
use std::ops::Range;

use linja::RuleSet;

use crate::page::BadPage;

/// Why a table can't be used.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// Reading failed.
    Io(io::Error),
    /// The file does not begin like a table.
    NotATable,
    /// The table has another format version.
    Version {
        /// The version of the table.
        found: u32,
    },
    /// The pages are packed in a way that this version does not know.
    Codec {
        /// The number of the codec.
        found: u32,
    },
    /// The table belongs to another rule set.
    RuleSet {
        /// The rule set of the table.
        found: RuleSet,
    },
    /// The length of the file is not the one in its header; found when opening, or while reading a file that was
    /// truncated in the meantime.
    Length {
        /// The length of the file in bytes.
        found: u64,
        /// The length by the header.
        expected: u64,
    },
    /// The values of this rule set are published, and the table holds others.
    Foreign {
        /// The hash of the table.
        found: u128,
        /// The hash of the published values.
        published: u128,
    },
    /// A checksum does not match, or a part contradicts itself.
    Damaged(Part),
    /// There is not enough memory for all values at once.
    Memory(io::Error),
    /// These bytes of a table in parts are needed and not there yet. Bring them to its [`Parts`], and try again.
    Missing(Vec<Range<u64>>),
}

/// A part of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The first bytes, with the rule set and the hash of the values.
    Header,
    /// Where the pages are.
    Index,
    /// The values of 64 movers against the opponents of one advance.
    Page,
    /// All values together, against the hash in the header.
    Values,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Header => "header",
            Part::Index => "index",
            Part::Page => "page",
            Part::Values => "hash of all values",
        })
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io(_) => write!(f, "the file can't be read"),
            TableError::NotATable => write!(f, "the file is not a table of solved positions"),
            TableError::Version { found } => {
                write!(
                    f,
                    "the table has format version {found}, not {} or {}",
                    header::OLD_VERSION,
                    header::VERSION
                )
            }
            TableError::Codec { found } => {
                write!(
                    f,
                    "the pages of the table are packed by codec {found}, which this version does not know"
                )
            }
            TableError::RuleSet { found } => write!(f, "the table belongs to the rule set {found}"),
            TableError::Length { found, expected } => {
                write!(f, "the table has {found} bytes instead of the {expected} in its header")
            }
            TableError::Foreign { found, published } => {
                write!(
                    f,
                    "the table holds other values than the published ones: its hash is {found:032x}, not {published:032x}"
                )
            }
            TableError::Memory(_) => {
                write!(f, "there is not enough memory for all values of the table, 2.4 GB")
            }
            TableError::Damaged(part) => write!(f, "the table is damaged (its {part})"),
            TableError::Missing(_) => write!(f, "parts of the table are not there yet"),
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

impl From<BadPage> for TableError {
    fn from(_: BadPage) -> TableError {
        TableError::Damaged(Part::Page)
    }
}
