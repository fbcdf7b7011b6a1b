//! Solves house rules and compares the values with plain search without any table and with both verifiers. A sweep solves
//! all the house rules of `linja_testing` and verifies every position of each: minutes of CPU time for one. With
//! `LINJA_HOUSE_RULES=12..20` it does so only for those with the numbers 12 to 19, so that an interrupted sweep can go on.

mod common;

use std::env;
use std::ops::Range;

use common::{PlainSearch, late_positions, one_at_a_time, solve};
use linja::RuleSet;
use linja_oracle::{ALL_POSITIONS, Verified, cpu_time, verify, verify_against, verify_all};
use linja_oracle::{Arrangement, Oracle as _, Positions, Silent, Table, Values, published_hash};
use linja_testing::{Chance, is_sweep};

fn solve_and_check(rules: RuleSet) {
    let _busy = one_at_a_time();
    let folder = linja_testing::folder();
    let table = solve(folder.path(), &rules);
    assert_eq!(table.rules(), &rules);
    assert_eq!(published_hash(&rules), Some(table.header().values_hash));
    plain_search_agrees(&table);
    verifiers_agree(&table);
    println!("{rules}: all values agree");
}

fn plain_search_agrees(table: &Table) {
    let mut search = PlainSearch::new(*table.rules());
    for (advance, count) in [(150, 200), (140, 300)] {
        for position in late_positions(advance, 20_261_116).take(count) {
            let (found, expected) = (table.value(&position).expect("good"), search.value(&position));
            assert_eq!(found, expected, "{position} by {}", table.rules());
        }
    }
}

fn verifiers_agree(table: &Table) {
    let values = Values::load(table, 2).expect("every page is good");
    let sample = if is_sweep() { 500_000 } else { 50_000 };
    let by_turns = verify(&values, Positions::Sample { count: sample, seed: 3 }, 2, &Silent);
    assert_eq!(by_turns.checked, sample);
    let by_opponent = if is_sweep() { every_position(&values) } else { some_opponents(&values) };
    for verified in [by_turns, by_opponent] {
        assert!(verified.disagreements.is_empty(), "{}: {:?}", table.rules(), verified.disagreements[0]);
    }
}

fn every_position(values: &Values) -> Verified {
    let before = cpu_time();
    let verified = verify_all(values, 2, &Silent);
    assert_eq!(verified.checked, ALL_POSITIONS);
    if let Some((before, after)) = before.zip(cpu_time()) {
        let seconds = after.saturating_sub(before).as_secs_f64();
        println!("{}: all positions checked in {seconds:.0} CPU-seconds", values.rules());
    }
    verified
}

fn some_opponents(values: &Values) -> Verified {
    let mut chance = Chance::new(4);
    let drawn = (0..100).filter_map(|_| Arrangement::from_number(chance.below(Arrangement::COUNT)));
    verify_against(values, drawn, 2, &Silent)
}

/// Everything that makes solving hard: another turn and a bonus together, colours apart that meet again in the turn.
#[test]
fn latched_with_everything_to_earn() {
    solve_and_check("geeky+goal-count+again-may+bonus-any+over-apart".parse().expect("an id"));
}

#[test]
fn apart_and_at_once_with_everything_to_earn() {
    solve_and_check("classic+goal-count+bonus-own+over-apart".parse().expect("an id"));
}

/// The numbers of the house rules to check.
fn numbers(count: usize) -> Range<usize> {
    let Ok(range) = env::var("LINJA_HOUSE_RULES") else {
        return if is_sweep() { 0..count } else { count - 1..count };
    };
    let number = |text: &str| text.parse().ok().filter(|&number| number <= count);
    let ends = range.split_once("..").and_then(|(first, end)| number(first).zip(number(end)));
    let (first, end) =
        ends.unwrap_or_else(|| panic!("LINJA_HOUSE_RULES is two numbers up to {count}: 12..20"));
    first..end
}

#[test]
fn house_rules_drawn_by_lot() {
    let rule_sets = linja_testing::house_rules();
    for number in numbers(rule_sets.len()) {
        println!("house rules {number}: {}", rule_sets[number]);
        solve_and_check(rule_sets[number]);
    }
}
