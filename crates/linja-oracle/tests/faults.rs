//! Table files: the bytes do not depend on the options, and every fault gives a clear error.

mod common;

use std::fs::{self, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use common::one_at_a_time;
use linja::{Position, RuleSet};
use linja_oracle::{
    Options, Oracle as _, Part, Progress, Silent, Simd, SolveError, Table, TableError, Tables, Values,
    WriteError, solve_to_file,
};
use linja_testing::folder;
use tempfile::TempDir;
use xxhash_rust::xxh3::xxh3_64;

const RULES: RuleSet = RuleSet::GEEKY;

/// Where the pages begin, and where the index of the pages begins, counted from the end.
const HEADER: u64 = 256;
const INDEX: u64 = 1_290_000;

/// The bytes of one good table, solved once.
fn good() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = folder();
        let path = folder.path().join("good.linja");
        solve_to_file(&RULES, &Options::default(), &Silent, &path).expect("solving works");
        assert!(!folder.path().join("good.partial").exists());
        fs::read(path).expect("a file")
    })
}

fn open(path: &Path) -> Result<Table, TableError> {
    Table::open(path, &RULES)
}

/// Opens a table with these bytes.
fn open_bytes(folder: &TempDir, bytes: &[u8]) -> Result<Table, TableError> {
    let path = folder.path().join("bytes.linja");
    fs::write(&path, bytes).expect("a file");
    open(&path)
}

fn options(threads: usize, simd: Simd) -> Options {
    Options { threads, simd, ..Options::default() }
}

#[test]
fn bytes_do_not_depend_on_threads_or_vectors_or_the_run() {
    let _busy = one_at_a_time();
    let folder = folder();
    let path = folder.path().join("t.linja");
    let mut all = vec![options(2, Simd::BASELINE), options(3, Simd::detect())];
    if linja_testing::is_sweep() {
        all.extend([1, 2].map(|threads| options(threads, Simd::detect())));
    }
    for options in all {
        solve_to_file(&RULES, &options, &Silent, &path).expect("solving works");
        assert!(fs::read(&path).expect("a file") == good(), "{options:?}");
    }
}

#[test]
fn any_flipped_byte_is_found() {
    let _busy = one_at_a_time();
    let folder = folder();
    let path = folder.path().join("t.linja");
    fs::write(&path, good()).expect("a file");
    let mut file = OpenOptions::new().read(true).write(true).open(&path).expect("a file");
    let length = good().len() as u64;
    // Each flip reads the whole table.
    let parts = if linja_testing::is_sweep() { 200 } else { 20 };
    let in_index = (length - INDEX..length).step_by(INDEX as usize / parts);
    let anywhere = (HEADER..length).step_by(length as usize / parts);
    for place in (0..HEADER).chain(in_index).chain(anywhere) {
        flip(&mut file, place);
        assert!(open(&path).and_then(|table| table.check()).is_err(), "byte {place}");
        flip(&mut file, place);
    }
    open(&path).expect("good again").check().expect("good again");
}

fn flip(file: &mut fs::File, place: u64) {
    let mut byte = [0];
    file.seek(SeekFrom::Start(place)).expect("a place");
    file.read_exact(&mut byte).expect("a byte");
    file.seek(SeekFrom::Start(place)).expect("a place");
    file.write_all(&[byte[0] ^ 0x10]).expect("a byte");
}

#[test]
fn damaged_page_is_an_error_when_it_is_read() {
    let _busy = one_at_a_time();
    let folder = folder();
    let mut bytes = good().to_vec();
    let pages = HEADER as usize..bytes.len() - INDEX as usize - 10_000;
    bytes[pages].iter_mut().for_each(|byte| *byte ^= 1);
    let table = open_bytes(&folder, &bytes).expect("header and index are good");
    let start = Position::default();
    assert!(matches!(table.value(&start), Err(TableError::Damaged(Part::Page))));
    assert!(matches!(table.turns(&start), Err(TableError::Damaged(Part::Page))));
    assert!(matches!(table.line(&start), Err(TableError::Damaged(Part::Page))));
    assert!(matches!(Values::load(&table, 2), Err(TableError::Damaged(Part::Page))));
}

/// A table that was opened and probed once, and whose pages were not all read.
fn table_in_use(folder: &TempDir) -> (Table, std::path::PathBuf) {
    let path = folder.path().join("used.linja");
    fs::write(&path, good()).expect("a file");
    let table = open(&path).expect("a good table");
    table.value(&Position::default()).expect("a good table");
    (table, path)
}

#[test]
fn table_truncated_while_in_use_is_an_error() {
    let _busy = one_at_a_time();
    let folder = folder();
    let (table, path) = table_in_use(&folder);
    OpenOptions::new().write(true).open(&path).expect("a file").set_len(1_000).expect("truncated");
    let expected = good().len() as u64;
    let is_length = |error: &TableError| matches!(error, TableError::Length { found: 1_000, expected: e } if *e == expected);
    assert!(table.check().is_err_and(|error| is_length(&error)));
    assert!(table.line(&Position::default()).is_err_and(|error| is_length(&error)));
    assert!(Values::load(&table, 2).is_err_and(|error| is_length(&error)));
}

#[test]
fn table_overwritten_while_in_use_is_an_error() {
    let _busy = one_at_a_time();
    let folder = folder();
    let (table, path) = table_in_use(&folder);
    // Overwrite in place: same file and length, other bytes.
    let mut file = OpenOptions::new().write(true).open(&path).expect("a file");
    file.write_all(&vec![7; good().len()]).expect("overwritten");
    let is_damage = |error: &TableError| matches!(error, TableError::Damaged(Part::Page));
    assert!(table.check().is_err_and(|error| is_damage(&error)));
    assert!(table.line(&Position::default()).is_err_and(|error| is_damage(&error)));
    assert!(table.positions().next().is_some_and(|entry| entry.is_err()));
    assert!(matches!(open(&path), Err(TableError::NotATable)));
}

#[test]
fn table_can_be_read_from_memory() {
    let _busy = one_at_a_time();
    let table = Table::read(good().to_vec(), &RULES).expect("a good table");
    assert_eq!(table.value(&Position::default()).expect("a good table").0, 2);
}

/// Recomputes the checksum of the header.
fn seal(bytes: &mut [u8]) {
    let checksum = xxh3_64(&bytes[..248]);
    bytes[248..256].copy_from_slice(&checksum.to_le_bytes());
}

/// The bytes of a good table, with another hash of all values in the header.
fn with_hash(hash: u128) -> Vec<u8> {
    let mut bytes = good().to_vec();
    bytes[48..64].copy_from_slice(&hash.to_le_bytes());
    seal(&mut bytes);
    bytes
}

/// The same table as version 1 of the format had it: a header of 128 bytes with the id alone.
fn of_version_1() -> Vec<u8> {
    const OLD_HEADER: u64 = 128;
    let good = good();
    let number = |at: usize| u64::from_le_bytes(good[at..at + 8].try_into().expect("eight bytes"));
    let (index, moved) = (number(64) as usize, HEADER - OLD_HEADER);
    let mut entries = good[index..].to_vec();
    for entry in entries.as_chunks_mut::<20>().0 {
        let offset = u64::from_le_bytes(entry[..8].try_into().expect("eight bytes"));
        entry[..8].copy_from_slice(&(offset - moved).to_le_bytes());
    }
    let mut header = good[..96].to_vec();
    header[8..16].copy_from_slice(&1_u64.to_le_bytes());
    header[64..72].copy_from_slice(&(number(64) - moved).to_le_bytes());
    header[80..88].copy_from_slice(&(number(80) - moved).to_le_bytes());
    header[88..96].copy_from_slice(&xxh3_64(&entries).to_le_bytes());
    header.extend(b"geeky");
    header.resize(120, 0);
    header.extend(xxh3_64(&header).to_le_bytes());
    [&header, &good[HEADER as usize..index], &entries].concat()
}

#[test]
fn table_of_version_1_is_read() {
    let _busy = one_at_a_time();
    let table = Table::read(of_version_1(), &RULES).expect("a good table");
    table.check().expect("every page is good");
    assert_eq!(table.header().rules, RULES);
    assert_eq!(table.value(&Position::default()).expect("a good table").0, 2);
    assert!(matches!(
        Table::read(of_version_1(), &RuleSet::BONUS),
        Err(TableError::RuleSet { found }) if found == RULES
    ));
}

#[test]
fn table_of_other_choices_is_refused() {
    let _busy = one_at_a_time();
    let other = RULES.with(linja::Goal::Count);
    assert!(matches!(
        Table::read(good().to_vec(), &other),
        Err(TableError::RuleSet { found }) if found == RULES
    ));
    // Choices and id must agree.
    let mut bytes = good().to_vec();
    bytes[96] = 2;
    seal(&mut bytes);
    assert!(matches!(Table::read(bytes, &other), Err(TableError::Damaged(Part::Header))));
    let mut codec = good().to_vec();
    codec[12] = 7;
    seal(&mut codec);
    assert!(matches!(Table::read(codec, &RULES), Err(TableError::Codec { found: 7 })));
}

#[test]
fn foreign_values_of_a_published_rule_set_are_refused() {
    let _busy = one_at_a_time();
    let published = linja_oracle::published_hash(&RULES).expect("published");
    let error = Table::read(with_hash(7), &RULES).err().expect("refused");
    assert!(matches!(error, TableError::Foreign { found: 7, published: p } if p == published));
    assert!(error.to_string().contains(&format!("{published:032x}")), "{error}");
    Table::read(with_hash(published), &RULES).expect("the same bytes again");
}

/// The bytes of a table with other values in the first page, all checksums right.
fn other_values() -> Vec<u8> {
    let mut bytes = good().to_vec();
    let page = HEADER as usize;
    let index = u64::from_le_bytes(bytes[64..72].try_into().expect("eight bytes")) as usize;
    let is_first = |entry: &&mut [u8; 20]| entry[..8] == HEADER.to_le_bytes() && entry[8..12] != [0; 4];
    let (payloads, entries) = bytes.split_at_mut(index);
    let entry = entries.as_chunks_mut().0.iter_mut().find(is_first).expect("the first page");
    let length = u32::from_le_bytes(entry[8..12].try_into().expect("four bytes")) as usize;
    payloads[page] -= 1;
    entry[12..].copy_from_slice(&xxh3_64(&payloads[page..page + length]).to_le_bytes());
    let checksum = xxh3_64(&bytes[index..]);
    bytes[88..96].copy_from_slice(&checksum.to_le_bytes());
    seal(&mut bytes);
    bytes
}

#[test]
fn loading_recomputes_the_hash_of_all_values() {
    let _busy = one_at_a_time();
    let table = Table::read(other_values(), &RULES).expect("whole");
    table.check().expect("whole");
    assert!(matches!(Values::load(&table, 2), Err(TableError::Damaged(Part::Values))));
}

#[test]
fn another_whole_table_copied_over_one_in_use_gives_errors_no_other_values() {
    let _busy = one_at_a_time();
    let folder = folder();
    let (table, path) = table_in_use(&folder);
    let other = other_values();
    let mut file = OpenOptions::new().write(true).open(&path).expect("a file");
    file.write_all(&other).expect("overwritten");
    open(&path).and_then(|table| table.check()).expect("by itself the other table is whole");
    // The index of the table in use is in memory: it holds the checksums of its own pages.
    assert!(matches!(table.check(), Err(TableError::Damaged(Part::Page))));
    let is_damage = |entry: &Result<_, TableError>| matches!(entry, Err(TableError::Damaged(Part::Page)));
    assert!(table.positions().next().is_some_and(|entry| is_damage(&entry)), "the first page has changed");
}

#[test]
fn truncated_and_foreign_files_are_refused() {
    let _busy = one_at_a_time();
    let folder = folder();
    let bytes = good();
    for length in [0, 1, 100, 127, 128, 129, 255, 256, 257, bytes.len() / 2, bytes.len() - 1] {
        assert!(open_bytes(&folder, &bytes[..length]).is_err(), "{length} bytes");
    }
    let longer = [bytes, &[0]].concat();
    assert!(matches!(open_bytes(&folder, &longer), Err(TableError::Length { .. })));
    let mut version = bytes.to_vec();
    version[8] = 9;
    assert!(matches!(open_bytes(&folder, &version), Err(TableError::Version { found: 9 })));
    assert!(matches!(open_bytes(&folder, &[7; 1000]), Err(TableError::NotATable)));
    assert!(matches!(open(folder.path()), Err(TableError::Io(_))), "a folder is no table");
}

#[test]
fn table_of_another_rule_set_is_refused_by_its_name() {
    let _busy = one_at_a_time();
    let folder = folder();
    let tables = Tables::in_data_dir(folder.path());
    fs::create_dir_all(tables.folder()).expect("a folder");
    fs::write(tables.path(&RuleSet::BONUS), good()).expect("a file");
    let error = tables.open(&RuleSet::BONUS).err().expect("it is another rule set");
    assert_eq!(error.to_string(), "the table belongs to the rule set geeky");
    assert!(tables.open(&RuleSet::CLASSIC).expect("no error").is_none(), "not solved is no error");
}

#[test]
fn interrupted_solve_leaves_nothing() {
    let _busy = one_at_a_time();
    let folder = folder();
    let path = folder.path().join("t.linja");
    fs::write(folder.path().join("t.partial"), b"left by a killed solver").expect("a file");
    let reports = AtomicUsize::new(0);
    let stop_after_thirty = |progress: Progress| {
        let reports = reports.fetch_add(1, Ordering::Relaxed) + 1;
        assert_eq!(progress.layer.map(usize::from), Some(169 - reports));
        if reports == 30 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stopped = solve_to_file(&RULES, &Options::default(), &stop_after_thirty, &path);
    assert_eq!(reports.into_inner(), 30);
    assert!(matches!(stopped, Err(WriteError::Solve(SolveError::Interrupted))));
    assert!(fs::read_dir(folder.path()).expect("a folder").next().is_none());
}

#[test]
fn two_solvers_do_not_write_the_same_table() {
    let folder = folder();
    let other = fs::File::create(folder.path().join("t.partial")).expect("a file");
    other.lock().expect("a lock");
    let refused = solve_to_file(&RULES, &Options::default(), &Silent, &folder.path().join("t.linja"));
    assert!(matches!(refused, Err(WriteError::Busy(_))));
}

#[test]
fn missing_folder_is_an_error_that_names_the_file() {
    let error = solve_to_file(&RULES, &Options::default(), &Silent, Path::new("/nowhere/t.linja"));
    assert!(matches!(error, Err(WriteError::Io { path, .. }) if path == Path::new("/nowhere/t.partial")));
}
