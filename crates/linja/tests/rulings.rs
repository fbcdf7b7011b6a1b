//! One test for each ruling R1 to R12, on positions constructed for it, with both generators and the parser.

mod common;

use common::{play, position, refusal, turns, written};
use linja::{Game, Match, MatchLength, Over, PartialTurn, Phase, Row, RuleSet, Side, WhyDone, Winner};

const BONUS_EDITIONS: [RuleSet; 4] =
    [RuleSet::BONUS, RuleSet::BONUS_SPICY, RuleSet::GEEKY, RuleSet::GEEKY_SPICY];

/// The turn in progress after `actions`.
fn after(rules: RuleSet, text: &str, actions: &str) -> PartialTurn {
    let mut turn = PartialTurn::begin(position(text), rules).expect("the position is not over");
    turn.extend(actions).unwrap_or_else(|error| panic!("{actions}: {error}"));
    turn
}

fn steps(phase: Phase) -> Option<u8> {
    if let Phase::FollowUp(steps) = phase { Some(steps.get()) } else { None }
}

#[test]
fn r1_player_without_an_opening_passes() {
    // Black's pawns are all in the goal, or blocked by row d, which Red fills.
    for text in ["0000000c/b0000001 b", "00600006/00060006 b"] {
        for rules in RuleSet::ALL {
            assert_eq!(written(rules, text), ["pass"]);
            let passed = play(rules, text, "pass");
            assert!(!passed.result.is_over, "Red has an opening");
            assert_eq!(
                passed.result.position.to_string(),
                text.replace('b', "r").replace("r0000001", "b0000001")
            );
            assert!(refusal(rules, text, "cd").ends_with("Black has no opening move and must pass"));
        }
    }
    assert_eq!(
        refusal(RuleSet::BONUS, "61111110/01111116 b", "pass"),
        "Black can’t pass: there is an opening move"
    );
}

#[test]
fn r1_neither_player_with_an_opening_ends_the_game() {
    let text = "00660000/00006600 b";
    assert!(!position(text).has_passed());
    assert!(position(text).is_over(&RuleSet::BONUS));
    for rules in RuleSet::ALL {
        assert!(turns(rules, text).is_empty());
        let result = Game::from_position(rules, position(text)).result().expect("the game is over");
        assert_eq!(result.score, position(text).score(&rules), "scored as it stands");
    }
    // The bonus on Red's pawn fills row f, so neither side has an opening.
    assert!(play(RuleSet::BONUS_SPICY, "00255000/00001560 b", "cd ch ~gf").result.is_over);
}

#[test]
fn r2_goal_is_never_an_empty_row() {
    // Row a, Red's goal, is empty.
    let text = "00222123/04211112 r";
    assert_eq!(position(text).count_both(Row::goal(Side::Red)), 0);
    // An opening into it follows the goal rule of the edition …
    assert_eq!(steps(after(RuleSet::CLASSIC, text, "ba").phase()), Some(1));
    for rules in BONUS_EDITIONS {
        assert_eq!(after(rules, text, "ba").why_done(), Some(WhyDone::OpeningIntoGoal));
    }
    // … and a follow-up into it earns no other turn.
    play(RuleSet::CLASSIC, text, "cb ea");
    assert_eq!(after(RuleSet::CLASSIC, text, "cb ea").why_done(), Some(WhyDone::FollowUpMade));
}

#[test]
fn r3_opening_into_the_goal_earns_no_bonus() {
    let text = "20000046/30001125 b";
    for rules in BONUS_EDITIONS {
        play(rules, text, "gh");
        assert_eq!(
            refusal(rules, text, "gh +hg"),
            "“+hg” is one action too many: an opening move into the goal earns no follow-up"
        );
    }
}

#[test]
fn r4_bonus_may_touch_any_own_pawn() {
    let start = "61111110/01111116 b";
    for rules in BONUS_EDITIONS {
        let bonus: Vec<String> =
            after(rules, start, "ab fh").actions().iter().map(ToString::to_string).collect();
        let own: Vec<&String> = bonus.iter().filter(|action| action.starts_with('+')).collect();
        assert_eq!(
            own,
            ["+ab", "+ba", "+bc", "+cb", "+cd", "+dc", "+de", "+ed", "+ef", "+gf", "+gh", "+hg"],
            "one in the goal included, none off the board"
        );
    }
    // Rows f and g are full: no bonus may end there.
    let blocked = "01001064/00300603 b";
    assert_eq!(refusal(RuleSet::BONUS, blocked, "bc eh +hg"), "row g is full, “+hg” can’t end there");
    assert_eq!(refusal(RuleSet::BONUS, blocked, "bc eh +gf"), "row f is full, “+gf” can’t end there");
}

#[test]
fn r4_spicy_bonus_may_touch_any_opponents_pawn_outside_its_goal() {
    let text = "12310014/40120050 b";
    let bonus: Vec<String> = after(RuleSet::BONUS_SPICY, text, "bc dh")
        .actions()
        .iter()
        .map(ToString::to_string)
        .filter(|action| action.starts_with('~'))
        .collect();
    assert_eq!(bonus, ["~cb", "~cd", "~dc", "~de", "~gf", "~gh"]);
    assert_eq!(
        refusal(RuleSet::BONUS_SPICY, text, "bc dh ~ab"),
        "Red’s pawn on row a is in its goal and locked"
    );
    for rules in [RuleSet::BONUS, RuleSet::GEEKY] {
        assert!(refusal(rules, text, "bc dh ~de").contains("is not played in the rule set"));
    }
}

#[test]
fn r5_end_is_latched_until_the_turn_is_finished() {
    // The follow-up passes the colours, the bonus mixes them again.
    let text = "00001236/a0101000 b";
    for rules in BONUS_EDITIONS {
        let played = play(rules, text, "fg eh +fe");
        assert!(played.result.is_over);
        assert!(!played.result.position.is_over(&rules), "the position alone is an ordinary one");
        let mut game = Game::from_position(rules, position(text));
        game.play_text("fg eh +fe").expect("legal");
        assert!(game.is_over());
        assert_eq!(
            game.result().expect("over").score,
            played.result.position.score(&rules),
            "the final position is scored"
        );
        assert_eq!(game.play_text("pass").expect_err("the game is over").to_string(), "the game is over");
    }
    // The opening passes the colours; a follow-up must still be made where it is required.
    let text = "00013224/a0020000 b";
    for rules in [RuleSet::BONUS, RuleSet::BONUS_SPICY] {
        assert!(after(rules, text, "de").ends_game());
        assert_eq!(refusal(rules, text, "de"), "the follow-up of 3 rows must be made");
        assert!(play(rules, text, "de eh +ed").result.is_over);
    }
    assert!(play(RuleSet::GEEKY, text, "de").result.is_over);
}

#[test]
fn r6_nothing_follows_the_end_in_classic() {
    let opening = "00013224/a0020000 b";
    assert!(play(RuleSet::CLASSIC, opening, "de").result.is_over);
    assert_eq!(
        refusal(RuleSet::CLASSIC, opening, "de eh"),
        "“eh” is one action too many: all pawns have passed each other, which ends the game at once"
    );
    // The follow-up ends on an empty row and ends the game, so it earns no other turn.
    let follow_up = "00100227/83100000 b";
    assert!(play(RuleSet::CLASSIC, follow_up, "fg ce").result.is_over);
    assert_eq!(
        after(RuleSet::CLASSIC, follow_up, "fg ce").why_done(),
        Some(WhyDone::GameEnded(Over::Passed))
    );
}

#[test]
fn r7_another_turn_without_an_opening_ends_the_turn() {
    let text = "0100000b/00200604 b";
    assert!(!play(RuleSet::CLASSIC, text, "bc ce").result.is_over);
    assert_eq!(after(RuleSet::CLASSIC, text, "bc ce").why_done(), Some(WhyDone::AnotherTurnLost));
}

#[test]
fn r8_opening_into_the_goal_is_one_step_flat_in_classic() {
    // Eleven pawns stand in the goal.
    let text = "20000046/30001125 b";
    assert_eq!(steps(after(RuleSet::CLASSIC, text, "gh").phase()), Some(1));
    play(RuleSet::CLASSIC, text, "gh gh");
}

#[test]
fn r9_only_passing_ends_the_game() {
    // No row of the field is shared, but the colours have not passed.
    let unshared = position("51010104/40101015 b");
    assert!(Row::ALL.iter().filter(|row| row.is_inner()).all(|&row| unshared.count_both(row) <= 1));
    assert!(!unshared.has_passed());
    // One home row is still shared.
    assert!(!position("0000000c/b0000001 b").has_passed());
    assert!(position("0000000c/b0000010 b").has_passed());
}

#[test]
fn r10_follow_up_must_be_made_unless_the_edition_says_may() {
    let start = "61111110/01111116 b";
    for rules in [RuleSet::CLASSIC, RuleSet::BONUS, RuleSet::BONUS_SPICY] {
        assert_eq!(refusal(rules, start, "ab"), "the follow-up of 2 rows must be made");
    }
    for rules in [RuleSet::GEEKY, RuleSet::GEEKY_SPICY] {
        play(rules, start, "ab");
    }
    // The one-step follow-up and the other turn of `classic` are required as well.
    assert_eq!(refusal(RuleSet::CLASSIC, "20000046/30001125 b", "gh"), "the follow-up of 1 row must be made");
    assert!(refusal(RuleSet::CLASSIC, "51010104/40101015 b", "bc ab").contains("another turn is earned"));
}

#[test]
fn r11_penalties_are_the_rows_value_for_the_opponent() {
    for rules in [RuleSet::BONUS, RuleSet::BONUS_SPICY] {
        assert_eq!(Row::ALL.map(|row| rules.worth(row, Side::Black)), [-5, -3, -2, -1, 1, 2, 3, 5]);
        assert_eq!(Row::ALL.map(|row| rules.worth(row, Side::Red)), [5, 3, 2, 1, -1, -2, -3, -5]);
    }
}

#[test]
fn r12_follow_up_that_no_pawn_can_make_is_lost() {
    // Two pawns were on d, but e, f and g are full.
    let text = "00126003/00000660 b";
    for rules in RuleSet::ALL {
        assert_eq!(
            after(rules, text, "cd").why_done(),
            Some(WhyDone::FollowUpLost(2.try_into().expect("not zero")))
        );
        assert!(written(rules, text).contains(&"cd".to_string()));
    }
}

#[test]
fn r12_equal_points_draw() {
    let score = position("61111110/01111116 b").score(&RuleSet::BONUS);
    assert_eq!(score.winner(), Winner::Draw);
}

#[test]
fn r12_who_starts_the_next_game_and_how_a_match_is_counted() {
    use MatchLength::{BestOfFive, BestOfThree, SingleGame};
    let (black, red) = (Winner::Side(Side::Black), Winner::Side(Side::Red));
    let play = |length, winners: &[Winner]| {
        let mut games = Match::new(length, Side::Red);
        for &winner in winners {
            games.add(winner).expect("not over yet");
        }
        games
    };
    assert_eq!(play(BestOfThree, &[]).next_starter(), Some(Side::Red), "drawn by lot");
    assert_eq!(play(BestOfThree, &[red]).next_starter(), Some(Side::Black), "the loser");
    assert_eq!(play(BestOfThree, &[Winner::Draw]).next_starter(), Some(Side::Black), "who did not start");
    assert_eq!(play(BestOfThree, &[Winner::Draw; 2]).next_starter(), Some(Side::Red));

    assert_eq!(play(SingleGame, &[Winner::Draw]).winner(), Some(Winner::Draw));
    assert_eq!(play(BestOfThree, &[black, Winner::Draw]).winner(), None, "1½ is not more than half of three");
    assert_eq!(play(BestOfThree, &[black, black]).winner(), Some(black));
    assert_eq!(play(BestOfThree, &[black, Winner::Draw, Winner::Draw]).winner(), Some(black));
    assert_eq!(play(BestOfThree, &[black, Winner::Draw, red]).winner(), Some(Winner::Draw), "equal is drawn");
    assert_eq!(play(BestOfFive, &[red, red, black]).winner(), None);
    assert_eq!(
        play(BestOfFive, &[red, red, Winner::Draw]).winner(),
        None,
        "2½ is not more than half of five"
    );
    assert_eq!(play(BestOfFive, &[red, Winner::Draw, red, Winner::Draw]).winner(), Some(red));
    assert!(play(SingleGame, &[black]).add(red).is_err(), "a finished match takes no more games");
}
