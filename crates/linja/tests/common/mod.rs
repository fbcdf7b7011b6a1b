//! Helpers shared by several test programs.
#![allow(dead_code, reason = "each test program uses a part of it")]

use linja::{CompleteTurn, Position, RuleSet, Turn, fast, readable};

pub fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All turns of a position. Asserts that both generators agree.
pub fn turns(rules: RuleSet, text: &str) -> Vec<CompleteTurn> {
    let position = position(text);
    let turns = readable::complete_turns(&position, &rules);
    assert_eq!(turns, fast::complete_turns(&position, &rules), "{text} by {rules}");
    turns
}

/// The written forms of all turns of a position.
pub fn written(rules: RuleSet, text: &str) -> Vec<String> {
    turns(rules, text).iter().map(|complete| complete.turn.to_string()).collect()
}

/// Plays one turn. Asserts that both generators find it.
pub fn play(rules: RuleSet, text: &str, turn: &str) -> CompleteTurn {
    let played = Turn::parse(turn, &position(text), &rules).unwrap_or_else(|error| panic!("{turn}: {error}"));
    assert!(turns(rules, text).contains(&played), "{turn} is not generated in {text} by {rules}");
    played
}

/// Why a turn is illegal. Asserts that neither generator finds it.
pub fn refusal(rules: RuleSet, text: &str, turn: &str) -> String {
    assert!(
        !written(rules, text).iter().any(|known| known == turn),
        "{turn} is generated in {text} by {rules}"
    );
    Turn::parse(turn, &position(text), &rules).expect_err("this turn is not legal").to_string()
}
