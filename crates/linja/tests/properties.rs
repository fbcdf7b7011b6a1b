//! Properties that hold in every position, checked on positions of random games and on arbitrary legal positions.

use linja::{
    BySide, CompleteTurn, Game, PartialTurn, Position, Record, Row, RuleSet, Setup, Side, Termination, Turn,
    TurnResult, Winner, fast, readable,
};
use linja_testing::{random_game, random_positions};
use proptest::prelude::*;

fn rule_sets() -> impl Strategy<Value = RuleSet> {
    proptest::sample::select(RuleSet::ALL.to_vec())
}

/// Places twelve pawns per side on random rows; a pawn whose row is full goes to its home row.
fn positions() -> impl Strategy<Value = Position> {
    let rows = || proptest::collection::vec(0..Row::COUNT, usize::from(Position::PAWNS));
    (rows(), rows(), any::<bool>()).prop_map(|(black, red, red_first)| {
        let mut pawns = BySide { black: [0; Row::COUNT], red: [0; Row::COUNT] };
        for (side, rows) in [(Side::Black, black), (Side::Red, red)] {
            for row in rows {
                let taken = pawns.black[row] + pawns.red[row];
                let is_full = Row::ALL[row].is_inner() && taken >= Row::CAPACITY;
                pawns[side][if is_full { Row::home(side).index() } else { row }] += 1;
            }
        }
        let to_move = if red_first { Side::Red } else { Side::Black };
        Setup { pawns, to_move }.check().expect("made to be legal")
    })
}

fn games() -> impl Strategy<Value = Game> {
    (rule_sets(), any::<u64>()).prop_map(|(rules, seed)| random_game(rules, seed))
}

/// A game of some random turns, sometimes stopped after them.
fn stopped_games() -> impl Strategy<Value = Game> {
    (games(), any::<prop::sample::Index>(), 0..7_u8).prop_map(|(game, cut, how)| {
        let turns = cut.index(game.turns().len() + 1);
        let kept = game.turns()[..turns].iter().map(|complete| &complete.turn);
        let mut game = Game::replay(*game.rules(), *game.start(), kept).expect("legal before");
        let how = match how {
            0 => Termination::Resignation(Side::Black),
            1 => Termination::Resignation(Side::Red),
            2 => Termination::Time(Side::Red),
            3 => Termination::Abandoned(None),
            4 => Termination::Abandoned(Some(Winner::Draw)),
            _ => return game,
        };
        if !game.is_over() {
            game.stop(how).expect("not over");
        }
        game
    })
}

/// The same text with different letter case and blanks.
fn scribbled(text: &str) -> String {
    text.chars()
        .flat_map(|c| if c == ' ' { vec![' ', '\t', ' '] } else { vec![c.to_ascii_uppercase()] })
        .chain([' '])
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn generators_agree(position in positions(), rules in rule_sets()) {
        prop_assert_eq!(fast::complete_turns(&position, &rules), readable::complete_turns(&position, &rules));
    }

    #[test]
    fn positions_read_back_equal(position in positions()) {
        let text = position.to_string();
        prop_assert_eq!(text.parse(), Ok(position));
        prop_assert_eq!(scribbled(&text).parse(), Ok(position));
        prop_assert_eq!(position.address().to_string().parse(), Ok(position));
    }

    #[test]
    fn turns_read_back_equal_and_are_never_ambiguous(position in positions(), rules in rule_sets()) {
        let turns = fast::complete_turns(&position, &rules);
        for complete in &turns {
            let text = complete.turn.to_string();
            let read = Turn::parse(&text, &position, &rules);
            prop_assert_eq!(read.as_ref(), Ok(complete), "{}", text);
            prop_assert_eq!(Turn::parse(&scribbled(&text), &position, &rules), read);
            // The notation is unambiguous even without blanks.
            let compact = complete.turn.compact().to_string();
            prop_assert_eq!(&compact, &text.replace(' ', ""));
            prop_assert_eq!(Turn::parse(&compact, &position, &rules), Ok(*complete));
        }
        // Written forms are unique, with or without blanks.
        let mut written: Vec<String> = turns.iter().map(|turn| turn.turn.to_string().replace(' ', "")).collect();
        written.sort_unstable();
        written.dedup();
        prop_assert_eq!(written.len(), turns.len());
    }

    #[test]
    fn turns_are_sorted_by_their_written_form(position in positions(), rules in rule_sets()) {
        let written: Vec<String> =
            fast::complete_turns(&position, &rules).iter().map(|turn| turn.turn.to_string()).collect();
        prop_assert!(written.is_sorted(), "{:?}", written);
    }

    #[test]
    fn mirrored_position_has_mirrored_turns(position in positions(), rules in rule_sets()) {
        let mirrored: Vec<CompleteTurn> = fast::complete_turns(&position.mirrored(), &rules);
        let mut expected: Vec<CompleteTurn> = fast::complete_turns(&position, &rules)
            .iter()
            .map(|turn| CompleteTurn {
                turn: turn.turn.mirrored(),
                result: TurnResult { position: turn.result.position.mirrored(), ..turn.result },
            })
            .collect();
        expected.sort_unstable_by_key(|complete| complete.turn);
        prop_assert_eq!(mirrored, expected);
        let (score, turned) = (position.score(&rules), position.mirrored().score(&rules));
        prop_assert_eq!((score.black, score.red), (turned.red, turned.black));
    }

    #[test]
    fn every_turn_but_a_pass_advances_and_keeps_the_rows(position in positions(), rules in rule_sets()) {
        fast::for_each_turn(&position, &rules, |complete| {
            let gained = i16::from(complete.result.position.advance()) - i16::from(position.advance());
            if complete.turn.is_pass() {
                assert_eq!(gained, 0, "{position} pass");
            } else {
                assert!(gained >= 1, "{position} {}", complete.turn);
            }
            let checked = Setup::from(complete.result.position).check();
            assert_eq!(checked, Ok(complete.result.position), "{position} {}", complete.turn);
        });
    }

    #[test]
    fn undo_returns_to_where_the_action_was_done(position in positions(), rules in rule_sets()) {
        for complete in fast::complete_turns(&position, &rules) {
            let mut turn = PartialTurn::begin(position, rules).expect("it has turns");
            let mut before = Vec::new();
            for &action in complete.turn.actions() {
                prop_assert!(turn.actions().contains(&action));
                before.push((action, turn));
                turn.apply(action).expect("listed as possible");
                prop_assert_eq!(PartialTurn::parse(&turn.to_string(), &rules), Ok(turn));
            }
            prop_assert_eq!(turn.finish(), Ok(complete));
            for (action, expected) in before.into_iter().rev() {
                prop_assert_eq!(turn.undo(), Some(action));
                prop_assert_eq!(turn, expected);
            }
            prop_assert_eq!(turn.undo(), None);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(500) })]

    #[test]
    fn records_replay_equal(
        game in stopped_games(),
        black in "\\PC{0,20}",
        red in ".{0,20}",
        event in "[a-z\"\\\\\\[\\]| ]{0,20}",
    ) {
        let mut record = Record::new(game);
        record.set_tag("black", &black).expect("printable");
        // Any text without control characters is allowed.
        let has_control = red.chars().any(char::is_control);
        prop_assert_eq!(record.set_tag("Red", &red).is_err(), has_control);
        record.set_tag("Event", &event).expect("printable");
        let written = record.to_string();
        let read = Record::parse(&written);
        prop_assert_eq!(read.as_ref(), Ok(&record), "{}", written);
        prop_assert_eq!(read.expect("just read").to_string(), written);
    }

    #[test]
    fn undoing_a_whole_game_returns_to_its_start(game in games()) {
        let mut game = game;
        while game.undo().is_some() {}
        prop_assert_eq!(game.position(), game.start());
        prop_assert!(!game.is_over());
    }
}

// Fewer cases: each is a whole game.
proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn compact_turns_of_all_rule_sets_read_back_equal(number in 0..RuleSet::COUNT, seed in any::<u64>()) {
        let rules = RuleSet::every().nth(number).expect("a number below the count");
        for position in random_positions(rules, seed) {
            for complete in fast::complete_turns(&position, &rules) {
                let compact = complete.turn.compact().to_string();
                prop_assert!(!compact.contains(char::is_whitespace), "{compact}");
                prop_assert_eq!(compact.parse(), Ok(complete.turn));
                prop_assert_eq!(Turn::parse(&compact, &position, &rules), Ok(complete));
                prop_assert_eq!(Turn::parse(&scribbled(&compact), &position, &rules), Ok(complete));
            }
        }
    }
}
