//! docs/operations.md lists exactly the flags of `linja serve`, with their variables and defaults.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::process::Command;

#[test]
fn every_flag_is_documented() {
    let output = Command::new(env!("CARGO_BIN_EXE_linja")).args(["serve", "--help"]).output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    let mut shown = BTreeSet::new();
    for option in help.split("\n      --").skip(1) {
        let name = option.split([' ', '\n']).next().unwrap();
        let part = |before: &str| option.split_once(before).and_then(|(_, rest)| rest.split(']').next());
        // Only clap's defaults, on a line of their own; a default inside the help sentence is not compared.
        let default = part("\n          [default: ").unwrap_or("");
        shown.insert((format!("--{name}"), part("[env: ").unwrap_or("").to_string(), default.to_string()));
    }
    assert!(shown.len() > 10, "{help}");
    let document = include_str!("../../../docs/operations.md");
    let rows = document.lines().filter(|line| line.starts_with("| `--"));
    let documented: BTreeSet<_> = rows
        .map(|row| {
            let cell = |at: usize| row.split('|').nth(at).unwrap().trim().trim_matches('`').to_string();
            (cell(1), cell(2), cell(3))
        })
        .collect();
    assert_eq!(documented, shown);
}
