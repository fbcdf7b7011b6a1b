//! `linja best`, `hint` without a table, `puzzle` and `arena` through the real binary.

mod common;

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use common::{command, data, folder, json, no_tables, run, solved, stderr, stdout};
use linja::{Record, Side, Winner};
use serde_json::{Value, json};

const START: &str = "61111110/01111116 b";
const OVER: &str = "00000417/63102000 b";

fn stdout_json(args: &[&str], data_dir: &Path) -> (Value, Option<i32>) {
    let output = run(data_dir, args, b"");
    (serde_json::from_slice(&output.stdout).expect("JSON"), output.status.code())
}

/// The exact margin of a turn.
fn margin_of(position: &str, turn: &str) -> i64 {
    let listed = json(solved(), &["turns", "--json", position]);
    let turns = listed["turns"].as_array().expect("turns");
    let found = turns.iter().find(|listed| listed["turn"] == turn).expect("the turn is legal");
    found["margin"].as_i64().expect("a margin")
}

#[test]
fn best_turn_keeps_the_margin_and_says_so() {
    assert!(data(solved(), &["best"], "").starts_with("+1  "));
    let best = json(solved(), &["best", "--json"]);
    assert_eq!((&best["margin"], &best["estimate"]), (&json!(1), &Value::Null));
    assert_eq!(
        (&best["rules"], &best["position"], &best["level"]),
        (&json!("bonus"), &json!(START), &json!("perfect"))
    );
    assert_eq!(margin_of(START, best["turn"].as_str().expect("a turn")), 1);
    assert_eq!(best["over"], false);
    assert!(best["after"].as_str().is_some_and(|after| after.ends_with(" r")));
}

#[test]
fn level_errs_by_its_seed_alone() {
    let turns = |level: &str| -> Vec<String> {
        let turn = |seed: u32| data(solved(), &["best", "--level", level, "--seed", &seed.to_string()], "");
        let turns: Vec<String> = (0..12).map(turn).collect();
        assert_eq!(turns[3], turn(3));
        turns
    };
    let lost = |turns: &[String]| turns.iter().filter(|turn| !turn.starts_with("+1  ")).count();
    let (random, perfect) = (turns("random"), turns("perfect"));
    assert!(lost(&random) > 6, "{random:?}");
    assert_eq!(lost(&perfect), 0, "{perfect:?}");
    // Each line starts from the seed, independent of the lines before.
    let lines = data(solved(), &["best", "--level", "1", "--seed", "5", "-"], &format!("{START}\n{START}\n"));
    let [first, second] = lines.lines().collect::<Vec<_>>()[..] else { panic!("{lines}") };
    assert_eq!(first, second);
}

#[test]
fn best_answers_every_line_also_for_programs() {
    for data_dir in [solved(), &no_tables()] {
        let input = format!("{START}\n{OVER}\nx\n0000000c/90001101 b\n");
        let output = run(data_dir, &["best", "--time", "1s", "-"], input.as_bytes());
        assert_eq!((output.status.code(), stderr(&output)), (Some(1), ""), "one line is bad");
        let lines: Vec<&str> = stdout(&output).lines().collect();
        assert_eq!((lines.len(), lines[1], lines[3]), (4, "over", "+8  pass"), "{lines:?}");
        assert!(lines[2].starts_with("error: character 1: "), "{lines:?}");
        let output = run(data_dir, &["best", "--time", "1s", "--json", "-"], input.as_bytes());
        let values: Vec<Value> =
            stdout(&output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((&values[1]["turn"], &values[1]["position"]), (&Value::Null, &json!(OVER)));
        assert!(values[2]["error"].is_string());
        assert_eq!((&values[3]["turn"], &values[3]["margin"]), (&json!("pass"), &json!(8)));
    }
    let (value, code) = stdout_json(&["best", "--json", OVER], solved());
    assert_eq!((&value["turn"], &value["margin"], code), (&Value::Null, &Value::Null, Some(1)));
    let output = run(solved(), &["best", OVER], b"");
    assert_eq!((stdout(&output), output.status.code()), ("", Some(1)));
    assert_eq!(stderr(&output), "There is no turn: the game is over in this position.\n");
}

#[test]
fn estimates_are_never_called_margins() {
    let unsolved = no_tables();
    for (data_dir, args) in [(unsolved.as_path(), &[][..]), (solved(), &["--no-oracle"][..])] {
        for command in ["best", "hint"] {
            let args = [&[command, "--time", "10ms"][..], args].concat();
            let text = data(data_dir, &args, "");
            assert!(text.contains('≈'), "{text}");
            let value = json(data_dir, &[&args[..], &["--json"]].concat());
            assert_eq!(value["margin"], Value::Null);
            assert!(value["estimate"].is_f64(), "{value}");
        }
    }
}

#[test]
fn hint_without_a_table_lists_estimates_and_how_to_know_better() {
    let text = data(&no_tables(), &["hint", "--time", "10ms", "--rules", "geeky"], "");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("These are estimates; linja solve --rules geeky makes them exact."));
    assert_eq!(lines.next(), Some(""));
    let turns: Vec<&str> = lines.collect();
    assert_eq!(turns.len(), 3, "{text}");
    assert!(turns.iter().all(|turn| turn.trim_start().starts_with('≈')), "{text}");
    let text = data(solved(), &["hint", "--no-oracle", "--time", "10ms"], "");
    assert!(text.starts_with("These are estimates; leave --no-oracle out for exact values.\n\n"), "{text}");

    let (exact, guessed) =
        (json(solved(), &["hint", "--json"]), json(&no_tables(), &["hint", "--json", "--time", "10ms"]));
    let keys = |value: &Value| {
        let keys = value.as_object().expect("an object").keys();
        // Only estimates have these.
        let is_common = |key: &&String| !["estimate", "weights"].contains(&key.as_str());
        keys.filter(is_common).cloned().collect::<Vec<_>>()
    };
    assert_eq!(keys(&exact), keys(&guessed), "programs find the same fields");
    assert_eq!((exact.get("weights"), &guessed["weights"]), (None, &json!("rule_set")));
    assert_eq!(keys(&exact["turns"][0]), keys(&guessed["turns"][0]));
    assert_eq!(exact["results"], guessed["results"], "each result once");
    assert_eq!((exact.get("estimate"), exact["turns"][0].get("estimate")), (None, None));
    assert_eq!((&guessed["right"], &guessed["turns"][0]["lost"]), (&Value::Null, &Value::Null));
    assert_eq!(guessed["turns"][0]["reasons"], json!([]));
    assert_eq!(guessed["turns"][0]["estimate"], guessed["estimate"]);

    let input = format!("{START}\n{OVER}\nx\n");
    let output = run(&no_tables(), &["hint", "--time", "10ms", "-"], input.as_bytes());
    assert_eq!((output.status.code(), stderr(&output)), (Some(1), ""));
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert!(lines[0].trim_start().starts_with('≈') && lines[1] == "over" && lines[2].starts_with("error: "));
    let (value, code) = stdout_json(&["hint", "--json", OVER], &no_tables());
    assert_eq!((&value["margin"], &value["estimate"], code), (&Value::Null, &Value::Null, Some(1)));
}

#[test]
fn search_that_has_read_everything_agrees_with_the_table() {
    let position = "00011127/90021000 b";
    let (exact, read) = (
        json(solved(), &["hint", "--json", position]),
        json(&no_tables(), &["hint", "--json", "--time", "60s", position]),
    );
    for field in ["margin", "estimate", "right", "results", "opening"] {
        assert_eq!(exact[field], read[field], "{field}");
    }
    let worth = |hint: &Value| {
        let turns = hint["turns"].as_array().expect("turns").iter();
        turns.map(|turn| (turn["margin"].clone(), turn["lost"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(worth(&exact), worth(&read));
    let text = data(&no_tables(), &["hint", "--time", "60s", position], "");
    assert!(text.starts_with("These margins are exact, read to the end of the game.\n\n     0  de fh +gh\n"));
}

#[test]
fn misuse_says_what_to_do() {
    let records = folder("players-old-records");
    fs::write(records.join("000001.linja"), "").expect("a file");
    let records = records.to_str().expect("UTF-8");
    let cases: [(&[&str], &str); 21] = [
        (&["best", "--time", "5m"], "use a time up to an hour, such as 500ms or 2s"),
        (&["best", "--time", "-1s"], "use a time up to an hour"),
        (&["best", "--time", "nan"], "use a time up to an hour"),
        (&["best", "--time", "inf"], "use a time up to an hour"),
        (&["best", "--time", "3601"], "use a time up to an hour"),
        (&["hint", "--time", ""], "a time up to an hour"),
        (&["best", "--level", "0"], "use a level from 1 to 10, perfect or random"),
        (&["best", "--seed", "x"], "invalid value 'x' for '--seed <S>'"),
        (&["best", "x"], "can't read the position \"x\": character 1: expected Black’s count on row a"),
        (&["puzzle", "--date", "2026-02-30"], "there is no such day: write a date as year, month and day"),
        (&["puzzle", "--date", "today"], "like 2026-11-15"),
        (
            &["puzzle", "--rules", "geeky"],
            "the rule set geeky is not solved yet: run linja solve --rules geeky",
        ),
        (&["arena"], "--players <LIST>"),
        (&["arena", "--players", "3"], "--players needs two players or more, such as --players 3,5"),
        (&["arena", "--players", "3,5,3"], "--players names 3 twice; name each player once"),
        (&["arena", "--players", "3,,5"], "use a level from 1 to 10, perfect or random"),
        (&["arena", "--players", "3,5", "--games", "3"], "3 games are an odd number"),
        (&["arena", "--players", "3,5", "--games", "0"], "--games must be above 0, such as --games 100"),
        (
            &["arena", "--players", "3,5"],
            "the rule set bonus is not solved yet: run linja solve --rules bonus",
        ),
        (
            &["arena", "--players", "3,5", "--records", records],
            "already holds records; name another folder with --records",
        ),
        (&["arena", "--players", "3,5", "--records", "/dev/null/x"], "can't create the folder /dev/null/x"),
    ];
    for (args, reason) in cases {
        let output = run(&no_tables(), args, b"");
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), ""), "{args:?}");
        assert!(stderr(&output).contains(reason), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn puzzle_of_a_day_has_one_right_result() {
    let args = ["puzzle", "--date", "2026-11-14"];
    let text = data(solved(), &args, "");
    assert!(text.starts_with("Puzzle of 2026-11-14, rules bonus\n\n"), "{text}");
    assert!(text.ends_with("Add --solution to see the solution.\n"), "{text}");
    assert_eq!(text, data(solved(), &args, ""), "the same for everyone");
    let puzzle = json(solved(), &[&args[..], &["--json"]].concat());
    let told = json(solved(), &[&args[..], &["--json", "--solution"]].concat());
    assert!(puzzle.get("solutions").is_none() && puzzle.get("margin").is_none(), "nothing is given away");
    for field in ["rules", "date", "position", "aim", "results", "difficulty", "found"] {
        assert_eq!(puzzle[field], told[field], "{field}");
    }
    assert_eq!(puzzle["found"].as_array().map(Vec::len), Some(10));

    let position = puzzle["position"].as_str().expect("a position");
    assert!(text.contains(position), "{text}");
    let listed = json(solved(), &["turns", "--json", position]);
    let aim = i64::from(told["aim"] == "win");
    let right = |turn: &&Value| turn["margin"].as_i64() >= Some(aim);
    let right: Vec<&Value> = listed["turns"].as_array().expect("turns").iter().filter(right).collect();
    let mut written: Vec<&Value> = right.iter().map(|turn| &turn["turn"]).collect();
    let mut solutions: Vec<&Value> = told["solutions"].as_array().expect("solutions").iter().collect();
    written.sort_by_key(ToString::to_string);
    solutions.sort_by_key(ToString::to_string);
    assert_eq!(written, solutions);
    assert!(right.iter().all(|turn| turn["after"] == right[0]["after"]), "they have one result: {right:?}");
    let solved = data(solved(), &[&args[..], &["--solution"]].concat(), "");
    assert!(solutions.iter().all(|turn| solved.contains(turn.as_str().expect("a turn"))), "{solved}");
}

/// Standard output of `linja arena`, which must report progress on standard error.
fn arena(args: &[&str]) -> String {
    let output = run(solved(), &[&["arena"], args].concat(), b"");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", stderr(&output));
    assert!(stderr(&output).ends_with(" s left\n"), "{}", stderr(&output));
    stdout(&output).to_string()
}

#[test]
fn arena_depends_on_its_seed_alone() {
    let with = |more: &[&str]| arena(&[&["--players", "random,2,9", "--games", "6"], more].concat());
    let one = with(&["--threads", "1"]);
    assert_eq!(one, with(&["--threads", "3"]));
    assert_ne!(one, with(&["--seed", "2"]));
    let lines: Vec<&str> = one.lines().collect();
    assert_eq!(lines[0], "bonus, 6 games a pairing, seed 1");
    assert_eq!(lines.len(), 2 + 1 + 3 + 1 + 1 + 3, "{one}");
    assert!(
        lines[3].starts_with("level 9         12 ") && lines[5].starts_with("random          12 "),
        "{one}"
    );
    assert!(lines[8].contains("+∞ (+77 to +∞)"), "{one}");
    let ladder = with(&["--neighbours"]);
    assert_eq!(ladder.lines().count(), 2 + 1 + 3 + 1 + 1 + 2, "{ladder}");
    assert!(ladder.lines().nth(3).is_some_and(|line| line.starts_with("random           6 ")), "{ladder}");
}

/// The side of `own` in a game against `other`; `None` if other players played.
fn side_against(record: &Record, own: &str, other: &str) -> Option<Side> {
    match (record.tag("Black")?, record.tag("Red")?) {
        names if names == (own, other) => Some(Side::Black),
        names if names == (other, own) => Some(Side::Red),
        _ => None,
    }
}

#[test]
fn records_of_an_arena_add_up_to_its_results() {
    let folder = folder("players-records");
    let records = folder.to_str().expect("UTF-8");
    let text = arena(&["--players", "random,1,perfect", "--games", "4", "--json", "--records", records]);
    let result: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&result["rules"], &result["games"], &result["seed"]),
        (&json!("bonus"), &json!(4), &json!(1))
    );
    let mut paths: Vec<_> =
        fs::read_dir(&folder).expect("a folder").map(|e| e.expect("one").path()).collect();
    paths.sort();
    assert_eq!(paths.len(), 12);
    let read = |path: &Path| {
        assert!(data(&no_tables(), &["replay", path.to_str().expect("UTF-8")], "").contains("turns "));
        Record::parse(&fs::read_to_string(path).expect("a file")).expect("a record")
    };
    let games: Vec<Record> = paths.iter().map(|path| read(path)).collect();
    for pairing in result["pairings"].as_array().expect("pairings") {
        let name = |i: usize| match pairing["players"][i].as_str().expect("a player") {
            "1" => "level 1".to_string(),
            other => other.into(),
        };
        for i in 0..2 {
            let (own, other) = (name(i), name(1 - i));
            let (mut score, mut margins, mut seats) = ([0; 3], 0, HashSet::new());
            for record in &games {
                let Some(side) = side_against(record, &own, &other) else { continue };
                let game = record.game();
                let place = match game.result().and_then(|result| result.winner).expect("finished") {
                    Winner::Side(winner) if winner == side => 0,
                    Winner::Draw => 1,
                    Winner::Side(_) => 2,
                };
                score[place] += 1;
                margins += i32::from(game.score().margin(side).0);
                seats.insert((side, game.start().to_move()));
            }
            let told = &pairing["results"][i];
            assert_eq!([&told["wins"], &told["draws"], &told["losses"]], score.map(|n| json!(n)).each_ref());
            assert_eq!(told["margin"]["middle"].as_f64(), Some(f64::from(margins) / 4.0));
            assert_eq!(seats.len(), 4, "both sides, and on each begun once");
            assert_eq!(told["points"].as_f64(), Some(f64::from(score[0]) + f64::from(score[1]) / 2.0));
        }
    }
    let standings = result["standings"].as_array().expect("standings");
    let points: f64 = standings.iter().filter_map(|player| player["result"]["points"].as_f64()).sum();
    assert!((points - 12.0).abs() < 1e-9, "one point for each game");
    assert_eq!((standings.len(), &standings[0]["player"]), (3, &json!("perfect")));
    assert_eq!(standings[0]["result"]["loss_per_turn"], json!(0.0));
}

#[cfg(unix)]
#[test]
fn interrupted_arena_counts_nothing_and_keeps_its_records() {
    let folder = folder("players-interrupted");
    let records = folder.to_str().expect("UTF-8");
    let args = ["arena", "--players", "8,9", "--games", "800", "--threads", "1", "--records", records];
    let mut child = command(solved(), &args).spawn().expect("the binary starts");
    let mut errors = BufReader::new(child.stderr.take().expect("piped")).lines();
    assert!(errors.next().expect("progress").expect("UTF-8").contains(" of 800 games"));
    linja_testing::send_signal(&child, "INT");
    let last = errors.last().expect("a message").expect("UTF-8");
    assert_eq!(last, "Interrupted: no results. Records written so far are kept.");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), stdout(&output)), (Some(130), ""));
    let kept = fs::read_dir(&folder).expect("a folder").count();
    assert!((80..800).contains(&kept), "{kept}");
}

#[test]
fn reader_that_goes_away_ends_a_game_quietly() {
    for args in
        [&["play", "--first", "black"][..], &["best", "--time", "1ms", "-"], &["hint", "--time", "1ms", "-"]]
    {
        let mut child = command(&no_tables(), args).spawn().expect("the binary starts");
        drop(child.stdout.take());
        // Writing to a closed pipe must neither block nor print an error.
        let mut input = child.stdin.take().expect("piped");
        let line = format!("{START}\n").repeat(100);
        let _ = std::io::Write::write_all(&mut input, line.as_bytes());
        drop(input);
        let output = child.wait_with_output().expect("the binary ends");
        assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""), "{args:?}");
    }
}
