//! Runs the examples and checks their output.

#[path = "../examples/probe.rs"]
#[allow(dead_code, reason = "the main function of the example is not called")]
mod probe;

use linja::{Position, RuleSet};

#[test]
fn probe_prints_the_value_and_the_best_turns() {
    let lines =
        probe::probe(&linja_testing::table(&RuleSet::BONUS), &Position::default()).expect("a good table");
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("61111110/01111116 b: ") && lines[0].ends_with(" for Black"), "{lines:?}");
    let value = lines[0].split_whitespace().nth(2).expect("the value");
    assert!(lines[1].trim_start().starts_with(value), "the best turn keeps the value: {lines:?}");
}
