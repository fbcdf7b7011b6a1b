//! A table packed as in a browser: the same values, read by the same reader.

mod common;

use std::io::Cursor;
use std::path::Path;

use common::one_at_a_time;
use linja::{Position, RuleSet};
use linja_oracle::{
    Codec, Form, Options, Oracle as _, Silent, SolveError, Solving, Table, Values, solve_to_file,
};

const RULES: RuleSet = RuleSet::GEEKY;

fn deflate() -> Options {
    Options { threads: 1, codec: Codec::Deflate, ..Options::default() }
}

#[test]
fn deflated_tables_have_the_same_values() {
    let _busy = one_at_a_time();
    let mut solving = Solving::new(&RULES, &deflate(), Cursor::new(Vec::new())).expect("there is memory");
    let mut layers = Vec::new();
    while let Some(progress) = solving.layer().expect("memory can be written") {
        layers.push(progress);
    }
    assert_eq!(layers.len(), 169);
    assert!(layers.is_sorted_by_key(|progress| progress.positions));
    assert_eq!(layers.last().and_then(|last| last.total), layers.last().map(|last| last.positions));
    let header = solving.finish().expect("all layers are solved");
    assert_eq!(header.form, Form::Plain(Codec::Deflate));

    let folder = linja_testing::folder();
    let path = folder.path().join("geeky.linja");
    let written = solve_to_file(&RULES, &deflate(), &Silent, &path).expect("solving works");
    assert_eq!(written, header, "layer by layer or at once: the same file");
    same_as_in_zstd(&path, written.values_hash);
}

/// Loading compares the hash of all values with the header's, and opening with the published one.
fn same_as_in_zstd(path: &Path, hash: u128) {
    let table = Table::open(path, &RULES).expect("it is sound");
    assert_eq!(linja_oracle::published_hash(&RULES), Some(hash));
    assert_eq!(table.value(&Position::default()).expect("good").0, 2);
    let values = Values::load(&table, 2).expect("every page is good");
    let turns = table.turns(&Position::default()).expect("good");
    assert_eq!(
        values.value(&turns[0].item.result.position),
        table.value(&turns[0].item.result.position).ok()
    );
}

#[test]
fn a_table_with_layers_left_is_not_finished() {
    let _busy = one_at_a_time();
    let mut solving = Solving::new(&RULES, &deflate(), Cursor::new(Vec::new())).expect("there is memory");
    solving.layer().expect("memory can be written");
    assert!(matches!(solving.finish(), Err(SolveError::Interrupted)));
}
