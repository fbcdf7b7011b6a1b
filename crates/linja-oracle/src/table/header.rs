//! The first 128 bytes of a table file, and an entry of its index.

use xxhash_rust::xxh3::xxh3_64;

use linja::RuleSet;

use super::{Part, TableError};
use crate::counts::Counts;

pub(super) const VERSION: u32 = 1;
pub(super) const HEADER_BYTES: usize = 128;
pub(super) const ENTRY_BYTES: usize = 20;
const MAGIC: [u8; 8] = *b"LINJATAB";
/// The offset of the rule set's id, and its greatest length.
const ID: usize = 96;
const ID_BYTES: usize = 16;
/// The checksum takes the last eight bytes.
const CHECKED: usize = HEADER_BYTES - 8;

/// The facts that a table holds about itself.
///
/// ```text
///   0  magic "LINJATAB"            64  offset of the index   u64
///   8  format version   u32        72  bytes of the index    u64
///  12  zero             u32        80  length of the file    u64
///  16  positions        u64        88  XXH3-64 of the index  u64
///  24  passed           u64        96  id of the rule set in ASCII, padded with zeros, 16 bytes
///  32  without opening  u64       112  zero
///  40  stuck            u64       120  XXH3-64 of the bytes before
///  48  hash of all values, 16 bytes
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The rule set.
    pub rules: RuleSet,
    /// Facts counted while solving.
    pub counts: Counts,
    /// The XXH3-128 of the digests of all pages, by page number.
    pub values_hash: u128,
    pub(super) index_offset: u64,
    pub(super) index_bytes: u64,
    pub(super) file_bytes: u64,
    pub(super) index_checksum: u64,
}

impl Header {
    pub(super) fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(ID, self.rules.id().as_bytes());
        put(48, &self.values_hash.to_le_bytes());
        for (at, number) in self.numbers() {
            put(at, &number.to_le_bytes());
        }
        let checksum = xxh3_64(&bytes[..CHECKED]);
        bytes[CHECKED..].copy_from_slice(&checksum.to_le_bytes());
        bytes
    }

    fn numbers(&self) -> [(usize, u64); 8] {
        let Counts { positions, passed, without_opening, stuck } = self.counts;
        [
            (16, positions),
            (24, passed),
            (32, without_opening),
            (40, stuck),
            (64, self.index_offset),
            (72, self.index_bytes),
            (80, self.file_bytes),
            (88, self.index_checksum),
        ]
    }

    pub(super) fn from_bytes(bytes: &[u8; HEADER_BYTES]) -> Result<Header, TableError> {
        if bytes[..8] != MAGIC {
            return Err(TableError::NotATable);
        }
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let small = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        if small(8) != VERSION {
            return Err(TableError::Version { found: small(8) });
        }
        if number(CHECKED) != xxh3_64(&bytes[..CHECKED]) {
            return Err(TableError::Damaged(Part::Header));
        }
        Ok(Header {
            rules: rule_set(&bytes[ID..ID + ID_BYTES])?,
            counts: Counts {
                positions: number(16),
                passed: number(24),
                without_opening: number(32),
                stuck: number(40),
            },
            values_hash: u128::from_le_bytes(bytes[48..64].try_into().expect("sixteen bytes")),
            index_offset: number(64),
            index_bytes: number(72),
            file_bytes: number(80),
            index_checksum: number(88),
        })
    }
}

/// The rule set with this id, which is padded with zeros.
fn rule_set(bytes: &[u8]) -> Result<RuleSet, TableError> {
    let is_named = |rules: &RuleSet| {
        let known = rules.id();
        let (id, rest) = bytes.split_at(known.len().min(bytes.len()));
        id == known.as_bytes() && rest.iter().all(|&byte| byte == 0)
    };
    RuleSet::ALL.into_iter().find(is_named).ok_or(TableError::Damaged(Part::Header))
}

/// Where a page is, and its checksum.
#[derive(Clone, Copy, Default)]
pub(super) struct Entry {
    pub offset: u64,
    pub length: u32,
    pub checksum: u64,
}

impl Entry {
    pub fn to_bytes(self) -> [u8; ENTRY_BYTES] {
        let mut bytes = [0; ENTRY_BYTES];
        bytes[..8].copy_from_slice(&self.offset.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.length.to_le_bytes());
        bytes[12..].copy_from_slice(&self.checksum.to_le_bytes());
        bytes
    }

    pub fn from_bytes(bytes: &[u8; ENTRY_BYTES]) -> Entry {
        let (offset, rest) = bytes.split_first_chunk().expect("twenty bytes");
        let (length, checksum) = rest.split_first_chunk().expect("twelve bytes");
        Entry {
            offset: u64::from_le_bytes(*offset),
            length: u32::from_le_bytes(*length),
            checksum: u64::from_le_bytes(checksum.try_into().expect("eight bytes")),
        }
    }
}
