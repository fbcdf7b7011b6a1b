//! Every mode for a few seconds, against the real server program.

#![cfg(unix)]

use std::path::PathBuf;
use std::process::Command;

/// Runs the tool; the summary of a run in which everything was right.
fn run(args: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_linja-load"))
        .args(args)
        // Whether it is fast enough is measured elsewhere: this machine may be busy.
        .arg("--clock-tolerance=60000")
        .arg("--binary")
        .arg(linja())
        .output()
        .expect("the tool runs");
    let summary = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{:?}: {}\n{summary}\n{errors}", args, output.status);
    assert!(summary.contains("verdict           nothing lost"), "{summary}");
    summary
}

/// The server program. Built with the workspace; for a run of this crate's tests alone it may have to be built.
fn linja() -> PathBuf {
    let path = PathBuf::from(env!("CARGO_BIN_EXE_linja-load")).with_file_name("linja");
    if !path.exists() {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--locked", "--quiet", "--package", "linja-cli"]);
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        assert!(build.status().expect("cargo runs").success());
    }
    path
}

fn play(database: &str) {
    let summary = run(&["play", "--games=20", "--rate=10", "--seconds=4", "--database", database]);
    assert!(summary.contains("20 games at once, 40 live connections"), "{summary}");
    assert!(summary.contains("errors            none"), "{summary}");
}

fn flat_out(database: &str) {
    let summary = run(&["flat-out", "--games=8", "--seconds=2", "--plain-seconds=1", "--database", database]);
    assert!(summary.contains("to 32 writers"), "{summary}");
}

/// One short fault of each kind.
fn faults(more: &[&str], kinds: &[&str]) -> String {
    let (rounds, names) = (format!("--rounds={}", kinds.len()), kinds.join(","));
    let mut args = vec!["faults", "--longest-fault=3", "--games=6", "--rate=8", "--computer-games=3"];
    // The limit is measured elsewhere.
    args.extend(["--timed-games=2", "--within=40", &rounds, "--kinds", &names]);
    args.extend(more);
    let summary = run(&args);
    for kind in kinds {
        let is_listed = |line: &str| line.trim_start().starts_with(kind) || line.starts_with("skipped");
        assert!(summary.lines().any(is_listed), "{kind}: {summary}");
    }
    summary
}

#[test]
fn games_are_played_on_sqlite() {
    play("sqlite");
}

#[test]
fn durable_turns_are_counted_on_sqlite() {
    flat_out("sqlite");
}

#[test]
fn faults_cost_nothing_on_sqlite() {
    faults(&[], &["kill", "stop", "clock-jump", "lost-answers", "flood"]);
}

#[cfg(feature = "system-tests")]
mod postgres {
    #[test]
    fn games_are_played() {
        super::play("postgres");
    }

    #[test]
    fn durable_turns_are_counted() {
        super::flat_out("postgres");
    }

    #[test]
    fn faults_cost_nothing() {
        super::faults(&["--database=postgres"], &["database-down", "black-hole", "few-connections"]);
    }

    #[test]
    fn full_disks_cost_nothing() {
        super::faults(&[], &["full-disk"]);
        super::faults(&["--database=postgres"], &["full-disk"]);
    }

    #[test]
    fn players_of_a_killed_server_go_on_at_the_other() {
        let summary = super::faults(&["--database=postgres", "--servers=2"], &["kill", "stop"]);
        assert!(summary.contains("2 servers on PostgreSQL"), "{summary}");
    }
}

#[test]
fn player_is_served_while_another_address_floods_the_server() {
    for on in ["turns", "puzzle"] {
        let mut tool = Command::new(env!("CARGO_BIN_EXE_linja-load"));
        let args = ["attack", "--connections=20", "--rounds=1", "--seconds=2", "--on", on, "--binary"];
        let output = tool.args(args).arg(linja()).output().expect("the tool runs");
        let summary = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{on}: {}\n{summary}\n{errors}", output.status);
        assert!(summary.contains("ratios            turn p50 ×"), "{summary}");
        assert!(summary.contains("player            never refused"), "{summary}");
    }
}

#[test]
fn server_that_is_not_there_is_an_error() {
    let mut tool = Command::new(env!("CARGO_BIN_EXE_linja-load"));
    let output = tool.args(["faults", "--binary", "/nowhere/linja"]).output().expect("the tool runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("/nowhere/linja is missing"));
}
