//! Writing a table in the dense form, from a table.

use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use xxhash_rust::xxh3::xxh3_64;

use super::dense::{record, sealed};
use super::form::Form;
use super::header::{HEADER_BYTES, Header};
use super::read::Table;
use super::write::{WriteError, replace_file};
use super::{Part, TableError};
use crate::arrangement::GROUPS;
use crate::cells::{BIAS, Cells};
use crate::dense::{self, Lessons, MOVERS, Model, QUARTERS, Shape};
use crate::layout::{ALL_POSITIONS, layout, page_number};
use crate::page::Digest;
use crate::progress::{Observer, Progress};
use crate::published::hash_of;
use crate::solve::SolveError;
use crate::threads::on_threads;

/// A model is learned from this many cells.
const LESSONS: usize = 4_000_000;
/// The pages that it is learned from are this far apart, around the whole table: a prime, so all are reached.
const STRIDE: usize = 104_729;
/// How many blocks each thread packs between two reports.
const BLOCKS: usize = 4;

/// Packs a table into a file in the dense form. The file appears complete or not at all. Reports after every few pages.
///
/// # Errors
/// If the table is damaged or the file can't be written, or if the observer stopped it ([`SolveError::Interrupted`]).
pub fn pack_to_file(
    table: &Table,
    threads: usize,
    observer: &dyn Observer,
    path: &Path,
) -> Result<Header, WriteError> {
    replace_file(path, |file, partial| {
        let io = |error| WriteError::Io { path: partial.to_path_buf(), error };
        let report = |positions| {
            let progress = Progress { positions, total: Some(ALL_POSITIONS), layer: None };
            let interrupted = || WriteError::Solve(SolveError::Interrupted);
            observer.report(progress).continue_value().ok_or_else(interrupted)
        };
        report(0)?;
        let model = learn(table).map_err(WriteError::Read)?;
        let mut writer = Writer::new(BufWriter::with_capacity(1 << 20, file)).map_err(io)?;
        let blocks: Vec<usize> = (0..layout().blocks()).collect();
        let mut positions = 0;
        for blocks in blocks.chunks(BLOCKS * threads.max(1)) {
            report(positions)?;
            for packed in pack_blocks(table, &model, blocks, threads).map_err(WriteError::Read)? {
                positions += packed.positions;
                writer.add(packed).map_err(io)?;
            }
        }
        report(positions)?;
        if hash_of(&writer.digests) != table.header().values_hash {
            return Err(WriteError::Read(TableError::Damaged(Part::Values)));
        }
        writer.finish(&model, table.header()).map_err(io)
    })
}

/// The cells of a page of 64 movers: as the sweep has them, and in quarters.
struct Block {
    cells: Vec<Cells>,
    positions: u64,
}

impl Block {
    fn read(table: &Table, block: usize, advance: usize) -> Result<Block, TableError> {
        let cells = vec![Cells::ZERO; layout().padded_group(advance).len()];
        let mut read = Block { cells, positions: 0 };
        table.page(block, advance)?.for_each(|row, lane, value| {
            read.cells[row].0[lane] = BIAS.wrapping_sub(value.0 as u8);
            read.positions += 1;
        })?;
        Ok(read)
    }

    fn quarter(&self, quarter: usize) -> Vec<dense::Row> {
        self.cells.iter().map(|row| row.0.as_chunks().0[quarter]).collect()
    }
}

/// The model of a table, from some of its pages.
fn learn(table: &Table) -> Result<Model, TableError> {
    let pages = layout().pages() * QUARTERS;
    let mut lessons = Lessons::default();
    for page in (0..pages).map(|number| number * STRIDE % pages) {
        if lessons.cells() >= LESSONS {
            break;
        }
        let (record, advance) = (page / GROUPS, page % GROUPS);
        let block = Block::read(table, record / QUARTERS, advance)?;
        lessons.add(&Shape::new(record * MOVERS, advance), &block.quarter(record % QUARTERS));
    }
    Ok(lessons.model())
}

/// A packed block of movers.
struct Packed {
    block: usize,
    positions: u64,
    /// By quarter, then by advance.
    payloads: Vec<Vec<u8>>,
    /// By advance.
    digests: Vec<u64>,
}

impl Packed {
    /// Packs the pages of a block, given by the advance of the opponents.
    fn new(
        model: &Model,
        block: usize,
        read: impl Fn(usize) -> Result<Block, TableError>,
    ) -> Result<Packed, TableError> {
        let payloads = vec![Vec::new(); QUARTERS * GROUPS];
        let mut packed = Packed { block, positions: 0, payloads, digests: Vec::with_capacity(GROUPS) };
        for advance in 0..GROUPS {
            let page = read(advance)?;
            packed.positions += page.positions;
            packed.digests.push(Digest::of(&[&page.cells]));
            for quarter in 0..QUARTERS {
                let shape = Shape::new((block * QUARTERS + quarter) * MOVERS, advance);
                let payload = &mut packed.payloads[quarter * GROUPS + advance];
                *payload = dense::pack(&shape, model, &page.quarter(quarter));
            }
        }
        Ok(packed)
    }
}

fn pack_blocks(
    table: &Table,
    model: &Model,
    blocks: &[usize],
    threads: usize,
) -> Result<Vec<Packed>, TableError> {
    let next = AtomicUsize::new(0);
    let packed = Mutex::new(Vec::new());
    let work = || -> Result<(), TableError> {
        while let Some(&block) = blocks.get(next.fetch_add(1, Ordering::Relaxed)) {
            let one = Packed::new(model, block, |advance| Block::read(table, block, advance))?;
            packed.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push(one);
        }
        Ok(())
    };
    on_threads(threads, work).into_iter().collect::<Result<(), _>>()?;
    let mut packed = packed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    packed.sort_unstable_by_key(|packed: &Packed| packed.block);
    Ok(packed)
}

struct Writer<W> {
    out: W,
    offset: u64,
    index: Vec<u8>,
    digests: Vec<u64>,
}

impl<W: Write + Seek> Writer<W> {
    fn new(mut out: W) -> io::Result<Writer<W>> {
        out.write_all(&[0; HEADER_BYTES])?;
        let digests = vec![0; layout().pages()];
        Ok(Writer { out, offset: HEADER_BYTES as u64, index: Vec::new(), digests })
    }

    fn add(&mut self, packed: Packed) -> io::Result<()> {
        for payloads in packed.payloads.chunks(GROUPS) {
            if payloads.iter().any(|payload| u16::try_from(payload.len()).is_err()) {
                return Err(io::Error::other("a page does not fit into the dense form"));
            }
            self.index.extend(record(self.offset, payloads));
            for payload in payloads {
                self.out.write_all(payload)?;
                self.offset += payload.len() as u64;
            }
        }
        for (advance, digest) in packed.digests.into_iter().enumerate() {
            self.digests[page_number(packed.block, advance)] = digest;
        }
        Ok(())
    }

    /// Writes the index, the model and the header.
    fn finish(&mut self, model: &Model, source: &Header) -> io::Result<Header> {
        self.index.extend(sealed(model.to_bytes()));
        let index_bytes = self.index.len() as u64;
        let header = Header {
            form: Form::Dense,
            pages_offset: HEADER_BYTES as u64,
            index_offset: self.offset,
            index_bytes,
            file_bytes: self.offset + index_bytes,
            index_checksum: xxh3_64(&self.index),
            ..*source
        };
        self.out.write_all(&self.index)?;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes())?;
        self.out.flush()?;
        Ok(header)
    }
}

#[cfg(test)]
mod tests;
