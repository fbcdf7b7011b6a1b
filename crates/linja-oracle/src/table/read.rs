//! Reading a table: memory-mapped, a page is checked when it is read.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use linja::RuleSet;
use memmap2::Mmap;
use xxhash_rust::xxh3::xxh3_64;

use super::TableError;
use super::cache::PageCache;
use super::header::{ENTRY_BYTES, Entry, HEADER_BYTES, Header};
use crate::index::{Arrangement, GROUPS, advance};
use crate::lanes::LANES;
use crate::layout::Layout;
use crate::page::{LARGEST_PAYLOAD, Page};

/// The solved positions of one rule set. Can be shared between threads.
pub struct Table {
    header: Header,
    layout: Layout,
    bytes: Mmap,
    cache: PageCache,
    path: PathBuf,
}

impl Table {
    /// Opens a table file of a rule set.
    ///
    /// # Errors
    /// If the file can't be read, or is not an undamaged table of this rule set. Pages are looked at when they are first
    /// needed.
    pub fn open(path: &Path, rules: &RuleSet) -> Result<Table, TableError> {
        let file = File::open(path)?;
        // SAFETY: a table is never written in place, only replaced by renaming; whoever changes one under our hands
        // breaks the same promise that every reader of mapped files relies on.
        let bytes = unsafe { Mmap::map(&file) }?;
        let header = Header::from_bytes(&bytes)?;
        if header.rules != *rules {
            return Err(TableError::RuleSet { found: header.rules });
        }
        if header.file_bytes != bytes.len() as u64 {
            return Err(TableError::Length { found: bytes.len() as u64, expected: header.file_bytes });
        }
        let cache = PageCache::default();
        let table = Table { header, layout: Layout::new(), bytes, cache, path: path.to_path_buf() };
        let index = table.index().ok_or(TableError::Damaged("index"))?;
        if index.len() != table.layout.pages() * ENTRY_BYTES || xxh3_64(index) != header.index_checksum {
            return Err(TableError::Damaged("index"));
        }
        Ok(table)
    }

    /// What the table tells about itself.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The rule set.
    #[must_use]
    pub fn rules(&self) -> &RuleSet {
        &self.header.rules
    }

    /// Compares the checksum of every page: reads the whole file.
    ///
    /// # Errors
    /// If a page is damaged.
    pub fn check(&self) -> Result<(), TableError> {
        let good = |number| self.entry(number).is_some_and(|entry| self.payload(&entry).is_some());
        if (0..self.layout.pages()).all(good) { Ok(()) } else { Err(TableError::Damaged("page")) }
    }

    /// The value for the mover; `None` if the two arrangements are no legal position.
    pub(crate) fn value_of(
        &self,
        mover: &Arrangement,
        opponent: &Arrangement,
    ) -> Result<Option<i8>, TableError> {
        let (Some(own), Some(other)) = (self.layout.slot(mover), self.layout.slot(opponent)) else {
            return Ok(None);
        };
        let (block, group) = (own / LANES, advance(opponent));
        let page = self.cached_page(block, group)?;
        page.value(other - self.layout.group(group).start, own % LANES)
            .map_err(|_| TableError::Damaged("page"))
    }

    fn cached_page(&self, block: usize, group: usize) -> Result<Arc<Page>, TableError> {
        let number = block * GROUPS + group;
        if let Some(page) = self.cache.get(number) {
            return Ok(page);
        }
        // Two threads may unpack the same page at once; that costs time, but nothing else.
        let page = Arc::new(self.page(block, group)?);
        self.cache.put(number, Arc::clone(&page));
        Ok(page)
    }

    /// The page of a block of movers against the opponents of an advance.
    pub(crate) fn page(&self, block: usize, group: usize) -> Result<Page, TableError> {
        let entry = self.entry(block * GROUPS + group);
        let payload = entry.and_then(|entry| self.payload(&entry)).ok_or(TableError::Damaged("page"))?;
        let movers = &self.layout.arrangements[block * LANES..(block + 1) * LANES];
        let opponents = &self.layout.arrangements[self.layout.group(group)];
        Page::unpack(payload, movers, opponents).map_err(|_| TableError::Damaged("page"))
    }

    fn index(&self) -> Option<&[u8]> {
        let start = usize::try_from(self.header.index_offset).ok()?;
        let bytes = usize::try_from(self.header.index_bytes).ok()?;
        self.bytes.get(start..start.checked_add(bytes)?)
    }

    fn entry(&self, number: usize) -> Option<Entry> {
        self.index()?.as_chunks().0.get(number).map(Entry::from_bytes)
    }

    /// The payload of a page, if it is inside the file and its checksum fits.
    fn payload(&self, entry: &Entry) -> Option<&[u8]> {
        let lies_before_index = entry.offset >= HEADER_BYTES as u64
            && entry.offset.saturating_add(entry.length.into()) <= self.header.index_offset;
        if !lies_before_index || entry.length as usize > LARGEST_PAYLOAD {
            return None;
        }
        let start = usize::try_from(entry.offset).ok()?;
        let payload = self.bytes.get(start..start.checked_add(entry.length as usize)?)?;
        (xxh3_64(payload) == entry.checksum).then_some(payload)
    }
}
