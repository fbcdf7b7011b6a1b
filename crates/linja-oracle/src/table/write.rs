//! Writing a table file: under a temporary name, synced, then renamed.

use std::error::Error;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use linja::RuleSet;

use super::TableError;
use super::header::{Content, Header};
use super::writer::TableWriter;
use crate::codec::Codec;
use crate::counts::Counts;
use crate::progress::Observer;
use crate::published::published_hash;
use crate::solve::{Options, SolveError, solve, solve_distances};

/// Why no table was written.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteError {
    /// Solving failed or was interrupted.
    Solve(SolveError),
    /// Another solver is writing this table.
    Busy(PathBuf),
    /// The file can't be written.
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The table to pack can't be read.
    Read(TableError),
    /// The solved values are not the published ones: a fault of the machine, or of a changed program.
    Wrong {
        /// The hash of the solved values.
        found: u128,
        /// The hash of the published values.
        published: u128,
    },
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WriteError::Solve(error) => error.fmt(f),
            WriteError::Busy(path) => write!(f, "another solver is writing {}", path.display()),
            WriteError::Io { path, .. } => write!(f, "{} can't be written", path.display()),
            WriteError::Read(error) => error.fmt(f),
            WriteError::Wrong { found, published } => {
                write!(f, "the solved values have the hash {found:032x}, not the published {published:032x}")
            }
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            WriteError::Solve(error) => error.source(),
            WriteError::Io { error, .. } => Some(error),
            WriteError::Read(error) => error.source(),
            WriteError::Busy(_) | WriteError::Wrong { .. } => None,
        }
    }
}

/// Solves a rule set into a table file. The file appears complete or not at all.
///
/// # Errors
/// If solving or writing fails, if another solver writes the same table, or if the values are not the published ones.
pub fn solve_to_file(
    rules: &RuleSet,
    options: &Options,
    observer: &dyn Observer,
    path: &Path,
) -> Result<Header, WriteError> {
    write_file(path, Content::Values, rules, options.codec, |writer| solve(rules, options, observer, writer))
}

/// As [`solve_to_file`], with the number of turns up to the end of the game instead of values, down to the layer `last`.
pub(crate) fn solve_distances_to_file(
    rules: &RuleSet,
    options: &Options,
    last: usize,
    observer: &dyn Observer,
    path: &Path,
) -> Result<Header, WriteError> {
    write_file(path, Content::Distances, rules, options.codec, |writer| {
        solve_distances(rules, options, last, observer, writer)
    })
}

/// Pages are small.
const BUFFER: usize = 1 << 20;

type FileWriter<'f> = TableWriter<BufWriter<&'f File>>;

fn write_file(
    path: &Path,
    content: Content,
    rules: &RuleSet,
    codec: Codec,
    solve: impl FnOnce(&mut FileWriter) -> Result<Counts, SolveError>,
) -> Result<Header, WriteError> {
    replace_file(path, |file, partial| {
        let header = solve_into(content, rules, codec, file, solve).map_err(|error| match error {
            SolveError::Sink(error) => WriteError::Io { path: partial.to_path_buf(), error },
            error => WriteError::Solve(error),
        })?;
        let published = published_hash(rules).filter(|&published| published != header.values_hash);
        match published.filter(|_| content == Content::Values) {
            Some(published) => Err(WriteError::Wrong { found: header.values_hash, published }),
            None => Ok(header),
        }
    })
}

/// Puts what `write` writes into a temporary file in the place of a table. The file appears complete or not at all.
pub(super) fn replace_file(
    path: &Path,
    write: impl FnOnce(&File, &Path) -> Result<Header, WriteError>,
) -> Result<Header, WriteError> {
    let partial = path.with_extension("partial");
    let io = |error| WriteError::Io { path: partial.clone(), error };
    let file = open_locked(&partial)?;
    let renamed = write(&file, &partial).and_then(|header| {
        file.sync_all().map_err(io)?;
        std::fs::rename(&partial, path).map_err(io)?;
        sync_directory(path).map_err(io)?;
        Ok(header)
    });
    if renamed.is_err() {
        // Best effort: the caller gets the error that led here.
        let _ = std::fs::remove_file(&partial);
    }
    renamed
}

/// Opens and locks the temporary file; empties one that a killed solver left.
fn open_locked(partial: &Path) -> Result<File, WriteError> {
    let io = |error| WriteError::Io { path: partial.to_path_buf(), error };
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
        Err(TryLockError::Error(error)) => Err(WriteError::Io { path: partial.to_path_buf(), error }),
    }
}

/// Whether the path still names this file.
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

/// On other systems an open file can't be renamed.
#[cfg(not(unix))]
fn is_still(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

/// Removes the temporary file that a killed solver left beside a table, unless a running solver holds it.
pub(crate) fn remove_leftover(path: &Path) {
    let partial = path.with_extension("partial");
    if let Ok(file) = OpenOptions::new().write(true).open(&partial)
        && lock(&file, &partial).is_ok()
        && is_still(&file, &partial).unwrap_or(false)
    {
        // Best effort: a file that stays only takes up space.
        let _ = std::fs::remove_file(&partial);
    }
}

fn solve_into(
    content: Content,
    rules: &RuleSet,
    codec: Codec,
    file: &File,
    solve: impl FnOnce(&mut FileWriter) -> Result<Counts, SolveError>,
) -> Result<Header, SolveError> {
    let mut writer =
        TableWriter::new(BufWriter::with_capacity(BUFFER, file), codec).map_err(SolveError::Sink)?;
    let counts = solve(&mut writer)?;
    writer.finish(content, rules, counts).map_err(SolveError::Sink)
}

/// Makes the rename durable.
fn sync_directory(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(directory) if cfg!(unix) && directory != Path::new("") => File::open(directory)?.sync_all(),
        _ => Ok(()),
    }
}
