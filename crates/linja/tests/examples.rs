//! The examples run and print what they promise.
#![allow(dead_code, reason = "the main functions of the examples are not called")]

#[path = "../examples/minimax.rs"]
mod minimax;
#[path = "../examples/read_record.rs"]
mod read_record;
#[path = "../examples/self_play.rs"]
mod self_play;
#[path = "../examples/ugi_bot.rs"]
mod ugi_bot;

use linja::{Position, Record, RuleSet, Side, Turn, Winner};

#[test]
fn self_play_prints_a_record_of_a_finished_game() {
    for rules in RuleSet::ALL {
        let record = self_play::play(rules, 7);
        assert!(record.game().is_over());
        assert_eq!(Record::parse(&record.to_string()), Ok(record));
    }
}

#[test]
fn the_minimax_bot_beats_chance() {
    let game = minimax::play(RuleSet::BONUS);
    assert_eq!(game.result().and_then(|result| result.winner), Some(Winner::Side(Side::Black)));
}

#[test]
fn a_record_is_read_turn_by_turn() {
    let text = "[Black \"Ada\"]\n1. ab ce | hg ec";
    let table = read_record::scores(text).unwrap();
    assert_eq!(table.lines().count(), 3);
    assert!(table.ends_with("Ada against ?: unfinished\n"), "{table}");
    assert!(read_record::scores(read_record::SAMPLE).unwrap().contains("resignation, red"));
}

#[test]
fn the_bot_of_the_engine_protocol_plays_legal_turns_by_the_rules_it_is_told() {
    for rules in RuleSet::every().step_by(40) {
        let position = linja_testing::random_positions(rules, 5)[3];
        let lines = format!(
            "ugi\nisready\nsetoption name Rules value {rules}\nuginewgame\nposition fen {position}\ngo movetime 9\nquit\ngo\n"
        );
        let mut answers = Vec::new();
        ugi_bot::run(lines.as_bytes(), &mut answers).unwrap();
        let answers = String::from_utf8(answers).unwrap();
        assert!(answers.contains("ugiok\nreadyok\n"), "{answers}");
        let turn = answers.lines().last().unwrap().strip_prefix("bestmove ").unwrap();
        Turn::parse(turn, &position, &rules).expect(turn);
    }
    let mut answers = Vec::new();
    ugi_bot::run("position startpos moves abac\ngo\n".as_bytes(), &mut answers).unwrap();
    let start = Turn::parse("abac", &Position::default(), &RuleSet::BONUS).unwrap();
    let turn = String::from_utf8(answers).unwrap();
    Turn::parse(turn.trim().strip_prefix("bestmove ").unwrap(), &start.result.position, &RuleSet::BONUS)
        .unwrap();
}
