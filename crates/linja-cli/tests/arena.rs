//! `linja arena` with foreign programs, through the real binary: good ones, and ones that break the rules of play.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use common::bots::{LINJA, naughty, python_bot, root};
use common::{command, folder, no_tables, record, solved, stderr, stdout, wait_until};
use linja::{Termination, Winner};
use serde_json::Value;

/// The example of the rules crate. Cargo builds it with the tests of the whole workspace, but not for this test alone.
fn rust_bot() -> String {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let bot = BUILT.get_or_init(|| {
        let target = Path::new(LINJA).ancestors().nth(2).expect("a target directory");
        let bot = target.join("debug/examples/ugi_bot");
        if !bot.exists() {
            let build = Command::new(env!("CARGO"))
                .args(["build", "--quiet", "--offline", "--locked", "--package", "linja", "--all-features"])
                .args(["--example", "ugi_bot", "--target-dir"])
                .arg(target)
                .current_dir(root())
                .status();
            assert!(build.expect("cargo runs").success());
        }
        bot
    });
    format!("cmd:'{}'", bot.display())
}

fn arena(data_dir: &Path, args: &[&str]) -> Output {
    let output = command(data_dir, &[&["arena"], args].concat()).env("LINJA", LINJA).output();
    output.expect("the binary runs")
}

fn results(data_dir: &Path, args: &[&str]) -> Value {
    let output = arena(data_dir, &[args, &["--json"]].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    serde_json::from_str(stdout(&output)).expect("JSON")
}

#[test]
fn each_fault_loses_the_game_with_its_reason_and_the_arena_goes_on() {
    let cases = [
        ("hangs", "did not answer “go” within 2500 ms"),
        ("dies", "ended early (exit status: 1), last error “out of ideas”"),
        ("floods", "flooded its output: "),
        ("floods-a-line", "flooded its output: 65536 bytes"),
        ("cheats", "illegal turn, “bestmove ahah”: "),
        ("passes", "illegal turn, “bestmove pass”: "),
        ("answers-garbage", "illegal turn, “bestmove �nothing”: character 1: expected a row"),
        ("is-late", "answered late: after "),
        ("closes-its-output", "closed its output"),
    ];
    let bots = cases.map(|(fault, _)| naughty(fault));
    let players = format!("random,{}", bots.join(","));
    let records = folder("arena-faults");
    // Each bot against `random` and against each other one: a fault must not touch the next game.
    let told = results(
        &no_tables(),
        &["--players", &players, "--neighbours", "--games", "2", "--move-time", "2s", "--grace", "500ms"]
            .into_iter()
            .chain(["--records", records.to_str().expect("UTF-8")])
            .collect::<Vec<_>>(),
    );
    let faults = told["faults"].as_array().expect("a list");
    assert_eq!(faults.len(), 2 * cases.len(), "{faults:#?}");
    for (bot, (fault, reason)) in bots.iter().zip(cases) {
        let own: Vec<&Value> = faults.iter().filter(|fault| fault["player"] == **bot).collect();
        assert!(!own.is_empty(), "{fault}: {faults:#?}");
        for told in own {
            let told = told["reason"].as_str().expect("a reason");
            assert!(told.starts_with(reason), "{fault}: {told}");
        }
    }
    for standing in told["standings"].as_array().expect("a list") {
        let result = &standing["result"];
        let games = if standing["player"] == "random" || standing["player"] == *bots[8] { 2 } else { 4 };
        assert_eq!(result["games"], games, "{standing}");
        assert!(result["faults"].as_u64() <= result["losses"].as_u64(), "{standing}");
        assert_eq!(result["loss_per_turn"], Value::Null);
    }
    let by_random = record(&records.join("000001.linja"));
    assert_eq!(by_random.tag("Fault").map(|fault| fault.starts_with("did not answer")), Some(true));
    assert!(matches!(by_random.game().termination(), Some(Termination::Time(_))));
    let game = faults.iter().find(|fault| fault["player"] == *bots[4]).expect("the cheat")["game"].as_u64();
    let cheated = record(&records.join(format!("{:06}.linja", game.expect("a number"))));
    let winner = cheated.game().result().and_then(|result| result.winner).expect("a winner");
    let loser = if cheated.tag("Black") == Some(&bots[4]) { linja::Side::Black } else { linja::Side::Red };
    assert_eq!(winner, Winner::Side(!loser));
}

#[test]
fn example_bots_play_legal_turns_by_every_rule_set_tried() {
    for rules in ["bonus", "classic", "geeky-spicy", "bonus+goal-count+again-may"] {
        let players = format!("random,{},{}", python_bot(), rust_bot());
        let told = results(
            &no_tables(),
            &["--players", &players, "--games", "4", "--rules", rules, "--move-time", "10s"],
        );
        assert_eq!(told["faults"], Value::Array(Vec::new()), "{rules}");
        let games: u64 = told["standings"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|standing| standing["result"]["games"].as_u64())
            .sum();
        assert_eq!(games, 24);
    }
}

#[test]
fn engine_plays_perfectly_over_the_protocol_and_losses_are_exact() {
    let engine = format!("cmd:'{LINJA}' engine");
    let players = format!("{engine},{},perfect", rust_bot());
    let args = ["--players", &players, "--games", "4", "--clock", "20s+100ms"];
    let told = results(solved(), &args);
    assert_eq!(told["faults"], Value::Array(Vec::new()));
    let result = |player: &str| {
        let standings = told["standings"].as_array().expect("a list");
        standings.iter().find(|standing| standing["player"] == player).expect("a player")["result"].clone()
    };
    assert_eq!(
        (&result(&engine)["loss_per_turn"], &result("perfect")["loss_per_turn"]),
        (&0.0.into(), &0.0.into())
    );
    assert!(result(&rust_bot())["loss_per_turn"].as_f64() > Some(0.1), "{told}");
}

#[test]
fn openings_come_twice_with_the_sides_swapped() {
    let records = folder("arena-openings");
    let path = records.to_str().expect("UTF-8");
    results(
        &no_tables(),
        &[
            "--players",
            &format!("random,{}", rust_bot()),
            "--games",
            "6",
            "--opening-turns",
            "3",
            "--move-time",
            "10s",
            "--records",
            path,
        ],
    );
    let game = |number: usize| record(&records.join(format!("{number:06}.linja")));
    let mut openings = Vec::new();
    for pair in 0..3 {
        let (one, other) = (game(2 * pair + 1), game(2 * pair + 2));
        let turns = |record: &linja::Record| {
            record.game().turns()[..3].iter().map(|turn| turn.turn).collect::<Vec<_>>()
        };
        let mirrored: Vec<_> = turns(&one).iter().map(linja::Turn::mirrored).collect();
        assert_eq!(mirrored, turns(&other));
        // The same player has the same colour, but the other one begins.
        assert_eq!(one.tag("Black"), other.tag("Black"));
        assert_ne!(one.game().start().to_move(), other.game().start().to_move());
        openings.push(turns(&one));
    }
    assert!(openings[0] != openings[1] && openings[1] != openings[2], "{openings:?}");
}

#[test]
fn table_decides_games_that_are_broken_off() {
    let records = folder("arena-adjudicated");
    let path = records.to_str().expect("UTF-8");
    let args = ["--players", "4,8", "--games", "6", "--adjudicate", "5", "--records", path];
    let told = results(solved(), &args);
    let mut margins = 0;
    for number in 1..=6 {
        let record = record(&records.join(format!("{number:06}.linja")));
        let game = record.game();
        assert_eq!(game.turns().len(), 5);
        let probed: i32 = common::data(solved(), &["probe", &game.position().to_string()], "")
            .trim()
            .parse()
            .expect("a margin");
        let for_black = if game.position().to_move() == linja::Side::Black { probed } else { -probed };
        let tag: i32 = record.tag("Adjudicated").expect("a tag").parse().expect("a margin");
        assert_eq!(tag, for_black);
        margins += if record.tag("Black") == Some("level 4") { for_black } else { -for_black };
    }
    let mean = told["pairings"][0]["results"][0]["margin"]["middle"].as_f64().expect("a mean");
    assert!((mean - f64::from(margins) / 6.0).abs() < 1e-9, "{mean} {margins}");
}

#[test]
fn sequential_test_stops_early_and_says_what_it_decided() {
    let args = ["--players", "9,2", "--games", "400", "--sprt", "0,100", "--opening-turns", "2"];
    let one = results(solved(), &[&args[..], &["--threads", "1"]].concat());
    assert_eq!(one["sprt"]["decision"], "high");
    let games = one["pairings"][0]["results"][0]["games"].as_u64().expect("a number");
    assert!((4..100).contains(&games) && games.is_multiple_of(2), "{games}");
    assert_eq!(one, results(solved(), &[&args[..], &["--threads", "3"]].concat()), "threads do not matter");
    let text = arena(solved(), &["--players", "2,9", "--games", "400", "--sprt", "-100,0"]);
    assert!(
        stdout(&text)
            .contains("sequential test, level 2 against level 9: rather -100 or +0 Elo? -100 after "),
        "{}",
        stdout(&text)
    );
    let few = arena(solved(), &["--players", "5,6", "--games", "2", "--sprt", "0,5"]);
    assert!(stdout(&few).contains("undecided after 2 games"), "{}", stdout(&few));
}

#[test]
fn mistakes_in_the_arguments_are_told_before_the_first_game() {
    for (args, message) in [
        (
            &["--players", "random,cmd:./no-such-bot"][..],
            "the program ./no-such-bot can't be started: No such file",
        ),
        (&["--players", "random,cmd:"], "a command is missing after cmd:"),
        (&["--players", "random,cmd:true"], "the program true ended early (exit status: 0)"),
        (&["--players", "random,cmd:cat"], "the program cat did not answer “ugi” within 500 ms"),
        (&["--players", "3,cmd:cat"], "the rule set bonus is not solved yet"),
        (&["--players", "random,cmd:cat", "--adjudicate", "9"], "the rule set bonus is not solved yet"),
        (&["--players", "random,cmd:cat", "--sprt", "20,0"], "--sprt needs two differences"),
        (&["--players", "random,1,2", "--sprt", "0,20"], "--sprt needs exactly two players"),
        (&["--players", "random,cmd:cat", "--clock", "soon"], "use a time up to an hour"),
        (&["--players", "random,bot"], "or cmd: and the command of a program"),
    ] {
        let output = arena(&no_tables(), &[args, &["--patience", "500ms"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", stderr(&output));
        assert!(stderr(&output).contains(message), "{args:?}: {}", stderr(&output));
    }
}

#[test]
fn interrupting_ends_the_arena_and_its_programs_while_one_hangs() {
    let records = folder("arena-interrupted");
    let path = records.to_str().expect("UTF-8");
    let players = format!("random,{}", naughty("hangs"));
    let args = ["arena", "--players", &players, "--clock", "3600s", "--threads", "1", "--records", path];
    let sign = folder("arena-hangs").join("sign");
    let mut arena = command(&no_tables(), &args);
    let mut child = arena.env("LINJA", LINJA).env("HANGS", &sign).spawn().expect("the binary starts");
    wait_until("the bot hangs in the first game", || sign.exists());
    linja_testing::send_signal(&child, "INT");
    // The bot would hang for an hour.
    wait_until("the arena ends", || child.try_wait().expect("a child").is_some());
    let output = child.wait_with_output().expect("it has ended");
    assert_eq!((output.status.code(), stdout(&output)), (Some(130), ""));
    assert!(stderr(&output).contains("Interrupted: no results."), "{}", stderr(&output));
    assert_eq!(fs::read_dir(&records).expect("a folder").count(), 0);
}
