//! The index of a table in dense form: a record for every 16 movers, then the model.
//!
//! ```text
//! record   offset of the pages u64, for each advance of the opponent: length u16 and checksum u32, XXH3-64 of the record u64
//! model    its stored form, and the XXH3-64 of that u64
//! ```
//!
//! The pages of a record follow one another by advance. All turns of a position lead to positions with the same mover, so they
//! lie in neighbouring pages of one record.

use xxhash_rust::xxh3::xxh3_64;

use super::header::Entry;
use super::{Part, Table, TableError};
use crate::arrangement::GROUPS;
use crate::dense::{self, MOVERS, Model, QUARTERS, Shape};
use crate::layout::layout;

const OFFSET_BYTES: usize = 8;
const PAGE_BYTES: usize = 6;
const CHECKSUM_BYTES: usize = 8;
/// The length of a record.
pub(super) const RECORD_BYTES: usize = OFFSET_BYTES + GROUPS * PAGE_BYTES + CHECKSUM_BYTES;

/// The number of records.
pub(super) fn records() -> usize {
    layout().slots() / MOVERS
}

/// The number of the page that has the mover in a slot.
pub(super) fn page_number(own: usize, advance: usize) -> usize {
    own / MOVERS * GROUPS + advance
}

/// The index in memory, 1.6 MB, and the model.
pub(super) struct DenseIndex {
    records: Vec<u8>,
    pub model: Model,
}

impl DenseIndex {
    /// Whether an index can have this length.
    pub fn has_length(bytes: u64) -> bool {
        let least = (records() * RECORD_BYTES + CHECKSUM_BYTES) as u64;
        (least..=least + Model::MOST_BYTES as u64).contains(&bytes)
    }

    /// Takes the bytes of an index, whose checksum was compared.
    pub fn from_bytes(mut bytes: Vec<u8>) -> Result<DenseIndex, TableError> {
        let damaged = TableError::Damaged(Part::Index);
        if !DenseIndex::has_length(bytes.len() as u64) {
            return Err(damaged);
        }
        let model = bytes.split_off(records() * RECORD_BYTES);
        let Some(Ok(model)) = checked(&model).map(Model::from_bytes) else {
            return Err(damaged);
        };
        bytes.shrink_to_fit();
        Ok(DenseIndex { records: bytes, model })
    }

    /// Where the page of the movers of a record against the opponents of an advance is.
    pub fn entry(&self, record: usize, advance: usize) -> Option<Entry> {
        entry(self.records.get(record * RECORD_BYTES..(record + 1) * RECORD_BYTES)?, advance)
    }
}

impl Table {
    pub(super) fn check_dense(&self, index: &DenseIndex) -> Result<(), TableError> {
        (0..records() * GROUPS)
            .try_for_each(|page| self.dense_payload(index, page / GROUPS, page % GROUPS).map(drop))
    }

    /// The quarters of a page that have the movers in these lanes.
    pub(super) fn dense_page(
        &self,
        index: &DenseIndex,
        block: usize,
        advance: usize,
        lanes: u64,
    ) -> Result<dense::Page, TableError> {
        let mut page = dense::Page::default();
        for (quarter, rows) in page.quarters.iter_mut().enumerate() {
            if lanes >> (quarter * MOVERS) & ((1 << MOVERS) - 1) != 0 {
                let record = block * QUARTERS + quarter;
                let payload = self.dense_payload(index, record, advance)?;
                *rows = Some(dense::unpack(&Shape::new(record * MOVERS, advance), &index.model, &payload)?);
            }
        }
        Ok(page)
    }

    /// The payload of a page, compared with its checksum.
    fn dense_payload(
        &self,
        index: &DenseIndex,
        record: usize,
        advance: usize,
    ) -> Result<Vec<u8>, TableError> {
        let entry = index.entry(record, advance).ok_or(TableError::Damaged(Part::Page))?;
        self.checked_payload(entry, |payload| checksum(payload).into())
    }

    #[cfg(test)]
    pub(super) fn dense_index(&self) -> Option<&DenseIndex> {
        use super::read::Index;

        match &self.index {
            Index::Plain(..) => None,
            Index::Dense(index) => Some(index),
        }
    }
}

/// The checksum of a payload as a record holds it.
pub(super) fn checksum(payload: &[u8]) -> u32 {
    xxh3_64(payload) as u32
}

/// The bytes before their checksum, if it matches.
fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, checksum) = bytes.split_last_chunk()?;
    (xxh3_64(bytes) == u64::from_le_bytes(*checksum)).then_some(bytes)
}

fn entry(record: &[u8], advance: usize) -> Option<Entry> {
    let (offset, pages) = checked(record)?.split_first_chunk()?;
    let pages = pages.as_chunks::<PAGE_BYTES>().0;
    let length = |page: &[u8; PAGE_BYTES]| u32::from(u16::from_le_bytes([page[0], page[1]]));
    let before: u32 = pages.get(..advance)?.iter().map(length).sum();
    let page = pages.get(advance)?;
    Some(Entry {
        offset: u64::from_le_bytes(*offset).saturating_add(before.into()),
        length: length(page),
        checksum: u32::from_le_bytes([page[2], page[3], page[4], page[5]]).into(),
    })
}

/// A record of pages that begin at this offset.
pub(super) fn record(offset: u64, payloads: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = offset.to_le_bytes().to_vec();
    for payload in payloads {
        debug_assert!(u16::try_from(payload.len()).is_ok(), "the caller refuses longer ones");
        bytes.extend_from_slice(&(payload.len() as u16).to_le_bytes());
        bytes.extend_from_slice(&checksum(payload).to_le_bytes());
    }
    sealed(bytes)
}

/// The bytes with their checksum.
pub(super) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let checksum = xxh3_64(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_tell_where_their_pages_are() {
        let payloads: Vec<Vec<u8>> = (0..GROUPS).map(|advance| vec![advance as u8; advance * 3]).collect();
        let record = record(1_000, &payloads);
        assert_eq!(record.len(), RECORD_BYTES);
        for (advance, payload) in payloads.iter().enumerate() {
            let entry = entry(&record, advance).unwrap();
            let before: usize = payloads[..advance].iter().map(Vec::len).sum();
            assert_eq!((entry.offset, entry.length as usize), (1_000 + before as u64, payload.len()));
            assert_eq!(entry.checksum, checksum(payload).into());
        }
        assert!(entry(&record, GROUPS).is_none());
    }

    #[test]
    fn a_damaged_record_has_no_pages() {
        let good = record(256, &vec![vec![1, 2, 3]; GROUPS]);
        for place in 0..good.len() {
            let mut bytes = good.clone();
            bytes[place] ^= 4;
            assert!(entry(&bytes, 7).is_none(), "byte {place}");
        }
    }
}
