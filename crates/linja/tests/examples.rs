//! The examples run and print what they promise.
#![allow(dead_code, reason = "the main functions of the examples are not called")]

#[path = "../examples/minimax.rs"]
mod minimax;
#[path = "../examples/read_record.rs"]
mod read_record;
#[path = "../examples/self_play.rs"]
mod self_play;

use linja::{Record, RuleSet, Side, Winner};

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
