//! Compares both generators with a deliberately naive model of 24 separate pawns, on positions of random games.

mod naive;

use linja::{RuleSet, fast, readable};

/// Positions per rule set in a sweep; other runs check only `SAMPLE` of them.
const POSITIONS: usize = 100_000;
const SAMPLE: usize = 10_000;

/// The same for each of the house rules.
const HOUSE_POSITIONS: usize = 20_000;
const HOUSE_SAMPLE: usize = 600;

fn agrees_on_random_games(rules: RuleSet) {
    agrees_on(rules, if linja_testing::is_sweep() { POSITIONS } else { SAMPLE });
}

fn agrees_on(rules: RuleSet, enough: usize) {
    let (id, mut seen) = (rules.id(), 0);
    for seed in 0.. {
        let game = linja_testing::random_game(rules, seed);
        let positions =
            std::iter::once(game.start()).chain(game.turns().iter().map(|turn| &turn.result.position));
        for position in positions {
            let text = position.to_string();
            let naive = naive::turns(&id, &text);
            let fast = fast::complete_turns(position, &rules);
            assert_eq!(fast, readable::complete_turns(position, &rules), "{text} by {rules}");
            assert_eq!(fast.len(), naive.len(), "{text} by {rules}");
            for (turn, naive) in fast.iter().zip(&naive) {
                assert_eq!(turn.turn.to_string(), naive.written, "{text} by {rules}");
                assert_eq!(
                    turn.result.position.to_string(),
                    naive.after,
                    "{text} : {} by {rules}",
                    naive.written
                );
                assert_eq!(turn.result.is_over, naive.over, "{text} : {} by {rules}", naive.written);
            }
            assert_eq!(position.is_over(&rules), naive::is_over(&id, &text), "{text} by {rules}");
            let score = position.score(&rules);
            assert_eq!((score.black.into(), score.red.into()), naive::score(&id, &text), "{text} by {rules}");
            seen += 1;
        }
        if seen >= enough {
            return;
        }
    }
}

#[test]
fn classic_agrees_with_the_naive_model() {
    agrees_on_random_games(RuleSet::CLASSIC);
}

#[test]
fn bonus_agrees_with_the_naive_model() {
    agrees_on_random_games(RuleSet::BONUS);
}

#[test]
fn bonus_spicy_agrees_with_the_naive_model() {
    agrees_on_random_games(RuleSet::BONUS_SPICY);
}

#[test]
fn geeky_agrees_with_the_naive_model() {
    agrees_on_random_games(RuleSet::GEEKY);
}

#[test]
fn geeky_spicy_agrees_with_the_naive_model() {
    agrees_on_random_games(RuleSet::GEEKY_SPICY);
}

#[test]
fn house_rules_agree_with_the_naive_model() {
    for rules in linja_testing::house_rules() {
        agrees_on(rules, if linja_testing::is_sweep() { HOUSE_POSITIONS } else { HOUSE_SAMPLE });
    }
}

/// Few positions of every rule set, so that no combination of choices is left out.
#[test]
fn every_rule_set_agrees_with_the_naive_model() {
    for rules in RuleSet::every() {
        agrees_on(rules, if linja_testing::is_sweep() { HOUSE_SAMPLE } else { 20 });
    }
}
