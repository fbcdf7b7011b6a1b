//! The command line through the real binary.

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use common::{no_tables, stderr, stdout};
use serde_json::Value;

fn linja(args: &[&str], input: &[u8]) -> Output {
    common::run(&no_tables(), args, input)
}

fn data(args: &[&str]) -> String {
    common::data(&no_tables(), args, "")
}

fn json(args: &[&str]) -> Value {
    common::json(&no_tables(), args)
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).expect("a temporary file");
    path
}

#[test]
fn score_prints_black_first() {
    assert_eq!(data(&["score", "00000417/63102000 b"]), "46 39\n");
    assert_eq!(data(&["score", "--rules", "classic", "00000417/63102000 b"]), "46 41\n");
    assert_eq!(data(&["score", "--rules", "geeky-spicy"]), "-3 -3\n");
    assert_eq!(data(&["score", "00000417/63102000", "b"]), "46 39\n", "without quotation marks");
    assert_eq!(
        json(&["score", "--json", "00000417/63102000 b"]),
        serde_json::json!({ "black": 46, "red": 39 })
    );
}

#[test]
fn turns_are_listed_one_a_line() {
    let turns = data(&["turns"]);
    assert_eq!(turns.lines().count(), 92);
    assert_eq!(turns.lines().next(), Some("ab ac"));
    assert_eq!(data(&["turns", "--rules", "classic"]).lines().count(), 43);
    let listed = json(&["turns", "--json", "--rules", "geeky"]);
    assert_eq!(listed["turns"].as_array().map(Vec::len), Some(98));
    assert_eq!(listed["turns"][0]["turn"], "ab");
    assert_eq!(listed["turns"][0]["after"], "52111110/01111116 r");
}

#[test]
fn finished_position_has_no_turns() {
    let output = linja(&["turns", "00000417/63102000 b"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output), "");
    assert_eq!(stderr(&output), "There is no turn: the game is over in this position.\n");
}

#[test]
fn perft_counts_and_divides() {
    assert_eq!(data(&["perft", "--rules", "classic", "3"]), "248041\n");
    assert_eq!(data(&["perft", "0"]), "1\n");
    let divided = data(&["perft", "--divide", "2"]);
    let counts: Vec<u64> = divided.lines().filter_map(|line| line.split_once(": ")?.1.parse().ok()).collect();
    assert_eq!(counts.len(), 92);
    assert_eq!(counts.iter().sum::<u64>(), 8_692);
    assert_eq!(divided.lines().last(), Some("8692"));
    let divided = json(&["perft", "--divide", "--json", "1"]);
    assert_eq!(divided["count"], 92);
    assert_eq!(divided["turns"]["ab ac"], 1);
}

#[test]
fn each_line_of_input_gets_a_line_of_output() {
    let input = b"61111110/01111116 b\n\nfoo\n00000417-63102000-r\r\n\xff\n00000417/63102000 b";
    let output = linja(&["score", "-"], input);
    assert_eq!(output.status.code(), Some(1), "some lines are bad");
    assert_eq!(stderr(&output), "");
    assert_eq!(
        stdout(&output),
        "-30 -30\n\
         error: the position is empty; the start is written 61111110/01111116 b\n\
         error: character 1: expected Black’s count on row a (0 to 9, a, b or c), found “f”\n\
         46 39\n\
         error: the line is not UTF-8 text\n\
         46 39\n"
    );
    let overlong = [b"6".repeat(100_000), b"\n61111110/01111116 b\n".to_vec()].concat();
    let output = linja(&["perft", "1", "-"], &overlong);
    assert_eq!(stdout(&output), "error: the line is too long\n92\n");
    let output = linja(&["turns", "-"], b"00000417/63102000 b\n00600006/00060006 b\n");
    assert_eq!((stdout(&output), output.status.code()), ("over\npass\n", Some(0)));
    let output = linja(&["show", "--json", "-"], b"x\n61111110/01111116 b\n");
    assert_eq!(stdout(&output).lines().count(), 2);
    assert!(stdout(&output).lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    assert_eq!(stdout(&linja(&["show", "-"], b"61111110/01111116 b\n")).lines().count(), 1);
}

#[test]
fn byte_order_mark_and_windows_line_ends_are_skipped() {
    let output = linja(&["score", "-"], b"\xef\xbb\xbf00000417/63102000 b\r\n61111110/01111116 b\r\n");
    assert_eq!((stdout(&output), output.status.code()), ("46 39\n-30 -30\n", Some(0)));
    let record = file("marked.linja", b"\xef\xbb\xbf[Rules \"classic\"]\r\n\r\n1. ab ac | hg hf\r\n");
    let path = record.to_str().expect("UTF-8");
    assert!(data(&["replay", path]).starts_with("rules     classic\nturns     2\n"));
    let bytes = fs::read(&record).expect("a file");
    assert!(stdout(&linja(&["replay", "-"], &bytes)).starts_with("rules     classic\nturns     2\n"));
}

#[test]
fn output_is_flushed_before_waiting_for_the_next_line() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_linja"))
        .args(["score", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = child.stdin.take().expect("piped");
    let mut scores = BufReader::new(child.stdout.take().expect("piped")).lines();
    for _ in 0..3 {
        input.write_all(b"00000417/63102000 b\n").expect("it reads");
        assert_eq!(scores.next().expect("a line").expect("UTF-8"), "46 39");
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn usage_errors_are_exit_code_two_with_a_reason() {
    let empty = file("empty.linja", b"");
    let empty = empty.to_str().expect("UTF-8");
    let cases: [(&[&str], &str); 18] = [
        (&["score", "61111110/01111116 w"], "character 19: expected the side to move, b or r, found “w”"),
        (&["score", "60411000/00300036 r"], "row c holds 7 pawns, at most 6"),
        (&["score", ""], "the position is empty"),
        (&["turns", "--rules", "chess"], "no rule set is called “chess”"),
        (&["perft", "many"], "invalid value 'many' for '<DEPTH>'"),
        (&["perft", "--divide", "2", "-"], "--divide takes one position"),
        (&["replay", "no/such/file"], "can't read the record no/such/file: No such file"),
        (
            &["probe", "--rules", "geeky"],
            "the rule set geeky is not solved yet: run linja solve --rules geeky",
        ),
        (&["line"], "the rule set bonus is not solved yet"),
        (&["puzzle"], "the rule set bonus is not solved yet: run linja solve --rules bonus"),
        (&["review", "no/such/file"], "can't read the record no/such/file: No such file"),
        (&["review", empty], "the rule set bonus is not solved yet: run linja solve --rules bonus"),
        (&["review", "--svg", "--json", empty], "cannot be used with"),
        (&["verify"], "the rule set bonus is not solved yet"),
        (&["pack", "bonus.linja"], "the rule set bonus is not solved yet"),
        (&["stats"], "the rule set bonus is not solved yet"),
        (&["solve", "--all", "--rules", "bonus"], "cannot be used with"),
        (&["dance"], "unrecognized subcommand 'dance'"),
    ];
    for (args, reason) in cases {
        let output = linja(args, b"");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(stdout(&output), "", "{args:?}");
        assert!(stderr(&output).contains(reason), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn replay_prints_the_end_of_a_legal_game() {
    let record = file("legal.linja", b"[Setup \"0000000c/b0000001 r\"]\n[Result \"60-52\"]\n1. hg\n");
    let path = record.to_str().expect("UTF-8");
    assert_eq!(
        data(&["replay", path]),
        "rules     bonus\nturns     1\nposition  0000000c/b0000010 b\nscore     60 52\nresult    Black wins by 8\n"
    );
    let read = json(&["replay", "--json", path]);
    assert_eq!(read["winner"], "black");
    assert_eq!(read["termination"], "normal");
    let unfinished = linja(&["replay", "--json", "-"], b"1. ab ac | hg hf");
    let unfinished: Value = serde_json::from_slice(&unfinished.stdout).expect("JSON");
    assert_eq!((&unfinished["termination"], &unfinished["winner"]), (&Value::Null, &Value::Null));
    let output = linja(&["replay", "-"], b"1. ab ac | hg hf");
    assert!(stdout(&output).contains("result    unfinished, Black to move\n"), "{}", stdout(&output));
}

#[test]
fn replay_names_the_first_illegal_turn() {
    let record = file("illegal.linja", b"1. ab ac | hg hf\n2. ab ac | gf ed\n");
    let path = record.to_str().expect("UTF-8");
    let output = linja(&["replay", path], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        stdout(&output),
        "error: turn 2: the follow-up must be 3 rows, “ac” is 2 (Black’s turn, line 2)\n"
    );
    let output = linja(&["replay", "--json", path], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(serde_json::from_str::<Value>(stdout(&output)).expect("JSON")["error"].is_string());
    let output = linja(&["replay", "-"], b"[Black \"\xff\"]");
    assert_eq!(stdout(&output), "error: byte 9: the record is not UTF-8 text\n");
    let output = linja(&["replay", "-"], &vec![b' '; 2_000_000]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn replay_reports_each_record_of_a_file() {
    let records = b"[Rules \"classic\"]\n\n1. ab ce | hg ec\n\n[Black \"Ada\"]\n\n1. ab zz\n\n[Rules \"geeky\"]\n\n[Rules \"bonus\"]\n\n1. ab ac\n";
    let path = file("several.linja", records);
    let args = ["replay", path.to_str().expect("UTF-8")];
    let output = linja(&args, b"");
    assert_eq!(output.status.code(), Some(1), "one of them is bad");
    let reports: Vec<&str> = stdout(&output).split("\n\n").collect();
    assert!(reports[0].starts_with("rules     classic\nturns     2\n"), "{reports:?}");
    assert!(reports[1].starts_with("error: turn 1: ") && reports[1].ends_with("line 7)"), "{reports:?}");
    assert!(reports[2].starts_with("rules     geeky\nturns     0\n"), "{reports:?}");
    assert!(reports[3].starts_with("rules     bonus\nturns     1\n") && reports.len() == 4, "{reports:?}");
    assert_eq!(stdout(&linja(&["replay", "-"], records)), stdout(&output));

    let output = linja(&[&args[..], &["--json"]].concat(), b"");
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let rules: Vec<&Value> = lines.iter().map(|line| &line["rules"]).collect();
    assert_eq!(
        rules,
        ["classic", "", "geeky", "bonus"]
            .map(|id| if id.is_empty() { Value::Null } else { id.into() })
            .each_ref()
    );
    assert!(lines[1]["error"].is_string());
}

#[test]
fn board_is_drawn_without_colours_into_a_file() {
    let board = data(&["show", "01001064/00300603 b"]);
    assert!(!board.contains('\u{1b}'), "no escape sequence outside a terminal");
    let row = |letter: &str| {
        board
            .lines()
            .find(|line| line.trim_start().starts_with(letter))
            .unwrap_or_default()
            .trim()
            .to_string()
    };
    assert_eq!(row("f"), "f   ○    ○    ○    ○    ○    ○  full     0    6");
    assert_eq!(row("c"), "c   ·    ·    ·    ○    ○    ○           0    3");
    assert_eq!(row("h"), "h   ● ● ● ●              ○ ○ ○           4    3");
    assert_eq!(board.matches('╪').count(), 7 * 3, "seven sticks");
    assert!(board.contains("Black 36"), "{board}");
}

#[test]
fn every_pawn_fits_on_the_drawn_board() {
    let board = data(&["show", "0000000c/0000000c b"]);
    assert_eq!(board.matches('●').count(), 12 + 1, "twelve pawns and the one beside the score");
    assert_eq!(board.matches('○').count(), 12 + 1);
}

#[test]
fn neither_data_directory_nor_home_is_needed_to_list_turns() {
    let output = Command::new(env!("CARGO_BIN_EXE_linja"))
        .arg("turns")
        .env_clear()
        .env("LINJA_HOME", "")
        .output()
        .expect("the binary runs");
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    assert_eq!(stdout(&output).lines().count(), 92);
}

#[test]
fn closed_pipe_ends_the_program_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_linja"))
        .args(["perft", "--divide", "3", "--rules", "geeky-spicy"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stderr(&output), "");
}

#[test]
fn help_teaches() {
    let help = data(&["--help"]);
    for word in ["opening", "follow-up", "show", "turns", "score", "perft", "replay", "Exit codes"] {
        assert!(help.contains(word), "{word} is missing in: {help}");
    }
    assert!(data(&["turns", "--help"]).contains("61111110/01111116 b"));
}
