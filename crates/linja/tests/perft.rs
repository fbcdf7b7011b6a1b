//! Both generators must reproduce the counts in `turns.perft`.
//!
//! The 24-pawn model in `naive/` produced the counts; the first three depths from the start position are also in the
//! table of the rules.

use linja::{Position, RuleSet, perft, perft_readable};

struct Entry {
    id: &'static str,
    position: Position,
    rules: RuleSet,
    counts: Vec<u64>,
}

fn entries() -> Vec<Entry> {
    let mut entries = Vec::new();
    let (mut id, mut position) = ("", Position::default());
    for line in include_str!("turns.perft").lines().filter(|line| !line.starts_with('#') && !line.is_empty())
    {
        let (key, value) = line.split_once(' ').expect("a key and a value");
        match key {
            "id" => id = value,
            "pos" => position = value.parse().expect("a legal position"),
            rules => entries.push(Entry {
                id,
                position,
                rules: rules.parse().expect("a rule set"),
                counts: value.split(' ').map(|count| count.parse().expect("a count")).collect(),
            }),
        }
    }
    entries
}

/// The table of the rules.
const TABLE: [(RuleSet, [u64; 3]); 5] = [
    (RuleSet::CLASSIC, [43, 3_478, 248_041]),
    (RuleSet::BONUS, [92, 8_692, 412_332]),
    (RuleSet::BONUS_SPICY, [157, 20_096, 1_404_370]),
    (RuleSet::GEEKY, [98, 9_842, 522_563]),
    (RuleSet::GEEKY_SPICY, [163, 21_923, 1_657_955]),
];

#[test]
fn table_of_the_rules_from_both_generators() {
    for (rules, counts) in TABLE {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&Position::default(), &rules, depth), count, "{rules} depth {depth}, fast");
            assert_eq!(perft_readable(&Position::default(), &rules, depth), count, "{rules} depth {depth}");
        }
    }
}

/// The tables of the rules for house rules: rule set, position, counts by depth.
const HOUSE_RULES: [(&str, &str, &[u64]); 4] = [
    ("bonus+goal-one+again-must", START, &[97, 20_482, 3_072_126]),
    ("classic+goal-count+over-apart+end-turn", START, &[43, 3_227, 203_047, 13_661_127]),
    ("geeky+again-may+bonus-any", START, &[163, 47_025, 9_303_811]),
    // Shows the latch: without it depth 2 would be 25.
    ("classic+over-apart+end-turn", "00010119/91000020 b", &[7, 10]),
];
const START: &str = "61111110/01111116 b";

#[test]
fn table_of_house_rules_from_both_generators() {
    for (id, position, counts) in HOUSE_RULES {
        let (rules, position): (RuleSet, Position) = (id.parse().unwrap(), position.parse().unwrap());
        assert_eq!(rules.id(), id);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&position, &rules, depth), count, "{rules} depth {depth}, fast");
            if count < 4_000_000 {
                assert_eq!(perft_readable(&position, &rules, depth), count, "{rules} depth {depth}");
            }
        }
    }
}

#[test]
fn fast_generator_counts_what_the_naive_model_counted() {
    let entries = entries();
    assert_eq!(entries.len(), 28 * 5);
    for Entry { id, position, rules, counts } in entries {
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position, &rules, depth), count, "{id}, {rules}, depth {depth}");
        }
    }
}

#[test]
fn readable_generator_counts_what_the_naive_model_counted() {
    for Entry { id, position, rules, counts } in entries() {
        for (depth, count) in (1..).zip(counts).take(2) {
            assert_eq!(perft_readable(&position, &rules, depth), count, "{id}, {rules}, depth {depth}");
        }
    }
}

#[test]
fn depth_zero_is_one_empty_sequence() {
    assert_eq!(perft(&Position::default(), &RuleSet::BONUS, 0), 1);
    assert_eq!(perft_readable(&Position::default(), &RuleSet::BONUS, 0), 1);
}
