//! `linja engine` through the real binary: transcripts of the engine protocol.

mod common;

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout};

use common::{command, data, no_tables, run, solved, stderr, stdout};
use linja::{Game, Position, RuleSet, Side, Turn};

/// The lines that the engine answers to these lines. Their end ends the engine.
fn answers(data_dir: &Path, args: &[&str], lines: &str) -> Vec<String> {
    let text = data(data_dir, &[&["engine"], args].concat(), lines);
    text.lines().map(String::from).collect()
}

fn plain(lines: &str) -> Vec<String> {
    answers(&no_tables(), &[], lines)
}

#[test]
fn engine_introduces_itself() {
    let told = plain("ugi\nisready\n");
    assert!(told[0].starts_with("id name Linja "), "{told:?}");
    assert!(told[1].starts_with("id author "), "{told:?}");
    assert_eq!(told[2], "option name Rules type string default bonus");
    let levels = "random var 1 var 2 var 3 var 4 var 5 var 6 var 7 var 8 var 9 var 10 var perfect";
    assert_eq!(told[3], format!("option name Level type combo default perfect var {levels}"));
    assert_eq!(told[told.len() - 2..], ["ugiok", "readyok"]);
}

#[test]
fn queries_tell_about_the_game_not_only_the_position() {
    let game = linja_testing::random_game(RuleSet::BONUS, 4);
    let turns: Vec<String> = game.turns().iter().map(|turn| turn.turn.compact().to_string()).collect();
    let asked = "query gameover\nquery p1turn\nquery result\n";
    let start = game.start();
    let all = turns.join(" ");
    let without_last = turns[..turns.len() - 1].join(" ");
    let told = plain(&format!(
        "position fen {start} moves {without_last}\n{asked}position fen {start} moves {all}\n{asked}query turns\n"
    ));
    assert_eq!(told[0], "response false");
    let before = game.turns()[turns.len() - 2].result.position;
    assert_eq!(told[1], format!("response {}", before.to_move() == Side::Black));
    assert_eq!(told[2], "response none");
    assert_eq!(told[3], "response true");
    let margin = game.score().margin(Side::Black).0;
    let winner = match margin {
        1.. => "p1win",
        0 => "draw",
        _ => "p2win",
    };
    assert_eq!(told[5..], [format!("response {winner}"), "response".into()]);
}

#[test]
fn latched_end_is_told_though_the_position_does_not_show_it() {
    // The follow-up brings the last black pawn past the last red one, and the bonus mixes the colours again (R5).
    let (position, turn) = latched_end();
    let told =
        plain(&format!("position fen {position} moves {turn}\nquery gameover\nquery fen\nquery turns\ngo\n"));
    assert_eq!(told[0], "response true");
    let shown: Position = told[1]["response ".len()..].parse().expect("a position");
    assert!(!shown.is_over(&RuleSet::BONUS), "{shown}");
    assert_eq!(told[2..], ["response", "info string the game is over, so there is no turn", "bestmove none"]);
}

/// A position and a turn of `bonus` that ends the game and leaves a position that alone is not over.
fn latched_end() -> (Position, String) {
    for seed in 0.. {
        for position in linja_testing::random_positions(RuleSet::BONUS, seed) {
            for complete in position.turns(&RuleSet::BONUS) {
                let result = complete.result;
                if result.is_over && !result.position.is_over(&RuleSet::BONUS) {
                    return (position, complete.turn.compact().to_string());
                }
            }
        }
    }
    unreachable!("such turns are not rare")
}

#[test]
fn turns_are_those_of_the_rules_in_all_rule_sets_tried() {
    for rules in [RuleSet::ALL.to_vec(), linja_testing::house_rules()[..4].to_vec()].concat() {
        let position = linja_testing::random_positions(rules, 3)[4];
        let told =
            plain(&format!("setoption name Rules value {rules}\nposition fen {position}\nquery turns\n"));
        let turns: Vec<Turn> = position.turns(&rules).iter().map(|turn| turn.turn).collect();
        let read = told[0].split(' ').skip(1).map(|turn| turn.parse().expect("a turn"));
        assert_eq!(read.collect::<Vec<Turn>>(), turns, "{rules}");
    }
}

#[test]
fn solved_rules_give_exact_scores() {
    let told = answers(solved(), &[], "position startpos\ngo infinite\n");
    assert_eq!(told[0], "info string exact: the value is from the table");
    assert!(told[1].starts_with("info score cp 100 time "), "{told:?}");
    let best = told[2].strip_prefix("bestmove ").expect("a turn");
    let turns = data(solved(), &["turns"], "");
    let kept: Vec<String> = turns
        .lines()
        .filter(|line| line.trim_start().starts_with("+1 "))
        .map(|line| line[4..].replace(' ', ""))
        .collect();
    assert!(kept.iter().any(|turn| turn == best), "{best} {kept:?}");
    assert!(told[1].ends_with(&format!(" pv {best}")), "{told:?}");
}

#[test]
fn search_tells_its_depth_and_says_where_it_is_exact() {
    let told = answers(solved(), &["--no-oracle"], "position startpos\ngo depth 3\n");
    assert!(told.iter().any(|line| line.starts_with("info depth 3 score cp ")), "{told:?}");
    assert!(!told.iter().any(|line| line.contains("depth 4") || line.contains("exact")), "{told:?}");
    let again = answers(&no_tables(), &[], "position startpos\ngo depth 3\n");
    assert_eq!(told.last(), again.last(), "the depth alone decides");
    // Near the end every line can be searched.
    let (position, _) = latched_end();
    let table: Vec<String> = answers(solved(), &[], &format!("position fen {position}\ngo\n"));
    let search = answers(&no_tables(), &[], &format!("position fen {position}\ngo depth 100\n"));
    let score = |lines: &[String]| {
        let last = lines
            .iter()
            .rev()
            .find(|line| line.starts_with("info ") && line.contains("score"))
            .expect("a score");
        last.split(' ').skip_while(|&word| word != "cp").nth(1).map(String::from)
    };
    assert!(search.iter().any(|line| line.starts_with("info string exact: every line")), "{search:?}");
    assert_eq!(score(&search), score(&table));
}

#[test]
fn every_way_to_limit_thinking_gives_a_legal_turn() {
    let mut lines = String::from("position startpos moves abac\n");
    let ways =
        ["movetime 30", "nodes 500", "depth 1", "p1time 200 p2time 300 p1inc 5 p2inc 5", "p1time 0 p2time 0"];
    for way in ways {
        lines += &format!("go {way}\n");
    }
    lines += "setoption name Level value 3\ngo nodes 100\nsetoption name Level value random\ngo movetime 1\n";
    let told = plain(&lines);
    let best: Vec<&str> = told.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(best.len(), ways.len() + 2, "{told:?}");
    let mut game = Game::new(RuleSet::BONUS, Side::Black);
    game.play_text("abac").expect("legal");
    for turn in best {
        Turn::parse(turn, game.position(), &RuleSet::BONUS).expect(turn);
    }
}

#[test]
fn sequences_are_counted() {
    let told = plain("go perft 2\ngo perft 0\nsetoption name Rules value classic\ngo perft 3\n");
    assert_eq!(told.len(), 92 + 1 + 1 + 43 + 1);
    assert_eq!(
        (told[92].as_str(), told[93].as_str(), told[137].as_str()),
        ("nodes 8692", "nodes 1", "nodes 248041")
    );
    assert!(told[0].starts_with("abac: "), "{}", told[0]);
}

#[test]
fn garbage_is_answered_and_never_ends_the_engine() {
    let mut input =
        b"hello\nposition startpos moves abac zz\nposition fen 1/2 b\nsetoption name Rules value chess\n"
            .to_vec();
    input.extend(
        b"setoption name Colour value red\nsetoption name Level value 11\ngo swiftly\nquery weather\n",
    );
    input.extend(b"\xff\xfe\x00\n");
    input.extend(b"x".repeat(10_000));
    input.extend(b"\n\n  \nstop\nposition startpos\nquery p1turn\nisready\n");
    let output = run(&no_tables(), &["engine"], &input);
    assert_eq!((output.status.code(), stderr(&output)), (Some(0), ""));
    let told: Vec<&str> = stdout(&output).lines().collect();
    let wrong = [
        "unknown command “hello”",
        "the position stays as it was: turn 2 of the list, “zz”: character 1: expected a row",
        "can't read the position: ",
        "option Rules: no rule set is called “chess”",
        "unknown option “Colour”",
        "option Level: there is no such player",
        "“swiftly” is no part of go",
        "a query is one of",
        "the line is not UTF-8 text",
        "the line is too long",
    ];
    assert_eq!(told.len(), wrong.len() + 2, "{told:?}");
    for (line, wrong) in told.iter().zip(wrong) {
        assert!(line.starts_with(&format!("info string {wrong}")), "{line}");
    }
    assert_eq!(told[wrong.len()..], ["response true", "readyok"]);
}

/// An engine that is talked to line by line.
struct Dialogue {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    fn begin(args: &[&str]) -> Dialogue {
        let mut child =
            command(&no_tables(), &[&["engine"], args].concat()).spawn().expect("the binary starts");
        let input = child.stdin.take().expect("piped");
        let output = BufReader::new(child.stdout.take().expect("piped"));
        Dialogue { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it reads");
    }

    /// Skips to the line that begins so. A search does not end before it.
    fn hear(&mut self, beginning: &str) -> String {
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("UTF-8"), 0, "it ended before {beginning}");
            if line.starts_with(beginning) {
                return line.trim_end().into();
            }
            assert!(!line.starts_with("bestmove"), "{line} before {beginning}");
        }
    }
}

#[test]
fn stop_isready_and_quit_are_answered_while_the_engine_thinks() {
    let mut engine = Dialogue::begin(&["--rules", "classic"]);
    engine.say("position startpos\ngo infinite");
    engine.hear("info depth 2");
    engine.say("isready");
    engine.hear("readyok");
    // What needs a rest waits for it, in order.
    engine.say("position startpos moves abac\nquery p1turn\ngo infinite\nstop");
    engine.hear("bestmove ");
    engine.hear("response false");
    engine.hear("info depth 1");
    engine.say("quit");
    engine.hear("bestmove ");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn engine_ends_when_its_reader_or_its_writer_goes_away() {
    let mut engine = Dialogue::begin(&[]);
    engine.say("go infinite");
    engine.hear("info ");
    let Dialogue { mut child, input, mut output } = engine;
    drop(input);
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut output, &mut rest).expect("UTF-8");
    assert!(rest.lines().last().expect("an answer").starts_with("bestmove "), "{rest}");
    assert!(child.wait().expect("it ends").success());

    let mut engine = Dialogue::begin(&[]);
    drop(engine.output);
    let _ = writeln!(engine.input, "ugi");
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn same_seed_gives_the_same_game() {
    let lines = "setoption name Level value random\nposition startpos\ngo\ngo\ngo\ngo\ngo\ngo\n";
    let best = |lines: &str| -> Vec<String> {
        plain(lines).into_iter().filter(|line| line.starts_with("bestmove")).collect()
    };
    let one = best(lines);
    assert_eq!(one, best(lines));
    assert_ne!(one, best(&format!("setoption name Seed value 2\n{lines}")));
    assert!(one.iter().any(|turn| *turn != one[0]), "{one:?}");
}
