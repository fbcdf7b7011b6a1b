//! Writing a table page by page, to a file or anything else.

use std::io::{self, Seek, SeekFrom, Write};

use linja::RuleSet;
use xxhash_rust::xxh3::xxh3_64;

use super::form::Form;
use super::header::{Content, ENTRY_BYTES, Entry, HEADER_BYTES, Header};
use crate::codec::Codec;
use crate::counts::Counts;
use crate::layout::layout;
use crate::pack::PackedPage;
use crate::published::hash_of;
use crate::solve::Sink;

/// Writes a table page by page. The header comes last: without it, what was written is no table.
pub(super) struct TableWriter<W> {
    out: W,
    codec: Codec,
    offset: u64,
    entries: Vec<Entry>,
    digests: Vec<u64>,
}

impl<W: Write + Seek> TableWriter<W> {
    pub fn new(mut out: W, codec: Codec) -> io::Result<TableWriter<W>> {
        let pages = layout().pages();
        out.write_all(&[0; HEADER_BYTES])?;
        let (entries, digests) = (vec![Entry::default(); pages], vec![0; pages]);
        Ok(TableWriter { out, codec, offset: HEADER_BYTES as u64, entries, digests })
    }

    /// Writes the index and the header.
    pub fn finish(mut self, content: Content, rules: &RuleSet, counts: Counts) -> io::Result<Header> {
        let index: Vec<u8> = self.entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        debug_assert_eq!(index.len(), self.entries.len() * ENTRY_BYTES);
        let header = Header {
            content,
            form: Form::Plain(self.codec),
            rules: *rules,
            counts,
            values_hash: hash_of(&self.digests),
            pages_offset: HEADER_BYTES as u64,
            index_offset: self.offset,
            index_bytes: index.len() as u64,
            file_bytes: self.offset + index.len() as u64,
            index_checksum: xxh3_64(&index),
        };
        self.out.write_all(&index)?;
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes())?;
        self.out.flush()?;
        Ok(header)
    }
}

impl<W: Write + Seek> Sink for TableWriter<W> {
    fn page(&mut self, page: PackedPage<'_>) -> io::Result<()> {
        self.out.write_all(page.payload)?;
        let length = page.payload.len() as u32;
        self.entries[page.number] = Entry { offset: self.offset, length, checksum: page.checksum };
        self.digests[page.number] = page.digest;
        self.offset += u64::from(length);
        Ok(())
    }
}
