//! Hints and reviews through the real binary, where `bonus` is solved.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

use linja::RuleSet;
use serde_json::Value;

/// A data directory where `bonus` is solved, shared with the other tests.
fn solved() -> &'static Path {
    static SOLVED: OnceLock<PathBuf> = OnceLock::new();
    SOLVED.get_or_init(|| linja_testing::solved(&[RuleSet::BONUS]))
}

fn linja(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_linja"))
        .args(args)
        .env("LINJA_HOME", solved())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the binary ends")
}

/// Standard output of a command that must succeed and say nothing else.
fn data(args: &[&str], input: &str) -> String {
    let output = linja(args, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), errors.as_ref()), (Some(0), ""), "{args:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(args: &[&str], input: &str) -> Value {
    serde_json::from_str(&data(args, input)).expect("JSON")
}

#[test]
fn lines_of_positions_get_a_hint_each() {
    let input = "00011127/90021000 b\nx\n00000417/63102000 b\n0000000c/90001101 b\n";
    let output = linja(&["hint", "-"], input);
    assert_eq!(output.status.code(), Some(1), "a line is bad");
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    let answers: Vec<&str> = answers.lines().collect();
    assert_eq!(answers.len(), 4);
    assert!(answers[0].starts_with("   0  de fh +gh  is all that holds the draw"), "{}", answers[0]);
    assert!(answers[1].starts_with("error: character 1"), "{}", answers[1]);
    assert_eq!(answers[2], "over");
    assert!(answers[3].contains("  pass  is all that can be done"), "{}", answers[3]);
}

#[test]
fn finished_position_has_no_hint() {
    let output = linja(&["hint", "00000417/63102000 b"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "There is no turn: the game is over in this position.\n"
    );
    let output = linja(&["hint", "--json", "00000417/63102000 b"], "");
    let hint: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&hint["margin"], &hint["turns"]), (&Value::Null, &Value::Array(Vec::new())));
}

#[test]
fn hint_for_programs_has_every_reason_with_its_data() {
    let hint = json(&["hint", "--json", "00011127/90021000 b"], "");
    assert_eq!((&hint["opening"], &hint["right"], &hint["results"]), (&"de".into(), &1.into(), &18.into()));
    let best = &hint["turns"][0];
    assert_eq!((&best["turn"], &best["margin"], &best["lost"]), (&"de fh +gh".into(), &0.into(), &0.into()));
    assert_eq!(best["reasons"][0]["reason"], "only_draw");
    assert_eq!(best["reasons"][0]["ahead"], 1);
    assert!(best["reasons"].as_array().expect("reasons").iter().all(|reason| reason["text"].is_string()));
}

#[test]
fn review_adds_up_in_json() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sample-game.linja");
    let review = json(&["review", "--json", record], "");
    let lost = |side: &str| {
        let turns = review["turns"].as_array().expect("turns");
        let lost: i64 =
            turns.iter().filter(|turn| turn["side"] == side).filter_map(|turn| turn["lost"].as_i64()).sum();
        assert_eq!(review["players"][side]["lost"], lost);
        lost
    };
    let margin = |place: &str| review[place]["margin_for_black"].as_i64().expect("a margin");
    assert_eq!(margin("start") - lost("black") + lost("red"), margin("end"));
    let turning_point = review["turning_point"].as_u64().expect("an index") as usize;
    assert_eq!(review["turns"][turning_point]["changes_result"], true);
    assert_eq!(review["names"]["black"], "Level 4");
}

#[test]
fn unfinished_and_empty_records_are_reviewed() {
    let review = data(&["review", "-"], "1. ab ac | hg hf");
    assert!(review.contains("unfinished, Black to move, score -25:-25\n"), "{review}");
    assert!(review.contains("  1. ○ hg hf      +2     1  ?! inaccuracy    hg ca +hg\n"), "{review}");
    assert!(review.contains("- 0 by Black + 1 by Red = +2 by perfect play\n"), "{review}");
    assert_eq!(
        data(&["review", "-"], ""),
        "● Black against ○ Red, rules bonus\nunfinished, Black to move, score -30:-30\n\n\
         Margin for Black: +1 at the start - 0 by Black + 0 by Red = +1 by perfect play\n\
         Turning point: none, nobody lost a point\n"
    );
    let given_up = "[Setup \"0000000c/b0000001 r\"]\n[Termination \"resignation\"]\n[Winner \"red\"]\n";
    let review = data(&["review", "-"], given_up);
    assert!(review.contains("Red wins, Black resigned, score 60:50\n"), "{review}");
    assert!(review.contains("= +8 by perfect play\n"), "{review}");
}

#[test]
fn review_fits_a_terminal_of_eighty_columns() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sample-game.linja");
    let review = data(&["review", record], "");
    assert!(review.lines().all(|line| line.chars().count() <= 80), "{review}");
    assert!(!review.contains('\u{1b}'), "no escape sequence outside a terminal");
}

#[test]
fn review_of_an_illegal_record_is_a_clear_no() {
    let output = linja(&["review", "-"], "1. ab ad");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "error: turn 1: follow-up must be 2 rows, \"ad\" is 3 (Black's turn, line 1)\n"
    );
}
