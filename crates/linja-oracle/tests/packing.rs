//! The dense form of a solved table: the same values in a smaller file. `src/table/pack/tests.rs` tests its bytes.

mod common;

use std::fs;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use common::one_at_a_time;
use linja::{Position, RuleSet};
use linja_oracle::{
    ALL_POSITIONS, Oracle as _, Progress, Silent, SolveError, Table, Values, WriteError, pack_to_file,
};
use linja_testing::folder;

const RULES: RuleSet = RuleSet::GEEKY;

#[test]
fn interrupted_packing_leaves_nothing() {
    let _busy = one_at_a_time();
    let (folder, table) = (folder(), linja_testing::table(&RULES));
    let path = folder.path().join("small.linja");
    fs::write(folder.path().join("small.partial"), b"left by a killed program").expect("a file");
    let packed = AtomicU64::new(0);
    let stop_later = |progress: Progress| {
        assert_eq!(progress.total, Some(ALL_POSITIONS));
        packed.store(progress.positions, Ordering::Relaxed);
        if progress.positions > 10_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let stopped = pack_to_file(&table, 2, &stop_later, &path);
    assert!(matches!(stopped, Err(WriteError::Solve(SolveError::Interrupted))));
    assert!((10_001..ALL_POSITIONS).contains(&packed.into_inner()));
    assert!(fs::read_dir(folder.path()).expect("a folder").next().is_none());
}

#[test]
fn two_programs_do_not_write_the_same_file() {
    let _busy = one_at_a_time();
    let (folder, table) = (folder(), linja_testing::table(&RULES));
    let other = fs::File::create(folder.path().join("small.partial")).expect("a file");
    other.lock().expect("a lock");
    let refused = pack_to_file(&table, 1, &Silent, &folder.path().join("small.linja"));
    assert!(matches!(refused, Err(WriteError::Busy(_))));
}

/// Minutes of CPU time, so only in a sweep.
#[test]
fn a_packed_table_has_the_same_values() {
    if !linja_testing::is_sweep() {
        return;
    }
    let _busy = one_at_a_time();
    let (folder, table) = (folder(), linja_testing::table(&RULES));
    let [path, again] = ["small.linja", "again.linja"].map(|name| folder.path().join(name));
    let header = pack_to_file(&table, 2, &Silent, &path).expect("packing works");
    assert_eq!(header.values_hash, table.header().values_hash);
    assert!(header.file_bytes() * 100 < table.header().file_bytes() * 80, "{}", header.file_bytes());

    let small = Table::open(&path, &RULES).expect("a good table");
    assert_eq!(small.header(), &header);
    small.check().expect("every page is good");
    // Also recomputes the hash of all values.
    drop(Values::load(&small, 2).expect("the published values"));
    let mut position = Position::default();
    while let Some(best) = table.turns(&position).expect("good").first() {
        assert_eq!(
            small.turns(&position).expect("good"),
            table.turns(&position).expect("good"),
            "{position}"
        );
        position = best.item.result.position;
    }
    pack_to_file(&small, 1, &Silent, &again).expect("a small table can be packed again");
    assert!(
        fs::read(again).expect("a file") == fs::read(path).expect("a file"),
        "the same bytes, with any threads"
    );
}
