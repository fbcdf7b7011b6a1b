//! The beginning of a table file, and an entry of its index.

use xxhash_rust::xxh3::xxh3_64;

use linja::{Choice, Rule, RuleSet};

use super::form::Form;
use super::{Part, TableError};
use crate::codec::Codec;
use crate::counts::Counts;

/// The version that is written.
pub(super) const VERSION: u32 = 2;
/// The version before, without the choices: its tables of published rule sets are still read.
pub(super) const OLD_VERSION: u32 = 1;
/// The length of the header, and of that of the old version.
pub(super) const HEADER_BYTES: usize = 256;
pub(super) const OLD_HEADER_BYTES: usize = 128;
pub(super) const ENTRY_BYTES: usize = 20;
/// What the cells of a table hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    /// The value of each position.
    Values,
    /// The number of turns up to the end of the game: see `distances.rs`.
    Distances,
}

impl Content {
    const fn magic(self) -> [u8; 8] {
        match self {
            Content::Values => *b"LINJATAB",
            Content::Distances => *b"LINJADIS",
        }
    }
}

/// The offset of the choices, a byte each, and of the id, which is padded with zeros up to the checksum.
const CHOICES: usize = 96;
const ID: usize = 104;
/// The offset of the id in the old version.
const OLD_ID: usize = 96;
const OLD_ID_BYTES: usize = 16;
/// The checksum takes the last eight bytes.
const CHECKSUM_BYTES: usize = 8;

/// The facts that a table holds about itself.
///
/// ```text
///   0  magic "LINJATAB"            64  offset of the index   u64
///   8  format version   u32        72  bytes of the index    u64
///  12  codec of pages   u32        80  length of the file    u64
///  16  positions        u64        88  XXH3-64 of the index  u64
///  24  ended            u64        96  the seven choices of the rule set, a byte each, and a zero
///  32  without opening  u64       104  id of the rule set in ASCII, padded with zeros, 144 bytes
///  40  stuck            u64       248  XXH3-64 of the bytes before
///  48  hash of all values, 16 bytes
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    pub(super) content: Content,
    /// How the pages are packed.
    pub form: Form,
    /// The rule set.
    pub rules: RuleSet,
    /// Facts counted while solving.
    pub counts: Counts,
    /// The XXH3-128 of the digests of all pages, by page number.
    pub values_hash: u128,
    /// Where the pages begin.
    pub(super) pages_offset: u64,
    pub(super) index_offset: u64,
    pub(super) index_bytes: u64,
    pub(super) file_bytes: u64,
    pub(super) index_checksum: u64,
}

impl Header {
    /// The length of the table in bytes.
    #[must_use]
    pub fn file_bytes(&self) -> u64 {
        self.file_bytes
    }

    pub(super) fn to_bytes(self) -> [u8; HEADER_BYTES] {
        let mut bytes = [0; HEADER_BYTES];
        let mut put = |at: usize, field: &[u8]| bytes[at..at + field.len()].copy_from_slice(field);
        put(0, &self.content.magic());
        put(8, &VERSION.to_le_bytes());
        put(12, &self.form.number().to_le_bytes());
        put(48, &self.values_hash.to_le_bytes());
        for (at, number) in self.numbers() {
            put(at, &number.to_le_bytes());
        }
        put(CHOICES, &self.rules.choices().map(Choice::place));
        put(ID, self.rules.id().as_bytes());
        let (checked, checksum) = bytes.split_at_mut(HEADER_BYTES - CHECKSUM_BYTES);
        checksum.copy_from_slice(&xxh3_64(checked).to_le_bytes());
        bytes
    }

    fn numbers(&self) -> [(usize, u64); 8] {
        let Counts { positions, ended, without_opening, stuck } = self.counts;
        [
            (16, positions),
            (24, ended),
            (32, without_opening),
            (40, stuck),
            (64, self.index_offset),
            (72, self.index_bytes),
            (80, self.file_bytes),
            (88, self.index_checksum),
        ]
    }

    /// The length of a header that begins with these bytes.
    pub(super) fn length(beginning: &[u8; OLD_HEADER_BYTES], content: Content) -> Result<usize, TableError> {
        if beginning[..8] != content.magic() {
            return Err(TableError::NotATable);
        }
        match small_number(beginning, 8) {
            OLD_VERSION if content == Content::Values => Ok(OLD_HEADER_BYTES),
            VERSION => Ok(HEADER_BYTES),
            found => Err(TableError::Version { found }),
        }
    }

    /// Reads a header of the length that [`Header::length`] tells.
    pub(super) fn from_bytes(bytes: &[u8], content: Content) -> Result<Header, TableError> {
        let damaged = TableError::Damaged(Part::Header);
        let number = |at: usize| u64::from_le_bytes(bytes[at..at + 8].try_into().expect("eight bytes"));
        let checked = bytes.len() - CHECKSUM_BYTES;
        if number(checked) != xxh3_64(&bytes[..checked]) {
            return Err(damaged);
        }
        let (form, rules) = if bytes.len() == OLD_HEADER_BYTES {
            let id = &bytes[OLD_ID..OLD_ID + OLD_ID_BYTES];
            let rules = RuleSet::ALL.into_iter().find(|rules| is_padded_id(id, rules)).ok_or(damaged)?;
            (Form::Plain(Codec::Zstd), rules)
        } else {
            let found = small_number(bytes, 12);
            // Distances have one form only.
            let form =
                Form::of_number(found).filter(|form| form.codec().is_some() || content == Content::Values);
            let form = form.ok_or(TableError::Codec { found })?;
            let rules = rules_of(&bytes[CHOICES..ID]).ok_or(TableError::Damaged(Part::Header))?;
            if !is_padded_id(&bytes[ID..checked], &rules) {
                return Err(damaged);
            }
            (form, rules)
        };
        Ok(Header {
            content,
            form,
            rules,
            counts: Counts {
                positions: number(16),
                ended: number(24),
                without_opening: number(32),
                stuck: number(40),
            },
            values_hash: u128::from_le_bytes(bytes[48..64].try_into().expect("sixteen bytes")),
            pages_offset: bytes.len() as u64,
            index_offset: number(64),
            index_bytes: number(72),
            file_bytes: number(80),
            index_checksum: number(88),
        })
    }
}

fn small_number(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().expect("four bytes"))
}

/// The rule set with these choices: a byte for each rule, and a zero.
fn rules_of(bytes: &[u8]) -> Option<RuleSet> {
    let (&last, places) = bytes.split_last()?;
    let mut rules = (last == 0).then(RuleSet::default)?;
    for (rule, &place) in Rule::ALL.into_iter().zip(places) {
        rules = rules.with(*rule.choices().get(usize::from(place))?);
    }
    Some(rules)
}

/// Whether the bytes are the id of a rule set, followed by zeros.
fn is_padded_id(bytes: &[u8], rules: &RuleSet) -> bool {
    let rest = bytes.strip_prefix(rules.id().as_bytes());
    rest.is_some_and(|rest| rest.iter().all(|&byte| byte == 0))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn header(rules: RuleSet) -> Header {
        Header {
            content: Content::Values,
            form: Form::Plain(Codec::Deflate),
            rules,
            counts: Counts { positions: 1, ended: 2, without_opening: 3, stuck: 4 },
            values_hash: 5,
            pages_offset: HEADER_BYTES as u64,
            index_offset: 6,
            index_bytes: 7,
            file_bytes: 8,
            index_checksum: 9,
        }
    }

    fn with_checksum(mut bytes: [u8; HEADER_BYTES]) -> [u8; HEADER_BYTES] {
        let (checked, checksum) = bytes.split_at_mut(HEADER_BYTES - CHECKSUM_BYTES);
        checksum.copy_from_slice(&xxh3_64(checked).to_le_bytes());
        bytes
    }

    #[test]
    fn headers_of_all_rule_sets_read_back() {
        for rules in RuleSet::every() {
            let bytes = header(rules).to_bytes();
            let beginning = bytes.first_chunk().unwrap();
            assert_eq!(Header::length(beginning, Content::Values).unwrap(), HEADER_BYTES);
            assert!(matches!(Header::length(beginning, Content::Distances), Err(TableError::NotATable)));
            assert_eq!(Header::from_bytes(&bytes, Content::Values).unwrap(), header(rules), "{rules}");
        }
    }

    #[test]
    #[cfg(feature = "native")]
    fn the_dense_form_is_for_values() {
        let header = Header { form: Form::Dense, ..header(RuleSet::BONUS) };
        assert_eq!(Header::from_bytes(&header.to_bytes(), Content::Values).unwrap(), header);
        let distances = Header { content: Content::Distances, ..header }.to_bytes();
        let error = Header::from_bytes(&distances, Content::Distances).unwrap_err();
        assert!(matches!(error, TableError::Codec { found: 3 }));
    }

    #[test]
    fn choices_that_contradict_the_id_or_do_not_exist_are_refused() {
        let good = header(RuleSet::BONUS).to_bytes();
        for (at, byte) in [(CHOICES, 1), (CHOICES, 3), (CHOICES + 7, 1), (ID, b'c'), (ID + 5, b'x')] {
            let mut bytes = good;
            bytes[at] = byte;
            let error = Header::from_bytes(&with_checksum(bytes), Content::Values).unwrap_err();
            assert!(matches!(error, TableError::Damaged(Part::Header)), "{at}");
        }
        for number in if cfg!(feature = "native") { [0, 4, 9] } else { [0, 3, 9] } {
            let mut codec = good;
            codec[12] = number;
            let error = Header::from_bytes(&with_checksum(codec), Content::Values).unwrap_err();
            assert!(matches!(error, TableError::Codec { found } if found == u32::from(number)), "{number}");
        }
    }

    /// The header of a table of `bonus` as version 1 wrote it.
    #[test]
    fn a_header_of_version_1_is_read() {
        let bytes: [u8; OLD_HEADER_BYTES] = [
            0x4c, 0x49, 0x4e, 0x4a, 0x41, 0x54, 0x41, 0x42, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x00, //
            0x44, 0xe2, 0x5f, 0x4b, 0x00, 0x00, 0x00, 0x00, 0x13, 0xe6, 0x03, 0x00, 0x00, 0x00, 0x00,
            0x00, //
            0x28, 0xb8, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x22, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x00, //
            0x27, 0x4f, 0x61, 0xd4, 0x1f, 0xaf, 0xec, 0x4c, 0xf1, 0xbe, 0x6c, 0xc2, 0xbb, 0x0d, 0x4a,
            0x73, //
            0x27, 0x29, 0xf0, 0x0e, 0x00, 0x00, 0x00, 0x00, 0xcc, 0xca, 0x13, 0x00, 0x00, 0x00, 0x00,
            0x00, //
            0xf3, 0xf3, 0x03, 0x0f, 0x00, 0x00, 0x00, 0x00, 0x3e, 0x4d, 0x9c, 0xe6, 0xbf, 0x3f, 0x9d,
            0x36, //
            0x62, 0x6f, 0x6e, 0x75, 0x73, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x00, //
            0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x11, 0xa5, 0x43, 0x36, 0x6c, 0xdc, 0xa1,
            0x03, //
        ];
        assert_eq!(Header::length(&bytes, Content::Values).unwrap(), OLD_HEADER_BYTES);
        let header = Header::from_bytes(&bytes, Content::Values).unwrap();
        assert_eq!((header.rules, header.form), (RuleSet::BONUS, Form::Plain(Codec::Zstd)));
        assert_eq!(header.counts.ended, 255_507);
        assert_eq!(header.values_hash, 0x734a_0dbb_c26c_bef1_4cec_af1f_d461_4f27);
        assert_eq!((header.pages_offset, header.file_bytes), (128, 251_917_299));
    }
}
