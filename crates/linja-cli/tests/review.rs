//! Hints and reviews through the real binary, where `bonus` is solved.

mod common;

use std::process::Output;

use common::{solved, stderr, stdout};
use serde_json::Value;

fn linja(args: &[&str], input: &str) -> Output {
    common::run(solved(), args, input.as_bytes())
}

fn data(args: &[&str], input: &str) -> String {
    common::data(solved(), args, input)
}

#[test]
fn lines_of_positions_get_a_hint_each() {
    let input = "00011127/90021000 b\nx\n00000417/63102000 b\n0000000c/90001101 b\n";
    let output = linja(&["hint", "-"], input);
    assert_eq!(output.status.code(), Some(1), "a line is bad");
    let hints: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(hints.len(), 4);
    assert!(hints[0].starts_with("   0  de fh +gh  is the only turn that holds the draw"), "{}", hints[0]);
    assert!(hints[1].starts_with("error: character 1"), "{}", hints[1]);
    assert_eq!(hints[2], "over");
    assert!(hints[3].contains("  pass  is the only possible turn"), "{}", hints[3]);
}

#[test]
fn finished_position_has_no_hint() {
    let output = linja(&["hint", "00000417/63102000 b"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "There is no turn: the game is over in this position.\n");
    let output = linja(&["hint", "--json", "00000417/63102000 b"], "");
    let hint: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&hint["margin"], &hint["turns"]), (&Value::Null, &Value::Array(Vec::new())));
}

#[test]
fn hint_for_programs_has_every_reason_with_its_data() {
    let hint = common::json(solved(), &["hint", "--json", "00011127/90021000 b"]);
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
    let review = common::json(solved(), &["review", "--json", record]);
    let lost = |side: &str| {
        let turns = review["turns"].as_array().expect("turns");
        let lost: i64 =
            turns.iter().filter(|turn| turn["side"] == side).filter_map(|turn| turn["lost"].as_i64()).sum();
        assert_eq!(review[side]["lost"], lost);
        lost
    };
    let margin = |place: &str| review[place]["margin_for_black"].as_i64().expect("a margin");
    assert_eq!(margin("start") - lost("black") + lost("red"), margin("end"));
    let turning_point = review["turning_point"].as_u64().expect("an index") as usize;
    assert_eq!(review["turns"][turning_point]["changes_result"], true);
    assert_eq!(review["names"]["black"], "Level 4");
}

#[test]
fn every_record_of_a_file_is_reviewed() {
    let records =
        "[Black \"Ada\"]\n\n1. ab ac | hg hf\n\n[Black \"Bo\"]\n\n1. ab zz\n\n[Black \"Cy\"]\n\n1. ab ce\n";
    let output = linja(&["review", "-"], records);
    assert_eq!(output.status.code(), Some(1), "one of them is bad");
    for part in ["● Ada against", "\n\nerror: turn 1: ", "\n\n● Cy against"] {
        assert!(stdout(&output).contains(part), "{part}: {}", stdout(&output));
    }
    let output = linja(&["review", "--json", "-"], records);
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let names: Vec<Option<&str>> = lines.iter().map(|line| line["names"]["black"].as_str()).collect();
    assert_eq!((output.status.code(), names), (Some(1), vec![Some("Ada"), None, Some("Cy")]));
    // A drawing is of one game.
    let output = linja(&["review", "--svg", "-"], records);
    assert_eq!((output.status.code(), stdout(&output).lines().count()), (Some(1), 1));
    assert!(stdout(&output).starts_with("error: line 5: "), "{}", stdout(&output));
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
fn notes_of_a_record_stand_below_their_turns() {
    let plain = data(&["review", "-"], "1. ab ac | hg hf\n");
    let noted = data(&["review", "-"], "1. ab ac {Too careful.} (ab fh +gh | cb he) | hg hf\n");
    let lines: Vec<&str> = noted.lines().filter(|line| !plain.contains(line)).collect();
    assert_eq!(lines, ["       {Too careful.} (ab fh +gh | cb he)"]);
}

#[test]
fn review_of_an_illegal_record_says_what_is_wrong() {
    let output = linja(&["review", "-"], "1. ab ad");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stdout(&output),
        "error: turn 1: the follow-up must be 2 rows, “ad” is 3 (Black’s turn, line 1)\n"
    );
}
