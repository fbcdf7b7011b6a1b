//! Reading a table, page by page. Every page is compared with its checksum when it is read.

use std::io;
#[cfg(feature = "native")]
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use linja::{Margin, Position, RuleSet, Side};
use xxhash_rust::xxh3::xxh3_64;

use super::cache::PageCache;
#[cfg(feature = "native")]
use super::dense::DenseIndex;
use super::form::Form;
use super::header::{Content, ENTRY_BYTES, Entry, HEADER_BYTES, Header, OLD_HEADER_BYTES};
use super::parts::Entries;
use super::unpacked::Unpacked;
use super::{Part, TableError};
use crate::arrangement::Arrangement;
use crate::cells::LANES;
use crate::codec::Codec;
use crate::layout::{layout, page_number, slots_of};
use crate::page::{LARGEST_PAYLOAD, Page};
use crate::published::published_hash;
use crate::read_at::ReadAt;

/// The solved positions of one rule set. Can be shared between threads.
///
/// Nothing is mapped into memory: a file that is truncated or overwritten while it is open gives errors, no wrong values.
pub struct Table {
    pub(super) header: Header,
    pub(super) bytes: Box<dyn ReadAt>,
    pub(super) index: Index,
    pub(super) cache: PageCache,
    pub(super) path: PathBuf,
}

/// Where the pages are; kept, so that its checksum need not be compared again.
pub(super) enum Index {
    Plain(Codec, Entries),
    #[cfg(feature = "native")]
    Dense(DenseIndex),
}

impl Table {
    /// Opens a table file of a rule set.
    ///
    /// # Errors
    /// As [`Table::read`].
    #[cfg(feature = "native")]
    pub fn open(path: &Path, rules: &RuleSet) -> Result<Table, TableError> {
        Table::open_content(path, rules, Content::Values)
    }

    /// Opens a file of the form of a table whose cells hold this.
    #[cfg(feature = "native")]
    pub(crate) fn open_content(path: &Path, rules: &RuleSet, content: Content) -> Result<Table, TableError> {
        let mut table = Table::read_content(std::fs::File::open(path)?, rules, content)?;
        table.path = path.to_path_buf();
        Ok(table)
    }

    /// Opens a table of a rule set that is not necessarily in a file.
    ///
    /// # Errors
    /// If the bytes can't be read, are no undamaged table of this rule set, or have another hash than the published one
    /// ([`published_hash`]). Pages are checked when they are first read.
    pub fn read(bytes: impl ReadAt + 'static, rules: &RuleSet) -> Result<Table, TableError> {
        Table::read_content(bytes, rules, Content::Values)
    }

    fn read_content(
        bytes: impl ReadAt + 'static,
        rules: &RuleSet,
        content: Content,
    ) -> Result<Table, TableError> {
        let header = read_header(&bytes, content)?;
        check_header(&header, rules, bytes.size()?, content)?;
        let mut index = vec![0; header.index_bytes as usize];
        read_at(&bytes, &header, &mut index, header.index_offset)?;
        if xxh3_64(&index) != header.index_checksum {
            return Err(TableError::Damaged(Part::Index));
        }
        let index = match header.form {
            Form::Plain(codec) => Index::Plain(codec, Entries::Whole(index)),
            #[cfg(feature = "native")]
            Form::Dense => Index::Dense(DenseIndex::from_bytes(index)?),
        };
        let (bytes, cache) = (Box::new(bytes), PageCache::default());
        Ok(Table { header, bytes, index, cache, path: PathBuf::new() })
    }

    /// The header of the table.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file; empty if the table was not opened as a file.
    #[cfg(feature = "native")]
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.header.rules
    }

    /// Every position with its value for the player to move, Black: in the order of the file, by the advance of the
    /// position from 168 to 0. A page that can't be read is one error in place of its positions.
    ///
    /// ```no_run
    /// # fn example(table: &linja_oracle::Table) -> Result<(), linja_oracle::TableError> {
    /// let mut wins = 0_u64;
    /// for entry in table.positions() {
    ///     let (_position, margin) = entry?;
    ///     wins += u64::from(margin.0 > 0);
    /// }
    /// println!("The player to move wins {wins} positions.");
    /// # Ok(())
    /// # }
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = Result<(Position, Margin), TableError>> + '_ {
        let pages = layout().pages_in_file_order();
        pages.flat_map(|(block, advance)| match self.positions_of(block, advance) {
            Ok(positions) => positions.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    fn positions_of(&self, block: usize, advance: usize) -> Result<Vec<(Position, Margin)>, TableError> {
        let (movers, opponents) = (slots_of(block), layout().group(advance));
        let mut positions = Vec::new();
        self.page(block, advance)?.for_each(|row, lane, margin| {
            let slots = (movers.start + lane, opponents.start + row);
            // A page holds legal positions only.
            positions
                .extend(layout().position(slots.0, slots.1, Side::Black).map(|position| (position, margin)));
        })?;
        Ok(positions)
    }

    /// Compares the checksum of every page: reads the whole file.
    ///
    /// # Errors
    /// If a page is damaged.
    pub fn check(&self) -> Result<(), TableError> {
        match &self.index {
            Index::Plain(_, entries) => {
                (0..layout().pages()).try_for_each(|number| self.payload(entries, number).map(drop))
            }
            #[cfg(feature = "native")]
            Index::Dense(index) => self.check_dense(index),
        }
    }

    /// The value for the mover; `None` if the two arrangements do not form a legal position.
    pub(crate) fn value_of(
        &self,
        mover: Arrangement,
        opponent: Arrangement,
    ) -> Result<Option<Margin>, TableError> {
        let (Some(own), Some(other)) = (layout().slot(mover), layout().slot(opponent)) else {
            return Ok(None);
        };
        let group = opponent.advance();
        let page = self.cached_page(own, group)?;
        Ok(page.value(other - layout().group(group).start, own % LANES)?)
    }

    /// The page that has the mover in a slot.
    pub(super) fn cached_page(&self, own: usize, group: usize) -> Result<Arc<Unpacked>, TableError> {
        let (block, lanes) = (own / LANES, 1 << (own % LANES));
        let number = match &self.index {
            Index::Plain(..) => page_number(block, group),
            #[cfg(feature = "native")]
            Index::Dense(_) => super::dense::page_number(own, group),
        };
        if let Some(page) = self.cache.get(number) {
            return Ok(page);
        }
        // Two threads may unpack the same page at once; that costs time, but nothing else.
        let page = Arc::new(self.lanes(block, group, lanes)?);
        self.cache.put(number, Arc::clone(&page));
        Ok(page)
    }

    /// A page that is known, or else one that is not kept: for work that comes to it once and looks at these lanes.
    pub(super) fn page_for_once(
        &self,
        block: usize,
        group: usize,
        lanes: u64,
    ) -> Result<Arc<Unpacked>, TableError> {
        let known = match &self.index {
            Index::Plain(..) => self.cache.get(page_number(block, group)),
            // The cache has single quarters.
            #[cfg(feature = "native")]
            Index::Dense(_) => None,
        };
        match known {
            Some(page) => Ok(page),
            None => Ok(Arc::new(self.lanes(block, group, lanes)?)),
        }
    }

    /// The page of a block of movers against the opponents of an advance.
    pub(crate) fn page(&self, block: usize, group: usize) -> Result<Unpacked, TableError> {
        self.lanes(block, group, u64::MAX)
    }

    /// As [`Table::page`], with the values of the movers in these lanes at least.
    #[cfg_attr(
        not(feature = "native"),
        expect(unused_variables, reason = "a page of the plain form is unpacked as a whole")
    )]
    fn lanes(&self, block: usize, group: usize, lanes: u64) -> Result<Unpacked, TableError> {
        match &self.index {
            Index::Plain(codec, entries) => {
                let payload = self.payload(entries, page_number(block, group))?;
                let slots = &layout().arrangements;
                let (movers, opponents) = (&slots[slots_of(block)], &slots[layout().group(group)]);
                Ok(Unpacked::Plain(Page::unpack(&payload, *codec, movers, opponents)?))
            }
            #[cfg(feature = "native")]
            Index::Dense(index) => self.dense_page(index, block, group, lanes).map(Unpacked::Dense),
        }
    }

    /// The payload of a page of the plain form, compared with its checksum.
    fn payload(&self, entries: &Entries, number: usize) -> Result<Vec<u8>, TableError> {
        self.checked_payload(self.entry(entries, number)?, xxh3_64)
    }

    /// The bytes that an entry leads to, if this is their checksum.
    pub(super) fn checked_payload(
        &self,
        entry: Entry,
        checksum: impl Fn(&[u8]) -> u64,
    ) -> Result<Vec<u8>, TableError> {
        let damaged = TableError::Damaged(Part::Page);
        let lies_before_index = entry.offset >= self.header.pages_offset
            && entry.offset.saturating_add(entry.length.into()) <= self.header.index_offset;
        if !lies_before_index || entry.length as usize > LARGEST_PAYLOAD {
            return Err(damaged);
        }
        let mut payload = vec![0; entry.length as usize];
        self.read_at(&mut payload, entry.offset)?;
        if checksum(&payload) == entry.checksum { Ok(payload) } else { Err(damaged) }
    }

    pub(super) fn read_at(&self, buffer: &mut [u8], offset: u64) -> Result<(), TableError> {
        read_at(&*self.bytes, &self.header, buffer, offset)
    }
}

fn read_at(bytes: &dyn ReadAt, header: &Header, buffer: &mut [u8], offset: u64) -> Result<(), TableError> {
    bytes.read_exact_at(buffer, offset).or_else(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            Err(TableError::Length { found: bytes.size()?, expected: header.file_bytes })
        }
        io::ErrorKind::WouldBlock => Err(missing(offset, buffer.len())),
        _ => Err(TableError::Io(error)),
    })
}

#[expect(clippy::single_range_in_vec_init, reason = "one range is missing, not its numbers")]
fn missing(offset: u64, length: usize) -> TableError {
    TableError::Missing(Vec::from([offset..offset + length as u64]))
}

/// Whether a file of this length with this header can be the table of a rule set.
pub(super) fn check_header(
    header: &Header,
    rules: &RuleSet,
    size: u64,
    content: Content,
) -> Result<(), TableError> {
    if header.rules != *rules {
        return Err(TableError::RuleSet { found: header.rules });
    }
    let published = published_hash(rules).filter(|&published| published != header.values_hash);
    if let Some(published) = published.filter(|_| content == Content::Values) {
        return Err(TableError::Foreign { found: header.values_hash, published });
    }
    if header.file_bytes != size {
        return Err(TableError::Length { found: size, expected: header.file_bytes });
    }
    let index_end = header.index_offset.checked_add(header.index_bytes);
    let has_length = match header.form {
        Form::Plain(_) => header.index_bytes == (layout().pages() * ENTRY_BYTES) as u64,
        #[cfg(feature = "native")]
        Form::Dense => DenseIndex::has_length(header.index_bytes),
    };
    if !has_length || index_end.is_none_or(|end| end > header.file_bytes) {
        return Err(TableError::Damaged(Part::Index));
    }
    Ok(())
}

/// The header; its length depends on the version, which both versions have in the same place.
pub(super) fn read_header(bytes: &impl ReadAt, content: Content) -> Result<Header, TableError> {
    // Longer than that of the old version, and shorter than any table.
    let mut header = [0; HEADER_BYTES];
    bytes.read_exact_at(&mut header, 0).map_err(|error| match error.kind() {
        io::ErrorKind::UnexpectedEof => TableError::NotATable,
        io::ErrorKind::WouldBlock => missing(0, HEADER_BYTES),
        _ => TableError::Io(error),
    })?;
    let (beginning, _) = header.split_first_chunk::<OLD_HEADER_BYTES>().ok_or(TableError::NotATable)?;
    let length = Header::length(beginning, content)?;
    Header::from_bytes(&header[..length], content)
}
