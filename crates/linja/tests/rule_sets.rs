//! Ids of rule sets: all 648 read back, reading is forgiving, and wrong ids are explained.

use std::collections::HashSet;

use linja::{
    Again, Bonus, Choice, End, Follow, Game, Goal, Left, Over, Position, Record, Rule, RuleSet, Side,
};

#[test]
fn every_rule_set_is_its_choices_and_its_id_reads_back() {
    let mut ids = HashSet::new();
    let mut choices = HashSet::new();
    for rules in RuleSet::every() {
        let id = rules.id();
        assert_eq!(id.parse(), Ok(rules), "{id}");
        assert_eq!(id.to_uppercase().replace('+', " ").parse(), Ok(rules), "{id}");
        let turned: Vec<&str> = id.split('+').rev().collect();
        assert_eq!(turned.join("+").parse(), Ok(rules), "{id}");
        assert_eq!(rules.choices().into_iter().fold(RuleSet::GEEKY, RuleSet::with), rules, "{id}");
        assert!(ids.insert(id) && choices.insert(rules.choices()));
    }
    assert_eq!(ids.len(), 3 * 2 * 3 * 3 * 2 * 2 * 3);
}

#[test]
fn order_of_all_rule_sets_is_that_of_their_choices() {
    let every: Vec<RuleSet> = RuleSet::every().collect();
    assert!(every.is_sorted_by(|one, next| one.choices() < next.choices()));
    for rule in Rule::ALL {
        for (place, choice) in (0..).zip(rule.choices()) {
            assert_eq!((choice.rule(), choice.place()), (rule, place));
        }
    }
}

#[test]
fn ids_name_the_nearest_edition_and_the_differences_in_the_order_of_the_rules() {
    let id = |text: &str| text.parse::<RuleSet>().unwrap_or_else(|error| panic!("{text}: {error}")).id();
    for (text, canonical) in [
        ("bonus+follow-may", "bonus+follow-may"),
        ("Over-Apart  CLASSIC + goal-count", "classic+goal-count+over-apart"),
        ("geeky+bonus-any", "geeky-spicy"),
        ("bonus-spicy+bonus-own", "bonus"),
        ("bonus+bonus-own", "bonus"),
        ("bonus+follow-may+follow-may", "bonus+follow-may"),
        ("geeky-spicy+left-mirror", "bonus+follow-may+bonus-any"),
        // Two rules from `bonus` and two from `geeky`.
        ("geeky+goal-one+left-mirror", "bonus+goal-one+follow-may"),
        (" bonus\t+ end-now ", "bonus+end-now"),
    ] {
        assert_eq!(id(text), canonical, "{text}");
    }
}

#[test]
fn with_builds_what_the_id_says() {
    let rules = RuleSet::BONUS
        .with(Goal::Count)
        .with(Follow::May)
        .with(Again::May)
        .with(Bonus::Any)
        .with(Over::Apart)
        .with(End::Now)
        .with(Choice::Left(Left::One));
    assert_eq!("geeky goal-count again-may bonus-any over-apart end-now".parse(), Ok(rules));
    assert_eq!(rules.differences(&RuleSet::GEEKY).count(), 5);
}

#[test]
fn wrong_ids_name_the_part_and_the_choices() {
    let names = "classic, bonus, bonus-spicy, geeky, geeky-spicy";
    let error = |text: &str| text.parse::<RuleSet>().unwrap_err().to_string();
    assert_eq!(error("chess"), format!("no rule set is called “chess”: it is one of {names}"));
    assert_eq!(
        error("bonus+follow-maybe"),
        "“follow-maybe” is no choice for the rule follow: it is one of follow-must, follow-may"
    );
    assert_eq!(
        error("bonus+left"),
        "“left” is no choice for the rule left: it is one of left-zero, left-mirror, left-one"
    );
    let part = error("bonus+goal_one");
    assert!(
        part.starts_with(&format!(
            "“goal_one” is no part of a rule set: it is one of {names}, or a choice: goal-stop, "
        )),
        "{part}"
    );
    assert!(part.ends_with("left-zero, left-mirror, left-one"), "{part}");
    let no_base = format!("lacks the rule set to begin with: add one of {names}");
    assert_eq!(error("follow-may+over-apart"), format!("“follow-may+over-apart” {no_base}"));
    assert_eq!(error(" "), format!("“” {no_base}"));
    let two_bases = "“bonus” and “geeky” are two rule sets to begin with: name one of ";
    assert_eq!(error("bonus follow-may GEEKY"), format!("{two_bases}{names}"));
    assert!(error("bonus+bonus").starts_with("“bonus” and “bonus” are two"));
    assert_eq!(
        error("follow-may+bonus+follow-must"),
        "“follow-may” and “follow-must” contradict each other: name one of follow-must, follow-may"
    );
}

#[test]
fn records_of_every_rule_set_read_back() {
    for (seed, rules) in RuleSet::every().enumerate() {
        let game = linja_testing::random_game(rules, seed as u64);
        let record = Record::new(game);
        let text = record.to_string();
        assert!(text.starts_with(&format!("[Rules \"{rules}\"]")), "{text}");
        assert_eq!(Record::parse(&text), Ok(record), "{text}");
    }
}

#[test]
fn a_position_alone_is_over_by_the_end_condition_of_its_rule_set() {
    // No inner row is shared, but the colours have not passed.
    let position: Position = "21111105/60000033 b".parse().unwrap();
    assert!(position.is_apart() && !position.has_passed());
    let apart = RuleSet::BONUS.with(Over::Apart);
    assert!(position.is_over(&apart) && !position.is_over(&RuleSet::BONUS));
    assert!(Game::from_position(apart, position).is_over());
    assert!(!Game::from_position(RuleSet::BONUS, position).is_over());
    assert!(position.turns(&apart).is_empty());
    assert_eq!(Game::new(apart, Side::Red).termination(), None);
}
