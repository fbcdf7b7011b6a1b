//! What the program says about itself: JSON schemas, compared with what commands write; completions; manual pages.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use common::{data, folder, json, no_tables, run, solved, stderr, stdout};
use serde_json::Value;

/// Late in a game, so that every command is quick.
const LATE: &str = "00010227/52311000 b";
const SAMPLE_GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sample-game.linja");

/// The commands that are run, besides `stats`, which takes too long.
const COMMANDS: [&[&str]; 22] = [
    &["arena", "--players", "random,1", "--games", "2", "--json"],
    &["best", LATE, "--json"],
    &["best", "--level", "3", "--no-oracle", "--time", "10ms", LATE, "--json"],
    &["check", "--json"],
    &["exploit", "--policy", "greedy", "--from", LATE, "--json"],
    &["exploit", "--policy", "3", "--from", LATE, "--json"],
    &["export", "--sample", "2", "--advance", "168", "--format", "jsonl"],
    &["hint", LATE, "--json"],
    &["hint", "--no-oracle", "--time", "10ms", LATE, "--json"],
    &["line", LATE, "--json"],
    &["perft", "1", LATE, "--json"],
    &["perft", "1", "--divide", LATE, "--json"],
    &["probe", LATE, "--json"],
    &["puzzle", "--json"],
    &["puzzle", "--solution", "--json"],
    &["replay", SAMPLE_GAME, "--json"],
    &["review", SAMPLE_GAME, "--json"],
    &["rules", "--json"],
    &["rules", "--all", "--json"],
    &["rules", "bonus+follow-may", "--json"],
    &["score", LATE, "--json"],
    &["show", LATE, "--json"],
];

fn schema(name: &str) -> Value {
    json(&no_tables(), &["schema", name])
}

fn valid(schema: &Value, value: &Value) -> Result<(), String> {
    let validator = jsonschema::draft202012::new(schema).expect("a schema");
    let errors: Vec<String> = validator.iter_errors(value).map(|error| error.to_string()).collect();
    if errors.is_empty() { Ok(()) } else { Err(errors.join("; ")) }
}

#[test]
fn what_commands_write_follows_their_schemas() {
    let mut checked = BTreeSet::from(["error".to_string(), "stats".into(), "turns".into()]);
    for args in COMMANDS {
        let output = run(solved(), args, b"");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
        let schema = schema(args[0]);
        let option = if args[0] == "export" { "--format jsonl" } else { "--json" };
        assert_eq!(schema["title"], format!("linja {} {option}", args[0]));
        assert_ne!(stdout(&output), "", "{args:?}");
        for line in stdout(&output).lines() {
            let value = serde_json::from_str(line).expect("JSON");
            assert_eq!(valid(&schema, &value), Ok(()), "{args:?}: {line}");
            assert!(requires_a_field(&schema, &value), "{args:?}: anything is valid");
        }
        checked.insert(args[0].to_string());
    }
    let listed: BTreeSet<String> = data(&no_tables(), &["schema"], "").lines().map(str::to_string).collect();
    assert_eq!(checked, listed);
}

/// Whether a field is required: removing it makes the value invalid.
fn requires_a_field(schema: &Value, value: &Value) -> bool {
    let whole = value.as_array().map_or(value, |items| &items[0]);
    whole.as_object().expect("an object").keys().any(|name| {
        let mut less = whole.clone();
        less.as_object_mut().expect("an object").remove(name);
        let less = if value.is_array() { Value::from(vec![less]) } else { less };
        valid(schema, &less).is_err()
    })
}

#[test]
fn lines_and_malformed_lines_follow_their_schemas() {
    let input = format!("{LATE}\n1/2\n");
    let output = run(solved(), &["turns", "--json", "-"], input.as_bytes());
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    for (line, name, other) in [(&lines[0], "turns", "error"), (&lines[1], "error", "turns")] {
        assert_eq!(valid(&schema(name), line), Ok(()), "{line}");
        assert!(valid(&schema(other), line).is_err(), "{line}");
    }
}

#[test]
fn statistics_follow_their_schema() {
    let golden: Value =
        serde_json::from_str(include_str!("../../linja-api/tests/golden.json")).expect("JSON");
    let statistics = &golden["StatisticsView"];
    assert_eq!(valid(&schema("stats"), statistics), Ok(()));
    assert!(requires_a_field(&schema("stats"), statistics));
}

#[test]
fn unknown_schema_is_told() {
    let output = run(&no_tables(), &["schema", "solve"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(stderr(&output), "linja: there is no schema of solve; linja schema lists them\n");
}

#[test]
fn shells_get_completions() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = data(&no_tables(), &["completions", shell], "");
        assert!(script.contains("export") && script.contains("no-walk"), "{shell}");
    }
    // A shell reads the script and completes with it.
    let script = data(&no_tables(), &["completions", "bash"], "");
    let file = folder("completions").join("linja.bash");
    fs::write(&file, script).expect("a file");
    let typed = format!(
        "source {}; COMP_WORDS=(linja pro); COMP_CWORD=1; _linja linja pro linja; echo ${{COMPREPLY[*]}}",
        file.display()
    );
    match Command::new("bash").args(["--norc", "-c", &typed]).output() {
        Ok(output) => assert_eq!((stdout(&output), stderr(&output)), ("probe\n", "")),
        Err(error) => println!("not checked, no bash: {error}"),
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = folder("man");
    let pages = folder.join("man1");
    data(&no_tables(), &["man", pages.to_str().expect("UTF-8")], "");
    let page = |name: &str| fs::read_to_string(pages.join(name)).expect(name);
    assert!(page("linja.1").contains("linja\\-export(1)"));
    assert!(page("linja-export.1").contains("\\-\\-reachable"));
    let output = run(&no_tables(), &["man", "/dev/null/man"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("linja: can't write manual pages into /dev/null/man: "));
    assert!(Path::new(&pages).join("linja-solve.1").exists());
}
