//! Every written value parses back to itself, and its written form honours width and alignment.

mod common;

use core::error::Error;
use core::fmt::{Debug, Display};
use core::str::FromStr;

use common::position;
use linja::{
    Board, BySide, Game, Margin, MatchLength, MatchPoints, PartialTurn, Position, Record, Row, RuleSet,
    Score, Setup, Side, Termination, Turn, Valued, Winner,
};
use linja_testing::Chance;

/// Checks that each value parses back to itself, and writes it with widths and alignments.
fn check<T: Display + FromStr<Err: Debug> + PartialEq + Debug>(values: impl IntoIterator<Item = T>) {
    for value in values {
        let text = value.to_string();
        let read = |text: &str| text.parse::<T>().expect("a written value");
        assert_eq!(read(&text), value);
        assert_eq!(read(&format!("  {text} ")), value, "blanks around it");
        assert_eq!(read(&text.to_uppercase()), value, "letter case");
        check_width(&value);
    }
}

fn check_width(value: &impl Display) {
    let text = value.to_string();
    let width = text.chars().count() + 3;
    assert_eq!(format!("{value:width$}|"), format!("{text}   |"));
    assert_eq!(format!("{value:>width$}|"), format!("   {text}|"));
    assert_eq!(format!("{value:*^0$}|", text.chars().count() + 2), format!("*{text}*|"));
}

#[test]
fn values_read_back_as_they_are_written_in_any_width() {
    check(Side::ALL);
    check(Row::ALL);
    check(RuleSet::ALL);
    check(Winner::ALL);
    check([(46, 39), (-60, 60), (0, -5)].map(|(black, red)| Score { black, red }));
    check([Turn::PASS]);
    let game = linja_testing::random_game(RuleSet::GEEKY_SPICY, 3);
    check(game.turns().iter().map(|turn| turn.turn));
    check(game.turns().iter().map(|turn| turn.result.position));
    check([Setup::from(*game.position())]);
}

/// Numbers are right-aligned by default, so only explicit alignments are checked.
#[test]
fn numbers_read_back_as_they_are_written() {
    for margin in [-120, -3, 0, 1, 120].map(Margin) {
        assert_eq!(margin.to_string().parse(), Ok(margin));
        check_width(&margin);
    }
    for length in MatchLength::ALL {
        assert_eq!(length.to_string().parse(), Ok(length));
        assert_eq!(format!("{length:>3}"), format!("  {length}"));
    }
    for halves in 0..=10 {
        let points = MatchPoints { halves };
        assert_eq!(points.to_string().parse(), Ok(points));
        assert_eq!(format!("{points:>4}").chars().count(), 4);
    }
}

#[test]
fn what_is_only_written_honours_width() {
    let turn = PartialTurn::parse("61111110/01111116 b : fg", &RuleSet::BONUS).unwrap();
    check_width(&turn);
    check_width(&turn.phase());
    check_width(&turn.actions()[0]);
    check_width(&turn.start().address());
    check_width(&Termination::Normal);
}

#[test]
fn what_is_no_value_is_refused() {
    let refused = |error: &dyn Display| error.to_string();
    assert_eq!(refused(&"green".parse::<Side>().unwrap_err()), "“green” is not black or red");
    assert_eq!(refused(&"ab".parse::<Row>().unwrap_err()), "“ab” is not a row, a to h");
    assert_eq!(refused(&"121".parse::<Margin>().unwrap_err()), "“121” is not a margin, -120 to +120");
    assert_eq!(refused(&"2".parse::<MatchLength>().unwrap_err()), "“2” is not 1, 3 or 5 games");
    assert!("46".parse::<Score>().is_err() && "46-".parse::<Score>().is_err());
    assert!("½½".parse::<MatchPoints>().is_err() && "128".parse::<MatchPoints>().is_err());
    for text in [
        "",
        "ab +cd",
        "+ab",
        "/ab",
        "ab ce cf",
        "ab ce / bc / cd",
        "ab / cd",
        "ab c",
        "ab ce /",
        "passe",
        "pas",
    ] {
        assert!(text.parse::<Turn>().is_err(), "{text}");
    }
}

/// The written form determines the kinds of actions, so a legal turn parses back to itself without its position.
#[test]
fn a_turn_is_read_without_its_position() {
    for rules in RuleSet::ALL {
        for complete in linja_testing::random_game(rules, 5).turns() {
            assert_eq!(complete.turn.to_string().parse(), Ok(complete.turn));
        }
    }
    let classic: Turn = "ab ce / bc df".parse().unwrap();
    assert_eq!(classic.actions().len(), 4);
}

#[test]
fn positions_are_ordered_as_their_written_forms() {
    let game = linja_testing::random_game(RuleSet::BONUS, 9);
    let mut positions: Vec<Position> = game.turns().iter().map(|turn| turn.result.position).collect();
    positions.push(position("c0000000/0000000c b"));
    positions.sort();
    assert!(positions.iter().map(ToString::to_string).is_sorted());
}

#[test]
fn actions_are_iterated_by_value_and_by_reference() {
    let turn = PartialTurn::begin(Position::default(), RuleSet::BONUS).unwrap();
    let actions = turn.actions();
    let by_reference: Vec<_> = (&actions).into_iter().copied().collect();
    assert_eq!(actions.to_vec(), by_reference);
    assert_eq!(actions.into_iter().collect::<Vec<_>>(), by_reference);
}

#[test]
fn both_sides_are_mapped_and_swapped() {
    let both = BySide { black: 1, red: 2 };
    assert_eq!(both.map(|n| n * 10), BySide { black: 10, red: 20 });
    assert_eq!(both.swapped(), BySide { black: 2, red: 1 });
    assert_eq!(both.as_ref().map(|n| *n), both);
    assert!(both.iter().eq([(Side::Black, &1), (Side::Red, &2)]));
    let valued = Valued { item: 'a', value: Margin(3) }.map_value(|margin| margin.0);
    assert_eq!(valued, Valued { item: 'a', value: 3 });
}

#[test]
fn errors_name_their_cause() {
    let setup = "71111110/01111116 b".parse::<Position>().unwrap_err();
    assert_eq!(setup.source().unwrap().to_string(), "Black has 13 pawns, not 12");

    let record = Record::parse("1. ab cf").unwrap_err();
    let play = record.source().and_then(Error::source).expect("the record's turn, and why it is not legal");
    assert_eq!(play.to_string(), "the follow-up must be 2 rows, “cf” is 3");

    let turns: [Turn; 2] = ["ab ce", "ab ce"].map(|turn| turn.parse().unwrap());
    let replay = Game::replay(RuleSet::BONUS, Position::default(), &turns).unwrap_err();
    assert_eq!(replay.played, 1);
    assert_eq!(replay.to_string(), format!("turn 2 of the list: {}", replay.source().unwrap()));
}

#[test]
fn random_play_reaches_the_end_by_the_callers_generator() {
    let random_game = |seed| {
        let mut chance = Chance::new(seed);
        let mut game = Game::new(RuleSet::BONUS, Side::Red);
        while game.play_random(|n| chance.below(n)).is_some() {}
        game
    };
    assert!(random_game(1).is_over());
    assert_eq!(random_game(1), random_game(1));
    assert_ne!(random_game(1), random_game(2));
    let turns = random_game(1).turns().iter().map(|turn| turn.turn).collect::<Vec<_>>();
    assert_eq!(Game::replay(RuleSet::BONUS, Position::start(Side::Red), &turns), Ok(random_game(1)));
}

#[test]
fn a_board_is_the_same_for_a_position_and_its_mirror_image() {
    for complete in linja_testing::random_game(RuleSet::BONUS_SPICY, 4).turns() {
        let position = complete.result.position;
        let board = Board::of(&position);
        assert_eq!(board, Board::of(&position.mirrored()));
        assert_eq!(board.position(position.to_move()), position);
        assert_eq!(Board::from_key(board.key()), Ok(board));
        assert_eq!(board.handed_over().handed_over(), board);
    }
}
