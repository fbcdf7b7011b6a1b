//! The bytes of a table in the dense form.

use std::io::Cursor;
use std::sync::{Arc, OnceLock};

use linja::{Margin, Position, RuleSet};

use super::*;
use crate::arrangement::Arrangement;
use crate::counts::Counts;
use crate::probe::Oracle as _;
use crate::published::published_hash;
use crate::table::Parts;
use crate::table::header::Content;

const RULES: RuleSet = RuleSet::BONUS;

/// Stands for solved values: the score, and some noise.
fn value(mover: Arrangement, opponent: Arrangement) -> i8 {
    let noise = (mover.number() * 31 + opponent.number() * 17) % 11 / 9;
    (mover.score(&RULES) - opponent.score(&RULES) + noise as i16).clamp(-120, 120) as i8
}

fn page(block: usize, advance: usize) -> Block {
    let mut page = Block { cells: vec![Cells::ZERO; layout().padded_group(advance).len()], positions: 0 };
    for (row, opponent) in layout().group(advance).enumerate() {
        for (lane, mover) in crate::layout::slots_of(block).enumerate() {
            if layout().position(mover, opponent, linja::Side::Black).is_some()
                && let (Some(mover), Some(opponent)) =
                    (layout().arrangements[mover], layout().arrangements[opponent])
            {
                page.cells[row].0[lane] = BIAS.wrapping_sub(value(mover, opponent) as u8);
                page.positions += 1;
            }
        }
    }
    page
}

/// The blocks that have pages: that of the set-up, the first and the last.
fn blocks() -> [usize; 3] {
    let of_set_up = layout().slot(Arrangement::SETUP).unwrap() / crate::cells::LANES;
    [0, of_set_up, layout().blocks() - 1]
}

/// A table with the pages of three blocks.
fn good() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let mut lessons = Lessons::default();
        for advance in (0..GROUPS).step_by(7) {
            let shape = Shape::new(blocks()[1] * crate::cells::LANES, advance);
            lessons.add(&shape, &page(blocks()[1], advance).quarter(0));
        }
        let model = lessons.model();
        let mut bytes = Vec::new();
        let mut writer = Writer::new(Cursor::new(&mut bytes)).unwrap();
        for block in 0..layout().blocks() {
            let packed = if blocks().contains(&block) {
                Packed::new(&model, block, |advance| Ok(page(block, advance))).unwrap()
            } else {
                let payloads = vec![Vec::new(); QUARTERS * GROUPS];
                Packed { block, positions: 0, payloads, digests: vec![0; GROUPS] }
            };
            writer.add(packed).unwrap();
        }
        let header = Header {
            content: Content::Values,
            form: Form::Dense,
            rules: RULES,
            counts: Counts { positions: 1, ended: 2, without_opening: 3, stuck: 4 },
            values_hash: published_hash(&RULES).unwrap(),
            pages_offset: 0,
            index_offset: 0,
            index_bytes: 0,
            file_bytes: 0,
            index_checksum: 0,
        };
        writer.finish(&model, &header).unwrap();
        drop(writer);
        bytes
    })
}

fn open(bytes: Vec<u8>) -> Result<Table, TableError> {
    Table::read(bytes, &RULES)
}

fn number(at: usize) -> usize {
    u64::from_le_bytes(good()[at..at + 8].try_into().unwrap()) as usize
}

#[test]
fn every_value_comes_back() {
    let table = open(good().to_vec()).unwrap();
    table.check().unwrap();
    for block in blocks() {
        for advance in 0..GROUPS {
            let expected = page(block, advance);
            let found = Block::read(&table, block, advance).unwrap();
            assert_eq!(found.positions, expected.positions);
            assert!(Cells::bytes(&found.cells) == Cells::bytes(&expected.cells), "{block}, {advance}");
        }
    }
}

#[test]
fn single_values_and_many_are_the_same() {
    let table = open(good().to_vec()).unwrap();
    let movers = crate::layout::slots_of(blocks()[1]);
    let opponents = (0..layout().slots()).step_by(97);
    let positions: Vec<Position> = opponents
        .flat_map(|opponent| movers.clone().map(move |mover| (mover, opponent)))
        .filter_map(|(mover, opponent)| layout().position(mover, opponent, linja::Side::Red))
        .collect();
    let expected: Vec<Margin> = positions
        .iter()
        .map(|position| {
            let (mover, opponent) = Arrangement::of(position);
            Margin(value(mover, opponent))
        })
        .collect();
    assert_eq!(table.values(&positions).unwrap(), expected);
    for (position, expected) in positions.iter().zip(expected).step_by(13) {
        assert_eq!(table.value(position).unwrap(), expected, "{position}");
    }
}

#[test]
fn the_pages_of_a_mover_lie_together() {
    let table = open(good().to_vec()).unwrap();
    let record = layout().slot(Arrangement::SETUP).unwrap() / MOVERS;
    let mut next = None;
    for advance in 0..GROUPS {
        let entry = table.dense_index().unwrap().entry(record, advance).unwrap();
        assert!(next.is_none_or(|next| next == entry.offset));
        next = Some(entry.offset + u64::from(entry.length));
    }
}

/// As for readers without the dense form.
#[test]
fn tables_in_parts_name_the_codec_that_they_do_not_know() {
    let parts = Arc::new(Parts::new(good().len() as u64));
    parts.put(0, good()[..HEADER_BYTES].to_vec());
    assert!(matches!(Table::in_parts(&parts, &RULES), Err(TableError::Codec { found: 3 })));
}

#[test]
fn any_flipped_byte_is_found() {
    let index = number(64);
    let header = 0..HEADER_BYTES;
    let pages = (HEADER_BYTES..index).step_by(index / 20);
    let rest = (index..good().len()).step_by((good().len() - index) / 50);
    for place in header.chain(pages).chain(rest) {
        let mut bytes = good().to_vec();
        bytes[place] ^= 0x10;
        assert!(open(bytes).and_then(|table| table.check()).is_err(), "byte {place}");
    }
}

#[test]
fn cut_and_longer_tables_are_refused() {
    let index = number(64);
    for length in [0, 255, 256, index, index + 526, good().len() - 1] {
        assert!(open(good()[..length].to_vec()).is_err(), "{length} bytes");
    }
    assert!(matches!(open([good(), &[0]].concat()), Err(TableError::Length { .. })));
}

/// Sets a number in the header and makes its checksum right.
fn with_number(at: usize, number: u64) -> Vec<u8> {
    let mut bytes = good().to_vec();
    bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
    let checksum = xxh3_64(&bytes[..248]);
    bytes[248..256].copy_from_slice(&checksum.to_le_bytes());
    bytes
}

#[test]
fn an_index_that_contradicts_the_file_is_refused() {
    let refused = |bytes| matches!(open(bytes), Err(TableError::Damaged(Part::Index)));
    for bytes in [0, 1, number(72) as u64 - 1, u64::MAX, 1 << 40] {
        assert!(refused(with_number(72, bytes)), "an index of {bytes} bytes");
    }
    for offset in [0, number(64) as u64 + 1, u64::MAX] {
        assert!(refused(with_number(64, offset)), "an index at {offset}");
    }
}

#[test]
fn forged_pages_are_errors_or_values_and_never_stop_the_program() {
    let table = open(good().to_vec()).unwrap();
    let model = &table.dense_index().unwrap().model;
    let mut state = 7_u64;
    for advance in (0..GROUPS).step_by(3) {
        let shape = Shape::new(blocks()[1] * crate::cells::LANES, advance);
        for length in [0, 1, 3, 4, 5, 100, 2_000] {
            let payload: Vec<u8> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 56) as u8
                })
                .collect();
            if let Ok(rows) = dense::unpack(&shape, model, &payload) {
                assert!(rows.iter().flatten().all(|&cell| cell == 0 || (8..=248).contains(&cell)));
            }
        }
    }
}
