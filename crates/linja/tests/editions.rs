//! One test for each row of the edition table: compares `classic`, `bonus` and `geeky` in the same position.

mod common;

use common::{play, position, refusal, written};
use linja::{Row, RuleSet, Score, Side};

const CLASSIC: RuleSet = RuleSet::CLASSIC;
const BONUS: RuleSet = RuleSet::BONUS;
const GEEKY: RuleSet = RuleSet::GEEKY;

const GOAL_OPENING: &str = "20000046/30001125 b";
const START: &str = "61111110/01111116 b";
const GAPS: &str = "51010104/40101015 b";
const LAST_TURN: &str = "00013224/a0020000 b";

#[test]
fn leaflets_make_three_editions_and_five_rule_sets() {
    let ids = RuleSet::ALL.map(|rules| rules.id());
    assert_eq!(ids, ["classic", "bonus", "bonus-spicy", "geeky", "geeky-spicy"]);
    assert_eq!(RuleSet::default(), BONUS);
    for rules in RuleSet::ALL {
        assert_eq!(rules.id().to_uppercase().parse(), Ok(rules));
    }
}

#[test]
fn opening_lands_in_the_goal() {
    let beginning_with_gh = |rules| -> Vec<String> {
        written(rules, GOAL_OPENING).into_iter().filter(|turn| turn.starts_with("gh")).collect()
    };
    let classic = beginning_with_gh(CLASSIC);
    assert!(classic.contains(&"gh gh".to_string()), "exactly one step");
    assert!(classic.iter().all(|turn| turn.starts_with("gh ab / ") || turn == "gh gh"), "{classic:?}");
    assert_eq!(beginning_with_gh(BONUS), ["gh"]);
    assert_eq!(beginning_with_gh(GEEKY), ["gh"]);
}

#[test]
fn follow_up_required_or_optional() {
    assert_eq!(refusal(CLASSIC, START, "ab"), "the follow-up of 2 rows must be made");
    assert_eq!(refusal(BONUS, START, "ab"), "the follow-up of 2 rows must be made");
    play(GEEKY, START, "ab");
}

#[test]
fn follow_up_onto_an_empty_inner_row() {
    // The opening leaves b empty, and the follow-up ends there.
    assert!(refusal(CLASSIC, GAPS, "bc ab").contains("another turn is earned"));
    play(CLASSIC, GAPS, "bc ab / ab bc");
    play(BONUS, GAPS, "bc ab");
    play(GEEKY, GAPS, "bc ab");
    assert!(refusal(BONUS, GAPS, "bc ab / ab bc").contains("no other turn has been earned"));
}

#[test]
fn second_empty_row_earns_nothing() {
    // The second opening leaves d empty, and the second follow-up ends there.
    play(CLASSIC, GAPS, "bc ab / de cd");
    assert!(refusal(CLASSIC, GAPS, "bc ab / de cd / ab bc").contains("no other turn has been earned"));
}

#[test]
fn follow_up_reaches_the_goal_exactly() {
    play(CLASSIC, START, "ab fh");
    assert!(refusal(CLASSIC, START, "ab fh +hg").ends_with("the follow-up earned nothing more"));
    for rules in [BONUS, GEEKY] {
        play(rules, START, "ab fh");
        play(rules, START, "ab fh +hg");
        play(rules, START, "ab fh +ab");
        assert!(
            refusal(rules, START, "ab gh +hg").ends_with("the follow-up earned nothing more"),
            "a step is lost"
        );
    }
}

#[test]
fn option_spicy() {
    for rules in [RuleSet::BONUS_SPICY, RuleSet::GEEKY_SPICY] {
        let played = play(rules, START, "ab fh ~gf");
        assert_eq!(played.result.position.to_string(), "52111011/01111206 r");
    }
    for rules in [CLASSIC, BONUS, GEEKY] {
        refusal(rules, START, "ab fh ~gf");
    }
}

#[test]
fn end_at_once_or_after_the_turn() {
    assert!(play(CLASSIC, LAST_TURN, "de").result.is_over);
    assert!(refusal(CLASSIC, LAST_TURN, "de eh").contains("ends the game at once"));
    for rules in [BONUS, GEEKY] {
        assert!(play(rules, LAST_TURN, "de eh").result.is_over);
        assert!(play(rules, LAST_TURN, "de eh +ed").result.is_over);
    }
}

#[test]
fn pawn_on_the_far_half() {
    for rules in RuleSet::ALL {
        assert_eq!(Row::ALL.map(|row| rules.worth(row, Side::Black))[4..], [1, 2, 3, 5]);
        assert_eq!(Row::ALL.map(|row| rules.worth(row, Side::Red))[..4], [5, 3, 2, 1]);
    }
}

#[test]
fn pawn_on_its_own_half() {
    let own_half = |rules: RuleSet| {
        let black: [i8; 8] = Row::ALL.map(|row| rules.worth(row, Side::Black));
        let mut red: [i8; 8] = Row::ALL.map(|row| rules.worth(row, Side::Red));
        red.reverse();
        assert_eq!(black, red, "both sides count alike");
        [black[0], black[1], black[2], black[3]]
    };
    assert_eq!(own_half(CLASSIC), [0, 0, 0, 0]);
    assert_eq!(own_half(BONUS), [-5, -3, -2, -1]);
    assert_eq!(own_half(GEEKY), [-1, -1, -1, -1]);
}

#[test]
fn worked_example() {
    let example = position("00000417/63102000 b");
    assert_eq!(example.score(&CLASSIC), Score { black: 46, red: 41 });
    assert_eq!(example.score(&BONUS), Score { black: 46, red: 39 });
    assert_eq!(example.score(&GEEKY), Score { black: 46, red: 39 });
    assert!(example.has_passed());
}
