//! The file of a backup: compressed by gzip, one JSON value per line.
//!
//! ```text
//! header    an object: see `Header`
//! rows      arrays, in the order of the tables and columns in the header
//! end       {"rows": …, "blake3": "…"}: the hash of all bytes before this line
//! ```

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};

use super::{Observer, UpkeepError, report};

/// The version of the format.
pub(super) const FORMAT: u32 = 1;
/// A longer line is damage: a game has far smaller events.
const LONGEST_LINE: u64 = 64 << 20;
/// Rows between two reports of progress.
const BETWEEN_REPORTS: u64 = 10_000;

/// The first line of a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format. Its name marks the file as a backup.
    pub linja_backup: u32,
    /// The version of the program that wrote it.
    pub program: String,
    /// The version of the database's schema.
    pub schema: i64,
    /// When it was made, in milliseconds since 1970.
    pub taken_at: u64,
    /// The tables, in the order of their rows.
    pub tables: Vec<TableHead>,
}

/// A table in a backup.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableHead {
    /// The name.
    pub name: String,
    /// The columns, in the order of their values.
    pub columns: Vec<String>,
    /// The number of rows.
    pub rows: u64,
}

/// The last line of a backup.
#[derive(Debug, Serialize, Deserialize)]
struct End {
    rows: u64,
    blake3: String,
}

/// The part of the header that every format has.
#[derive(Deserialize)]
struct Format {
    linja_backup: u32,
}

impl Header {
    /// The number of rows of all tables.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.tables.iter().map(|table| table.rows).sum()
    }
}

/// Writes a backup.
pub(super) struct Writer<'a> {
    out: GzEncoder<BufWriter<&'a File>>,
    hash: blake3::Hasher,
    rows: u64,
}

impl<'a> Writer<'a> {
    pub(super) fn new(file: &'a File, header: &Header) -> io::Result<Writer<'a>> {
        let out = GzEncoder::new(BufWriter::new(file), Compression::fast());
        let mut writer = Writer { out, hash: blake3::Hasher::new(), rows: 0 };
        writer.line(&serde_json::to_string(header)?)?;
        Ok(writer)
    }

    pub(super) fn row(&mut self, row: &str) -> io::Result<()> {
        self.rows += 1;
        // PostgreSQL keeps line breaks between the values; JSON strings hold none.
        if row.contains('\n') { self.line(&row.replace('\n', " ")) } else { self.line(row) }
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        for bytes in [line.as_bytes(), b"\n"] {
            self.hash.update(bytes);
            self.out.write_all(bytes)?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<()> {
        let end = End { rows: self.rows, blake3: self.hash.finalize().to_string() };
        self.line(&serde_json::to_string(&end)?)?;
        self.out.finish()?.flush()
    }
}

/// Reads a backup, and compares counts and hash at its end.
pub(super) struct Reader {
    lines: BufReader<GzDecoder<BufReader<File>>>,
    hash: blake3::Hasher,
    path: PathBuf,
    pub(super) header: Header,
    rows: u64,
}

impl Reader {
    pub(super) fn open(path: &Path) -> Result<Reader, UpkeepError> {
        let bad = |why: &str| UpkeepError::BadBackup { path: path.to_path_buf(), why: why.into() };
        let file = File::open(path).map_err(|error| UpkeepError::File { path: path.to_path_buf(), error })?;
        let header = Header {
            linja_backup: FORMAT,
            program: String::new(),
            schema: 0,
            taken_at: 0,
            tables: Vec::new(),
        };
        let lines = BufReader::new(GzDecoder::new(BufReader::new(file)));
        let hash = blake3::Hasher::new();
        let mut reader = Reader { lines, hash, path: path.to_path_buf(), header, rows: 0 };
        let no_backup = "it is not a backup made by linja backup";
        let first = reader.line().map_err(|error| match error {
            UpkeepError::BadBackup { .. } => bad(no_backup),
            error => error,
        })?;
        let Format { linja_backup } = serde_json::from_str(&first).map_err(|_| bad(no_backup))?;
        if linja_backup != FORMAT {
            let why = format!("it has format {linja_backup}, and this program knows format {FORMAT}");
            return Err(bad(&why));
        }
        reader.header =
            serde_json::from_str(&first).map_err(|error| bad(&format!("its header is damaged: {error}")))?;
        Ok(reader)
    }

    /// The next row; `None` after the last one, if everything is as it was written.
    pub(super) fn row(&mut self) -> Result<Option<String>, UpkeepError> {
        if self.rows < self.header.rows() {
            self.rows += 1;
            return self.line().map(Some);
        }
        let hash = self.hash.finalize();
        let end = self.line()?;
        let end: End =
            serde_json::from_str(&end).map_err(|_| self.bad("it has more rows than its header says"))?;
        if end.rows != self.rows || end.blake3 != hash.to_string() {
            return Err(self.bad("its checksum does not match: it is damaged"));
        }
        let mut rest = Vec::new();
        match self.lines.by_ref().take(1).read_to_end(&mut rest) {
            Ok(0) => Ok(None),
            Ok(_) => Err(self.bad("it goes on after its end")),
            Err(error) => Err(self.unreadable(&error)),
        }
    }

    fn line(&mut self) -> Result<String, UpkeepError> {
        let mut line = Vec::new();
        if let Err(error) = self.lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            return Err(self.unreadable(&error));
        }
        if line.last() != Some(&b'\n') {
            return Err(self.bad("it is cut off"));
        }
        self.hash.update(&line);
        line.pop();
        String::from_utf8(line).map_err(|_| self.bad("it is damaged: not UTF-8"))
    }

    fn unreadable(&self, error: &io::Error) -> UpkeepError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.bad("it is cut off"),
            _ => self.bad(&format!("it is damaged: {error}")),
        }
    }

    pub(super) fn bad(&self, why: &str) -> UpkeepError {
        UpkeepError::BadBackup { path: self.path.clone(), why: why.into() }
    }
}

/// Reads a whole backup and compares its counts and its hash.
///
/// # Errors
/// If the file is no backup, or a damaged one.
pub fn inspect(path: &Path, mut observer: Observer<'_>) -> Result<Header, UpkeepError> {
    let mut reader = Reader::open(path)?;
    let (header, mut done) = (reader.header.clone(), 0_u64);
    let widths = header.tables.iter().flat_map(|table| {
        std::iter::repeat_n(table.columns.len(), usize::try_from(table.rows).unwrap_or(usize::MAX))
    });
    for width in widths {
        let Some(row) = reader.row()? else { break };
        let values: Result<Vec<serde_json::Value>, _> = serde_json::from_str(&row);
        if values.map_or(0, |values| values.len()) != width {
            return Err(reader.bad(&format!("its row {} is damaged", done + 1)));
        }
        done += 1;
        if done.is_multiple_of(BETWEEN_REPORTS) {
            report(&mut observer, done, header.rows())?;
        }
    }
    // Compares the counts and the hash.
    reader.row()?;
    report(&mut observer, done, header.rows())?;
    Ok(header)
}
