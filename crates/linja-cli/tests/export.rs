//! `linja export` through the real binary, compared with `linja probe` and `linja turns`.

mod common;

use std::fs;

use common::{command, data, folder, no_tables, run, solved, stderr, stdout};
use linja::{Position, RuleSet};
use serde_json::Value;

const SAMPLE: [&str; 7] = ["export", "--sample", "20", "--seed", "5", "--format", "jsonl"];

fn exported(args: &[&str]) -> Vec<Value> {
    let output = run(solved(), args, b"");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn positions(rows: &[Value]) -> String {
    rows.iter().map(|row| format!("{}\n", row["position"].as_str().expect("a position"))).collect()
}

#[test]
fn rows_agree_with_probe_and_turns() {
    // Late ones as well: some are over.
    let late = ["export", "--sample", "20", "--advance", "160..168", "--format", "jsonl"];
    let rows = [exported(&SAMPLE), exported(&late)].concat();
    assert_eq!(rows.len(), 40);
    let input = positions(&rows);
    let values = data(solved(), &["probe", "-"], &input);
    let turns = data(solved(), &["turns", "--json", "-"], &input);
    let mut over = 0;
    for ((row, value), turns) in rows.iter().zip(values.lines()).zip(turns.lines()) {
        let value: i64 = value.parse().expect("a margin");
        assert_eq!(row["value"], value, "{row}");
        let turns: Value = serde_json::from_str(turns).expect("JSON");
        let turns = turns["turns"].as_array().expect("a list");
        let best: Vec<&Value> = turns.iter().filter(|turn| turn["margin"] == value).collect();
        assert_eq!((&row["turns"], &row["best_turns"]), (&turns.len().into(), &best.len().into()), "{row}");
        let first = best.first().map(|turn| turn["turn"].as_str().expect("a turn").replace(' ', ""));
        assert_eq!(row["best_turn"], Value::from(first), "{row}");
        over += u32::from(row["best_turn"].is_null());
    }
    assert!((1..20).contains(&over), "{over} of the late positions are over");
}

#[test]
fn counts_and_lead_are_those_of_the_position() {
    for row in exported(&SAMPLE) {
        let position: Position = row["position"].as_str().expect("text").parse().expect("a position");
        let pawns = position.pawns();
        let reversed: Vec<u8> = pawns.red.iter().rev().copied().collect();
        assert_eq!((&row["mover"], &row["opponent"]), (&pawns.black.to_vec().into(), &reversed.into()));
        assert_eq!(row["advance"], position.advance());
        let score = position.score(&RuleSet::BONUS);
        assert_eq!(row["lead"], score.black - score.red, "{row}");
    }
}

#[test]
fn all_formats_hold_the_same_rows() {
    let folder = folder("export-formats");
    let rows = exported(&SAMPLE);
    for format in ["csv", "npy"] {
        let file = folder.join(format);
        let args = [&SAMPLE[..5], &["--format", format, "-o", file.to_str().expect("UTF-8")]].concat();
        assert_eq!(run(solved(), &args, b"").status.code(), Some(0));
        let piped = run(solved(), &args[..7], b"").stdout;
        assert_eq!(fs::read(&file).expect("the file"), piped, "{format}");
    }
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 2, "no temporary file is left");
    let csv = fs::read_to_string(folder.join("csv")).expect("text");
    let (head, lines) = csv.split_once('\n').expect("lines");
    let names: Vec<&str> = head.split(',').collect();
    for (line, row) in lines.lines().zip(&rows) {
        for (name, cell) in names.iter().zip(line.split(',')) {
            assert_eq!(cell, written(column(row, name)), "{name} in {line}");
        }
    }
    assert_eq!(lines.lines().count(), rows.len());
    check_npy(&fs::read(folder.join("npy")).expect("the file"), &rows);
}

/// A column of a CSV file in a row of JSON: `mover_3` is an item of a list.
fn column<'a>(row: &'a Value, name: &str) -> &'a Value {
    match name.rsplit_once('_') {
        Some((list, index)) if row[name].is_null() && index.len() == 1 => {
            &row[list][index.parse::<usize>().expect("a number")]
        }
        _ => &row[name],
    }
}

fn written(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}

fn check_npy(bytes: &[u8], rows: &[Value]) {
    assert_eq!(&bytes[..8], b"\x93NUMPY\x01\x00");
    let end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    assert_eq!(end % 64, 0);
    let head = std::str::from_utf8(&bytes[10..end]).expect("text");
    assert!(head.contains(&format!("'shape': ({},)", rows.len())) && head.ends_with('\n'), "{head}");
    let (records, rest) = bytes[end..].as_chunks::<35>();
    assert!(rest.is_empty() && records.len() == rows.len());
    for (record, row) in records.iter().zip(rows) {
        assert_eq!(Value::from(&record[..8]), row["mover"]);
        assert_eq!(Value::from(&record[8..16]), row["opponent"]);
        assert_eq!(row["advance"], record[16]);
        assert_eq!(row["lead"], record[17].cast_signed());
        assert_eq!(row["value"], record[18].cast_signed());
        assert_eq!(row["turns"], u16::from_le_bytes([record[19], record[20]]));
        assert_eq!(row["best_turns"], u16::from_le_bytes([record[21], record[22]]));
        let turn = String::from_utf8(record[23..].to_vec()).expect("text");
        assert_eq!(turn.trim_end_matches('\0'), row["best_turn"].as_str().unwrap_or_default());
    }
}

#[test]
fn reachable_positions_are_those_of_games() {
    let rows = exported(&["export", "--advance", "0..45", "--reachable", "--format", "jsonl"]);
    let positions = positions(&rows);
    assert!(positions.contains("61111110/01111116 b"), "the start");
    assert!(rows.iter().all(|row| row["turns"].as_u64() > Some(0)), "the game goes on in all of them");
    assert!(rows.iter().all(|row| row["advance"].as_u64() <= Some(45)));
    assert!(rows.len() > 100, "{}", rows.len());
}

#[test]
fn interrupted_export_leaves_no_file() {
    let folder = folder("export-interrupted");
    let file = folder.join("all.csv");
    let mut child = command(solved(), &["export", "--sample", "20000", "-o", file.to_str().expect("UTF-8")])
        .spawn()
        .expect("it starts");
    while fs::read_dir(&folder).expect("a folder").count() == 0 {
        assert!(child.try_wait().expect("a process").is_none(), "it ended too early");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    linja_testing::send_signal(&child, "INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert!(stderr(&output).ends_with("Interrupted: nothing was written.\n"), "{}", stderr(&output));
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 0);
}

#[test]
fn wrong_arguments_are_told() {
    for (args, message) in [
        (&["--format", "xml"][..], "use csv, jsonl or npy"),
        (&["--advance", "60..42"], "use two numbers from 0 to 168"),
        (&["--advance", "1..169"], "use two numbers from 0 to 168"),
        (&["--sample", "0"], "--sample"),
        (&[], "the rule set bonus is not solved yet: run linja solve --rules bonus"),
    ] {
        let output = run(&no_tables(), &[&["export"], args].concat(), b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(stderr(&output).contains(message), "{args:?}: {}", stderr(&output));
    }
    for place in ["no/such/folder/file", "src"] {
        let output = run(solved(), &["export", "--sample", "1", "-o", place], b"");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(&format!("linja: can't write {place}: ")), "{}", stderr(&output));
    }
}

#[test]
fn sample_of_more_than_all_is_all() {
    let late = ["export", "--advance", "167..168"];
    let all = run(solved(), &late, b"").stdout;
    assert_eq!(run(solved(), &[&late[..], &["--sample", "4000000000"]].concat(), b"").stdout, all);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_is_told_with_the_place() {
    let full = fs::File::options().write(true).open("/dev/full").expect("a device");
    let child = command(solved(), &["export", "--sample", "1"]).stdout(full).spawn().expect("it starts");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(2));
    let message = "linja: can't write to standard output: No space left on device (os error 28)\n";
    assert!(stderr(&output).ends_with(message), "{}", stderr(&output));
}
