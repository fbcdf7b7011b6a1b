//! A table whose parts are supplied when they are needed, for example from another machine.
//!
//! The header, the entries of the index and the pages are read as they are needed, and a missing one is the error
//! [`TableError::Missing`]. The header and every page are compared with their checksums. The checksum of the index covers all of
//! it, so it can't be compared: a wrong entry of the index shows because the page that it leads to has another checksum.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::Range;
use std::sync::{Arc, PoisonError, RwLock};

use linja::{Position, RuleSet, fast};

use super::cache::PageCache;
use super::header::{ENTRY_BYTES, Entry};
use super::read::{Index, check_header, read_header};
use super::{Content, Part, Table, TableError};
use crate::arrangement::GROUPS;
use crate::cells::LANES;
use crate::order::sort_by_number;
use crate::read_at::ReadAt;

/// Ranges with fewer bytes between them are asked for as one: a request costs more than these bytes.
const GAP: u64 = 4096;
/// The entries of the pages with the same movers. One turn of a position leads to pages with the same movers, as a rule.
const ROW_BYTES: usize = GROUPS * ENTRY_BYTES;

/// The parts of a file that are there.
#[derive(Debug)]
pub struct Parts {
    size: u64,
    /// By their offsets.
    parts: RwLock<BTreeMap<u64, Vec<u8>>>,
}

impl Parts {
    /// No part of a file of this length yet.
    #[must_use]
    pub fn new(size: u64) -> Parts {
        Parts { size, parts: RwLock::default() }
    }

    /// Brings the bytes from `offset` on: a range that [`TableError::Missing`] named.
    pub fn put(&self, offset: u64, bytes: Vec<u8>) {
        self.parts.write().unwrap_or_else(PoisonError::into_inner).insert(offset, bytes);
    }

    /// The number of bytes that are there.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.parts.read().unwrap_or_else(PoisonError::into_inner).values().map(Vec::len).sum()
    }

    /// Forgets all parts. A table that reads them asks for them again.
    pub fn clear(&self) {
        self.parts.write().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

/// [`io::ErrorKind::WouldBlock`] stands for bytes that are not there.
impl ReadAt for Arc<Parts> {
    fn read_exact_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<()> {
        if offset.saturating_add(buffer.len() as u64) > self.size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let parts = self.parts.read().unwrap_or_else(PoisonError::into_inner);
        let covering = parts.range(..=offset).rev().find_map(|(&start, bytes)| {
            let from = usize::try_from(offset - start).ok()?;
            bytes.get(from..from.checked_add(buffer.len())?)
        });
        buffer.copy_from_slice(covering.ok_or(io::ErrorKind::WouldBlock)?);
        Ok(())
    }

    fn size(&self) -> io::Result<u64> {
        Ok(self.size)
    }
}

/// Where the entries of the pages are.
pub(super) enum Entries {
    /// In memory: 1.3 MB, so that its checksum need not be compared again.
    Whole(Vec<u8>),
    /// In the file.
    InParts,
}

impl Table {
    /// Opens a table whose parts are brought one by one.
    ///
    /// # Errors
    /// [`TableError::Missing`] if the header is not there, [`TableError::Codec`] if the table has the dense form; otherwise as
    /// [`Table::read`], except that damage of the index shows only in its pages.
    pub fn in_parts(parts: &Arc<Parts>, rules: &RuleSet) -> Result<Table, TableError> {
        let header = read_header(parts, Content::Values)?;
        check_header(&header, rules, parts.size, Content::Values)?;
        let Some(codec) = header.form.codec() else {
            return Err(TableError::Codec { found: header.form.number() });
        };
        Ok(Table {
            header,
            bytes: Box::new(Arc::clone(parts)),
            index: Index::Plain(codec, Entries::InParts),
            cache: PageCache::default(),
            path: std::path::PathBuf::new(),
        })
    }

    /// Where a page is.
    pub(super) fn entry(&self, entries: &Entries, number: usize) -> Result<Entry, TableError> {
        let entry = match entries {
            Entries::Whole(index) => index.as_chunks().0.get(number).map(Entry::from_bytes),
            Entries::InParts => {
                let mut row = [0; ROW_BYTES];
                let offset = number / GROUPS * ROW_BYTES;
                self.read_at(&mut row, self.header.index_offset + offset as u64)?;
                row.as_chunks().0.get(number % GROUPS).map(Entry::from_bytes)
            }
        };
        entry.ok_or(TableError::Damaged(Part::Page))
    }

    /// Asks at once for everything that the turns of these positions need. Of a whole table nothing can be missing.
    pub(crate) fn prepare_turns(&self, positions: &[Position]) -> Result<(), TableError> {
        if !matches!(self.index, Index::Plain(_, Entries::InParts)) {
            return Ok(());
        }
        let mut pages = BTreeSet::new();
        for position in positions {
            fast::for_each_turn(position, self.rules(), |complete| {
                if !complete.result.is_over {
                    pages.insert(Table::page_of(&complete.result.position));
                }
            });
        }
        let mut missing = Vec::new();
        for page in pages {
            match self.cached_page(page / GROUPS * LANES, page % GROUPS) {
                Err(TableError::Missing(ranges)) => missing.extend(ranges),
                page => drop(page?),
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(TableError::Missing(joined(missing))) }
    }
}

/// The ranges in order, those near each other as one.
fn joined(mut ranges: Vec<Range<u64>>) -> Vec<Range<u64>> {
    sort_by_number(&mut ranges, |range| range.start);
    let mut joined: Vec<Range<u64>> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(last) if range.start <= last.end.saturating_add(GAP) => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::single_range_in_vec_init, reason = "ranges of a file are compared, not their numbers")]
    fn ranges_near_each_other_are_one() {
        assert_eq!(joined(vec![]), []);
        let far = 3 * GAP;
        assert_eq!(joined(vec![far..far + 9, 0..10, 10..20, 5..12]), [0..20, far..far + 9]);
        assert_eq!(joined(vec![0..GAP, 2 * GAP..far, 0..1]), [0..far]);
        assert_eq!(joined(vec![0..10, 11 + GAP..far]), [0..10, 11 + GAP..far]);
    }

    #[test]
    fn what_is_not_there_is_told_from_what_is_behind_the_end() {
        let parts = Arc::new(Parts::new(100));
        let read = |offset, length| {
            let mut buffer = vec![0; length];
            parts.read_exact_at(&mut buffer, offset).map(|()| buffer).map_err(|error| error.kind())
        };
        assert_eq!(read(0, 1), Err(io::ErrorKind::WouldBlock));
        parts.put(10, (10..40).collect());
        parts.put(12, vec![12]);
        assert_eq!(read(12, 3), Ok(vec![12, 13, 14]), "the part that reaches far enough");
        assert_eq!(read(39, 1), Ok(vec![39]));
        for (offset, length) in [(9, 2), (39, 2), (40, 1)] {
            assert_eq!(read(offset, length), Err(io::ErrorKind::WouldBlock), "{offset}");
        }
        assert_eq!(read(99, 2), Err(io::ErrorKind::UnexpectedEof));
        assert_eq!(read(u64::MAX, 2), Err(io::ErrorKind::UnexpectedEof));
        assert_eq!(parts.bytes(), 31);
        parts.clear();
        assert_eq!((parts.bytes(), read(12, 1)), (0, Err(io::ErrorKind::WouldBlock)));
    }
}
