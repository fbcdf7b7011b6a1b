//! `linja solve` and the commands that need a table, through the real binary: interrupted, killed, run twice at once,
//! short of memory.
#![cfg(unix)]

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use common::{command, stderr, stdout};
use linja::RuleSet;
use serde_json::Value;

fn run(data_dir: &Path, args: &[&str]) -> Output {
    common::run(data_dir, args, b"")
}

/// Solving takes a gigabyte: one test at a time.
fn one_at_a_time() -> MutexGuard<'static, ()> {
    static BUSY: Mutex<()> = Mutex::new(());
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An empty data directory.
fn data_dir(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("solve-{name}"));
    let _ = fs::remove_dir_all(&path);
    path
}

/// Starts `linja solve` and waits until its temporary file grows.
fn start_solving(data_dir: &Path) -> Child {
    let child = command(data_dir, &["solve", "--rules", "geeky"]).spawn().expect("the binary starts");
    let begun = Instant::now();
    while fs::metadata(data_dir.join("tables/geeky.partial")).map_or(0, |file| file.len()) < 1_000_000 {
        assert!(begun.elapsed() < Duration::from_mins(2), "the solver does not begin to write");
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

/// The file names in the folder of tables.
fn tables(data_dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(data_dir.join("tables")).expect("the folder");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn ctrl_c_leaves_nothing_behind() {
    let _busy = one_at_a_time();
    let data_dir = data_dir("interrupted");
    let child = start_solving(&data_dir);
    linja_testing::send_signal(&child, "INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).ends_with("Interrupted. No partial table was left.\n"), "{}", stderr(&output));
    assert!(tables(&data_dir).is_empty(), "{:?}", tables(&data_dir));
}

#[test]
fn killed_solver_leaves_a_temporary_file_that_the_next_one_replaces() {
    let _busy = one_at_a_time();
    let data_dir = data_dir("killed");
    let mut child = start_solving(&data_dir);
    child.kill().expect("killed");
    child.wait().expect("it ends");
    assert_eq!(tables(&data_dir), ["geeky.partial"]);
    assert!(stderr(&run(&data_dir, &["probe", "--rules", "geeky"])).contains("is not solved yet"));

    let output = run(&data_dir, &["solve", "--rules", "geeky"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let path = data_dir.join("tables/geeky.linja");
    assert_eq!(stdout(&output), format!("geeky a9cf0a7297ae99c2bd2c38609826d40a {}\n", path.display()));
    assert_eq!(tables(&data_dir), ["geeky.linja"]);
    for part in
        ["Solving geeky: 1,264,575,044 positions", "of memory", "free", "100 %", "layer 0", "solved in"]
    {
        assert!(stderr(&output).contains(part), "{part} is missing in: {}", stderr(&output));
    }
    commands_that_need_a_table(&data_dir);
    interrupted_statistics_print_nothing(&data_dir);
    distances_are_a_table_of_their_own(&data_dir);
    interrupted_packing_leaves_nothing_behind(&data_dir);
    damaged_table_is_reported(&data_dir);
}

fn commands_that_need_a_table(data_dir: &Path) {
    let data = |args: &[&str]| {
        let output = run(data_dir, args);
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{args:?}");
        stdout(&output).to_string()
    };
    assert_eq!(data(&["probe", "--rules", "geeky"]), "+2\n");
    assert_eq!(
        data(&["probe", "--rules", "geeky", "--json"]),
        "{\"rules\":\"geeky\",\"position\":\"61111110/01111116 b\",\"margin\":2}\n"
    );

    let turns = data(&["turns", "--rules", "geeky"]);
    assert_eq!(turns.lines().count(), 98);
    assert!(turns.starts_with("  +2  "), "{turns}");
    let margins: Vec<i32> = turns.lines().map(|line| line[..4].trim().parse().expect("a margin")).collect();
    assert!(margins.is_sorted_by(|a, b| a >= b), "best first");
    assert_eq!(data(&["turns", "--rules", "geeky", "--no-oracle"]).lines().next(), Some("ab"));
    let best = turns.lines().next().expect("a turn")[6..].to_string();

    let line = data(&["line", "--rules", "geeky"]);
    let as_json: Value = serde_json::from_str(&data(&["line", "--rules", "geeky", "--json"])).expect("JSON");
    assert_eq!(as_json["rules"], "geeky");
    assert_eq!(as_json["position"], "61111110/01111116 b");
    assert_eq!(as_json["turns"].as_array().map(Vec::len), Some(line.lines().count()));
    assert_eq!(line.lines().next(), Some(best.as_str()));
    let record: String = line
        .lines()
        .collect::<Vec<_>>()
        .chunks(2)
        .enumerate()
        .map(|(i, pair)| format!("{}. {}\n", i + 1, pair.join(" | ")))
        .collect();
    let file = data_dir.join("line.linja");
    fs::write(&file, format!("[Rules \"geeky\"]\n\n{record}")).expect("a file");
    assert!(data(&["replay", file.to_str().expect("UTF-8")]).contains("Black wins by 2"));

    fs::write(data_dir.join("tables/geeky.partial"), "left by a killed solver").expect("a file");
    let again = run(data_dir, &["solve", "--rules", "geeky"]);
    assert_eq!((again.status.code(), stderr(&again)), (Some(0), "geeky is solved already.\n"));
    assert_eq!(tables(data_dir), ["geeky.linja"]);
    let over = run(data_dir, &["line", "--rules", "geeky", "00000417/63102000 b"]);
    assert_eq!((over.status.code(), stdout(&over)), (Some(1), ""));
    let verified = run(data_dir, &["verify", "--rules", "geeky", "--sample", "20000", "--seed", "5"]);
    assert_eq!(stdout(&verified), "geeky: 20,000 positions checked, no disagreement\n");
}

fn distances_are_a_table_of_their_own(data_dir: &Path) {
    let missing = run(data_dir, &["probe", "--rules", "geeky", "--distance"]);
    assert_eq!((missing.status.code(), stdout(&missing)), (Some(2), ""));
    assert!(stderr(&missing).contains("run linja solve --distance --rules geeky"), "{}", stderr(&missing));

    // In the folder that all tests share: the tests of the Python package read these distances as well.
    let data_dir = &linja_testing::solved(&[RuleSet::GEEKY]);
    let args = ["solve", "--rules", "geeky", "--distance"];
    let made = run(data_dir, &args);
    let path = data_dir.join("tables/geeky.distance");
    assert_eq!(made.status.code(), Some(0), "{}", stderr(&made));
    assert_eq!(stdout(&made).lines().count(), 2, "{}", stdout(&made));
    assert!(stdout(&made).ends_with(&format!(" {}\n", path.display())), "{}", stdout(&made));
    let again = run(data_dir, &args);
    assert!(stderr(&again).ends_with("geeky has a table of distances already.\n"), "{}", stderr(&again));
    assert_eq!(stdout(&again), stdout(&made));

    let probe = |more: &[&str]| {
        let output = run(data_dir, &[&["probe", "--rules", "geeky", "--distance"], more].concat());
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{more:?}");
        stdout(&output).to_string()
    };
    assert_eq!(probe(&["00000417/63102000 b"]), "+7 in 0 turns\n");
    // Black passes Red's last pawn with `bc cd`: 54 points against 57.
    assert_eq!(probe(&["0100000b/b0100000 b"]), "-3 in 1 turn\n");
    let start: Value = serde_json::from_str(&probe(&["--json"])).expect("JSON");
    let turns = start["turns"].as_u64().expect("a number");
    // The shortest and the longest perfect game, which `linja stats` finds by walking through all of them.
    assert!((16..=60).contains(&turns), "{turns}");
    assert_eq!(probe(&[]), format!("+2 in {turns} turns\n"));
}

/// Ctrl-C while all perfect games are visited, which takes minutes.
fn interrupted_statistics_print_nothing(data_dir: &Path) {
    let mut child = command(data_dir, &["stats", "--rules", "geeky"]).spawn().expect("the binary starts");
    let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
    let mut line = String::new();
    while !line.starts_with("Visiting all perfect games") {
        line.clear();
        assert!(told.read_line(&mut line).expect("text") > 0, "it ended early");
    }
    linja_testing::send_signal(&child, "INT");
    let mut rest = String::new();
    told.read_to_string(&mut rest).expect("text");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), stdout(&output)), (Some(130), ""));
    assert!(rest.ends_with("Interrupted: no statistics.\n"), "{rest}");
}

/// Ctrl-C while a table is packed; the same into a folder that is not there.
fn interrupted_packing_leaves_nothing_behind(data_dir: &Path) {
    let folder = data_dir.join("packed");
    fs::create_dir(&folder).expect("a folder");
    let file = folder.join("geeky.linja");
    let args = ["pack", "--rules", "geeky", file.to_str().expect("UTF-8")];
    let child = command(data_dir, &args).spawn().expect("the binary starts");
    let begun = Instant::now();
    while fs::metadata(folder.join("geeky.partial")).map_or(0, |file| file.len()) < 1_000_000 {
        assert!(begun.elapsed() < Duration::from_mins(5), "nothing is written");
        std::thread::sleep(Duration::from_millis(2));
    }
    linja_testing::send_signal(&child, "INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), stdout(&output)), (Some(130), ""));
    assert!(stderr(&output).ends_with("Interrupted. No partial table was left.\n"), "{}", stderr(&output));
    assert!(fs::read_dir(&folder).expect("a folder").next().is_none());

    let output = run(data_dir, &["pack", "--rules", "geeky", "/nowhere/geeky.linja"]);
    assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""));
    assert!(stderr(&output).contains("/nowhere/geeky.partial can't be written"), "{}", stderr(&output));
}

/// One damaged byte in the header: every command reports it and what to do, and prints no values.
fn damaged_table_is_reported(data_dir: &Path) {
    let path = data_dir.join("tables/geeky.linja");
    let mut bytes = fs::read(&path).expect("a table");
    bytes[20] ^= 1;
    fs::write(&path, bytes).expect("a table");
    for command in ["probe", "turns", "line", "verify", "stats"] {
        let output = run(data_dir, &[command, "--rules", "geeky"]);
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{command}");
        assert!(stderr(&output).contains("the table is damaged (its header)"), "{}", stderr(&output));
        assert!(stderr(&output).contains("linja solve --again --rules geeky"), "{}", stderr(&output));
    }
}

#[test]
fn second_solver_is_refused_while_the_first_one_works() {
    let _busy = one_at_a_time();
    let data_dir = data_dir("twice");
    let child = start_solving(&data_dir);
    let second = run(&data_dir, &["solve", "--rules", "geeky"]);
    linja_testing::send_signal(&child, "INT");
    let first = child.wait_with_output().expect("it ends");
    assert_eq!(second.status.code(), Some(2));
    assert!(stderr(&second).contains("another solver is writing"), "{}", stderr(&second));
    assert_eq!(first.status.code(), Some(130), "the first one was not disturbed before");
}

#[test]
fn too_little_memory_is_an_error_not_a_crash() {
    let _busy = one_at_a_time();
    let data_dir = data_dir("memory");
    let output = Command::new("sh")
        .args([
            "-c",
            "ulimit -v 700000; exec \"$0\" solve --anyway --rules geeky",
            env!("CARGO_BIN_EXE_linja"),
        ])
        .env("LINJA_HOME", &data_dir)
        .output()
        .expect("a shell");
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("not enough memory to solve"), "{}", stderr(&output));
    assert!(tables(&data_dir).is_empty());
}
