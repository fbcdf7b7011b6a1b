//! The formats of `linja export`. `docs/data.md` describes them.

mod sample;

use std::io::Write as _;
use std::str::FromStr;

use linja_api::ExportedPosition;

pub(crate) use sample::sample;

/// A format of a data set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Csv,
    Jsonl,
    Npy,
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Format, String> {
        match text {
            "csv" => Ok(Format::Csv),
            "jsonl" => Ok(Format::Jsonl),
            "npy" => Ok(Format::Npy),
            _ => Err("use csv, jsonl or npy".into()),
        }
    }
}

/// The records of an array of `NumPy`; the columns follow each other without gaps, numbers are little-endian.
const NPY_COLUMNS: &str = "[('mover', '|u1', (8,)), ('opponent', '|u1', (8,)), ('advance', '|u1'), ('lead', '|i1'), \
     ('value', '|i1'), ('turns', '<u2'), ('best_turns', '<u2'), ('best_turn', '|S12')]";
/// The length of the longest turn without blanks, such as `abce/bcdh+gh`.
const LONGEST_TURN: usize = 12;

impl Format {
    /// What stands before the rows.
    pub(crate) fn head(self, rows: u64) -> Vec<u8> {
        match self {
            Format::Csv => {
                let counts = |side: &str| (0..8).map(|row| format!("{side}_{row},")).collect::<String>();
                let (mover, opponent) = (counts("mover"), counts("opponent"));
                format!("position,{mover}{opponent}advance,lead,value,turns,best_turns,best_turn\n")
                    .into_bytes()
            }
            Format::Jsonl => Vec::new(),
            Format::Npy => npy_head(rows),
        }
    }

    /// Appends a row.
    pub(crate) fn row(self, row: &ExportedPosition, bytes: &mut Vec<u8>) -> std::io::Result<()> {
        match self {
            Format::Csv => csv_row(row, bytes),
            Format::Jsonl => {
                serde_json::to_writer(&mut *bytes, row)?;
                bytes.push(b'\n');
                Ok(())
            }
            Format::Npy => {
                npy_row(row, bytes);
                Ok(())
            }
        }
    }
}

fn csv_row(row: &ExportedPosition, bytes: &mut Vec<u8>) -> std::io::Result<()> {
    write!(bytes, "{}", row.position)?;
    for count in row.mover.iter().chain(&row.opponent) {
        write!(bytes, ",{count}")?;
    }
    let best = row.best_turn.as_deref().unwrap_or_default();
    let ExportedPosition { advance, lead, value, turns, best_turns, .. } = row;
    writeln!(bytes, ",{advance},{lead},{value},{turns},{best_turns},{best}")
}

/// The header of version 1.0 of the format: its length, a multiple of 64 with what precedes it, and a Python literal.
fn npy_head(rows: u64) -> Vec<u8> {
    let mut literal =
        format!("{{'descr': {NPY_COLUMNS}, 'fortran_order': False, 'shape': ({rows},), }}").into_bytes();
    let before = NPY_MAGIC.len() + size_of::<u16>();
    literal.resize((before + literal.len() + 1).next_multiple_of(64) - before - 1, b' ');
    literal.push(b'\n');
    [NPY_MAGIC, &(literal.len() as u16).to_le_bytes(), &literal].concat()
}

const NPY_MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

fn npy_row(row: &ExportedPosition, bytes: &mut Vec<u8>) {
    bytes.extend(row.mover);
    bytes.extend(row.opponent);
    bytes.extend([row.advance, row.lead.cast_unsigned(), row.value.cast_unsigned()]);
    bytes.extend(row.turns.to_le_bytes());
    bytes.extend(row.best_turns.to_le_bytes());
    let mut turn = [0; LONGEST_TURN];
    for (place, letter) in turn.iter_mut().zip(row.best_turn.iter().flat_map(|turn| turn.bytes())) {
        *place = letter;
    }
    bytes.extend(turn);
}
