//! Writing a table: under a temporary name, synced, then renamed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::{xxh3_64, xxh3_128};

use super::header::{ENTRY_BYTES, Entry, HEADER_BYTES, Header};
use crate::layout::Layout;
use crate::page::PackedPage;
use crate::solve::{Counts, Options, Progress, Sink, SolveError, solve};
use linja::RuleSet;

/// Why no table was written.
#[derive(Debug)]
pub enum WriteError {
    /// Solving failed or was interrupted.
    Solve(SolveError),
    /// Another solver is writing this table.
    Busy(PathBuf),
    /// The file can't be written.
    Io(PathBuf, io::Error),
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WriteError::Solve(error) => error.fmt(f),
            WriteError::Busy(path) => write!(f, "another solver is writing {}", path.display()),
            WriteError::Io(path, _) => write!(f, "{} can't be written", path.display()),
        }
    }
}

impl std::error::Error for WriteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            WriteError::Solve(error) => std::error::Error::source(error),
            WriteError::Busy(_) => None,
            WriteError::Io(_, error) => Some(error),
        }
    }
}

/// Solves a rule set into a table file. The file appears complete or not at all.
///
/// # Errors
/// If solving or writing fails, or another solver writes the same table.
pub fn solve_to_file(
    rules: &RuleSet,
    options: &Options,
    progress: &dyn Progress,
    path: &Path,
) -> Result<Header, WriteError> {
    let partial = path.with_extension("partial");
    let io = |error| WriteError::Io(partial.clone(), error);
    let file = open_locked(&partial)?;
    let written = solve_into(rules, options, progress, &file).map_err(|error| match error {
        SolveError::Sink(error) => io(error),
        error => WriteError::Solve(error),
    });
    let renamed = written.and_then(|header| {
        std::fs::rename(&partial, path).map_err(io)?;
        sync_directory(path).map_err(io)?;
        Ok(header)
    });
    if renamed.is_err() {
        // Best effort: the error that led here is the one to tell.
        let _ = std::fs::remove_file(&partial);
    }
    renamed
}

/// Opens the temporary file for this process alone; one that a killed solver left is emptied.
fn open_locked(partial: &Path) -> Result<File, WriteError> {
    let io = |error| WriteError::Io(partial.to_path_buf(), error);
    loop {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(partial).map_err(io)?;
        lock(&file, partial)?;
        // Between opening and locking, the solver that held the lock may have renamed the file to a finished table.
        if is_still(&file, partial).map_err(io)? {
            file.set_len(0).map_err(io)?;
            return Ok(file);
        }
    }
}

fn lock(file: &File, partial: &Path) -> Result<(), WriteError> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => Err(WriteError::Busy(partial.to_path_buf())),
        Err(TryLockError::Error(error)) => Err(WriteError::Io(partial.to_path_buf(), error)),
    }
}

/// The name still means this file.
#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let opened = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(named) => Ok((opened.dev(), opened.ino()) == (named.dev(), named.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Elsewhere an open file can't be renamed under our hands.
#[cfg(not(unix))]
fn is_still(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

/// Removes the temporary file that a killed solver left beside a table, unless a solver is at work on it.
pub(crate) fn remove_leftover(path: &Path) {
    let partial = path.with_extension("partial");
    if let Ok(file) = OpenOptions::new().write(true).open(&partial)
        && lock(&file, &partial).is_ok()
        && is_still(&file, &partial).unwrap_or(false)
    {
        // It only takes up room: that it can't be removed is no reason to fail.
        let _ = std::fs::remove_file(&partial);
    }
}

fn solve_into(
    rules: &RuleSet,
    options: &Options,
    progress: &dyn Progress,
    file: &File,
) -> Result<Header, SolveError> {
    let mut writer = TableWriter::new(BufWriter::with_capacity(1 << 20, file)).map_err(SolveError::Sink)?;
    let counts = solve(rules, options, progress, &mut writer)?;
    let header = writer.finish(rules, counts).map_err(SolveError::Sink)?;
    file.sync_all().map_err(SolveError::Sink)?;
    Ok(header)
}

/// Makes the renaming itself durable.
fn sync_directory(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(directory) if cfg!(unix) && directory != Path::new("") => File::open(directory)?.sync_all(),
        _ => Ok(()),
    }
}

/// Writes a table, page by page, into anything that can go back to its start.
struct TableWriter<W> {
    out: W,
    offset: u64,
    entries: Vec<Entry>,
    digests: Vec<u64>,
}

impl<W: Write + Seek> TableWriter<W> {
    fn new(mut out: W) -> io::Result<TableWriter<W>> {
        let pages = Layout::new().pages();
        out.write_all(&[0; HEADER_BYTES])?;
        let (entries, digests) = (vec![Entry::default(); pages], vec![0; pages]);
        Ok(TableWriter { out, offset: HEADER_BYTES as u64, entries, digests })
    }

    /// Writes the index and the header.
    fn finish(mut self, rules: &RuleSet, counts: Counts) -> io::Result<Header> {
        let index: Vec<u8> = self.entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        let digests: Vec<u8> = self.digests.iter().flat_map(|digest| digest.to_le_bytes()).collect();
        debug_assert_eq!(index.len(), self.entries.len() * ENTRY_BYTES);
        let header = Header {
            rules: *rules,
            counts,
            values_hash: xxh3_128(&digests),
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
