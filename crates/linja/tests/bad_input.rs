//! Invalid input causes a clear error with its place and reason, never a panic.

use linja::{Note, PartialTurn, Position, Record, RuleSet, Turn};

fn position_error(text: &str) -> String {
    text.parse::<Position>().expect_err("no position").to_string()
}

fn turn_error(text: &str) -> String {
    Turn::parse(text, &Position::default(), &RuleSet::BONUS).expect_err("no turn").to_string()
}

fn record_error(text: &str) -> String {
    Record::parse(text).expect_err("no record").to_string()
}

#[test]
fn positions() {
    let cases = [
        ("", "the position is empty; the start is written 61111110/01111116 b"),
        (" \t ", "the position is empty; the start is written 61111110/01111116 b"),
        ("51111110/01111116 b", "Black has 11 pawns, not 12"),
        ("00000000/00000000 b", "Black has 0 pawns, not 12; Red has 0 pawns, not 12"),
        ("60411000/00300036 r", "row c holds 7 pawns, at most 6"),
        (
            "60700000/0aa00000 b",
            "Black has 13 pawns, not 12; Red has 20 pawns, not 12; row b holds 10 pawns, at most 6; \
             row c holds 17 pawns, at most 6",
        ),
        ("61111110/01111116", "character 18: expected the side to move, b or r, the text ends"),
        ("61111110/01111116 w", "character 19: expected the side to move, b or r, found “w”"),
        ("61111110/01111116 b x", "character 21: expected nothing after the side to move, found “x”"),
        ("6111111/01111116 b", "character 8: expected Black’s count on row h (0 to 9, a, b or c), found “/”"),
        (
            "611111100/01111116 b",
            "character 9: expected “/” between Black’s eight counts and Red’s, found “0”",
        ),
        ("61111110/0111d116 b", "character 14: expected Red’s count on row e (0 to 9, a, b or c), found “d”"),
        (
            "６1111110/01111116 b",
            "character 1: expected Black’s count on row a (0 to 9, a, b or c), found “６”",
        ),
        ("\u{0}", "character 1: expected Black’s count on row a (0 to 9, a, b or c), found “\\0”"),
    ];
    for (text, message) in cases {
        assert_eq!(position_error(text), message, "{text:?}");
    }
    let overlong = "6".repeat(1_000_000);
    assert!(position_error(&overlong).len() < 200);
}

#[test]
fn turns() {
    let cases = [
        ("", "the turn is empty; to pass, write pass"),
        ("ab", "the follow-up of 2 rows must be made"),
        ("ab cd", "the follow-up must be 2 rows, “cd” is 1"),
        ("ac", "the opening move must be 1 row, “ac” is 2"),
        ("ba", "the opening move must go forward, “ba” goes back for Black"),
        ("aa", "the opening move must be 1 row, “aa” is 0"),
        ("ab dc", "the follow-up must go forward, “dc” goes back for Black"),
        ("hg", "Black has no pawn on row h"),
        ("ab x", "character 4: expected a row, a to h, found “x”"),
        ("a", "character 2: expected a row, a to h, the text ends"),
        ("ab +ab", "a follow-up of 2 rows is expected, not “+ab”"),
        ("+ab", "a turn begins with an opening move, not with “+ab”"),
        ("ab fh gf", "a bonus is expected, written with a + before it, not “gf”"),
        ("ab fh ~gf", "a bonus on an opponent’s pawn (~) is not played in the rule set bonus"),
        ("ab ac ab", "“ab” is one action too many: the follow-up earned nothing more"),
        ("ab ac / ab", "character 7: no other turn has been earned, so “/” can’t stand here"),
        ("/ ab", "character 1: no other turn has been earned, so “/” can’t stand here"),
        ("pass", "Black can’t pass: there is an opening move"),
        ("pas", "character 4: expected the word pass, the text ends"),
        ("pass ab", "character 6: expected nothing more, found “a”"),
        ("ä", "character 1: expected a row, a to h, found “ä”"),
        ("a\u{301}b", "character 2: expected a row, a to h, found “\\u{301}”"),
    ];
    for (text, message) in cases {
        assert_eq!(turn_error(text), message, "{text:?}");
    }
    assert!(turn_error(&"ab ".repeat(300_000)).len() < 200);
}

#[test]
fn turns_under_way() {
    let error = |text| PartialTurn::parse(text, &RuleSet::BONUS).expect_err("no turn").to_string();
    assert_eq!(
        error("61111110/01111116 : ab"),
        "character 19: expected the side to move, b or r, the text ends"
    );
    assert_eq!(error("61111110/01111116 b : ac"), "the opening move must be 1 row, “ac” is 2");
    assert_eq!(error("00000417/63102000 b : ef"), "the game is over");
}

#[test]
fn records() {
    let cases = [
        ("[Rules bonus]", "line 1: a tag’s value stands between quotation marks, as in [Rules \"bonus\"]"),
        ("[Rules \"bonus\"", "line 1: a tag ends with ] at the end of its line"),
        ("[Rules \"bonus\\x\"]", "line 1: in a tag’s value \\ stands only before \" or \\"),
        ("[\"bonus\"]", "line 1: a tag begins with its name, as in [Rules \"bonus\"]"),
        ("[Réf \"1\"]", "line 1: a tag begins with its name, as in [Rules \"bonus\"]"),
        ("[Red \"\u{7}\"]", "line 1: a tag’s value can’t hold a control character"),
        (
            "[Rules \"chess\"]",
            "line 1, tag Rules: no rule set is called “chess”: it is one of classic, bonus, bonus-spicy, geeky, \
             geeky-spicy",
        ),
        ("[Red \"x\"]\n[red \"y\"]", "line 2: this tag stands twice"),
        ("1. ab ac\n[Red \"x\"]", "line 2: tags stand before the turns"),
        ("[First \"white\"]", "line 1, tag First: “white” is not black or red"),
        (
            "[Setup \"61111110/01111116 x\"]",
            "line 1, tag Setup: character 19: expected the side to move, b or r, found “x”",
        ),
        (
            "[First \"red\"]\n[Setup \"61111110/01111116 b\"]",
            "tag First says “red”, but in the tag Setup Black is to move",
        ),
        ("hello", "line 1: the number of the turn, “1.”, is expected at its beginning"),
        ("2. ab ac", "line 1: the number of the turn, “1.”, is expected at its beginning"),
        ("1. ab ac | hg hf\n3. ab", "line 2: the number of the turn, “2.”, is expected at its beginning"),
        ("1. ab ac\n2. ab ac", "turn 1: Red’s turn is missing (line 1)"),
        ("1. ab ac | hg hf | ab", "turn 1: there are more than two turns (line 1)"),
        ("1. ab ac |hg he", "turn 1: the follow-up must be 2 rows, “he” is 3 (Red’s turn, line 1)"),
        ("1. ab ac\n\n", ""),
        ("[Result \"12-3\"]\n1. ab ac", "tag Result says “12-3”, but the game is not finished"),
        ("[Result \"won\"]", "line 1, tag Result: “won” is not Black’s points and Red’s, as in 46-39, or *"),
        (
            "[Result \"999-1\"]",
            "line 1, tag Result: “999-1” is not Black’s points and Red’s, as in 46-39, or *",
        ),
        (
            "[Termination \"normal\"]\n1. ab ac",
            "tag Termination says “normal”, but the game is not over on the board",
        ),
        ("[Termination \"time\"]", "tag Termination says “time”: a tag Winner must say who won"),
        (
            "[Termination \"resignation\"]\n[Winner \"draw\"]",
            "tag Termination says “resignation”: a tag Winner must say who won",
        ),
        (
            "[Termination \"abandoned\"]\n[Result \"1-2\"]",
            "tag Result says “1-2”, but the game was abandoned without a winner",
        ),
        (
            "[Setup \"00000417/63102000 b\"]\n[Termination \"unfinished\"]",
            "tag Termination says “unfinished”, but the game is over on the board",
        ),
        ("1.  ab x", "turn 1: character 4: expected a row, a to h, found “x” (Black’s turn, line 1)"),
        ("[Winner \"red\"]", "tag Winner says “red”, but the game is not finished"),
        ("1. ab ac {why", "turn 1: a comment has no closing brace (line 1)"),
        ("1. ab ac {a\\b}", "turn 1: in a comment \\ stands only before a closing brace or \\ (line 1)"),
        ("1. ab ac {a\u{7}}", "turn 1: a comment can’t hold a control character (line 1)"),
        ("1. ab ac (ab fh", "turn 1: a line in brackets has no closing bracket (line 1)"),
        (
            "1. ab ac) | hg hf",
            "turn 1: after a turn come at most one comment in braces and lines in brackets (line 1)",
        ),
        (
            "1. ab ac {a} {b}",
            "turn 1: after a turn come at most one comment in braces and lines in brackets (line 1)",
        ),
        (
            "1. ab ac (ab fh) hg",
            "turn 1: after a turn come at most one comment in braces and lines in brackets (line 1)",
        ),
        (
            "1. ab ac (ab cd) | hg hf",
            "line after turn 1: the follow-up must be 2 rows, “cd” is 1 (Black’s turn, line 1)",
        ),
        ("1. ab ac ()", "line after turn 1: the turn is empty; to pass, write pass (Black’s turn, line 1)"),
        (
            "1. ab ac (ab fh | )",
            "line after turn 1: the turn is empty; to pass, write pass (Red’s turn, line 1)",
        ),
        ("1. {why}", "turn 1: the turn is empty; to pass, write pass (Black’s turn, line 1)"),
    ];
    for (text, message) in cases {
        if message.is_empty() {
            assert!(Record::parse(text).is_ok(), "{text:?}");
        } else {
            assert_eq!(record_error(text), message, "{text:?}");
        }
    }
}

/// A game that ends with its first turn: Red's last pawn passes Black's.
const LAST_TURN: &str = "[Setup \"0000000c/b0000001 r\"]\n[Result \"RESULT\"]\n1. hg";

#[test]
fn false_result() {
    let text = LAST_TURN.replace("RESULT", "60-51");
    assert_eq!(record_error(&text), "tag Result says “60-51”, but the game ends 60-52");
    assert!(Record::parse(&text.replace("60-51", "60-52")).is_ok());
    assert!(record_error(&text.replace("60-51", "*")).ends_with("but the game ends 60-52"));
    let false_winner = text.replace("[Result \"60-51\"]", "[Winner \"red\"]");
    assert_eq!(record_error(&false_winner), "tag Winner says “red”, but the game ends 60-52");
}

#[test]
fn turns_after_the_end() {
    let text = format!("{} | pass", LAST_TURN.replace("RESULT", "60-52"));
    assert_eq!(record_error(&text), "turn 1: the game is over (Black’s turn, line 3)");
}

#[test]
fn record_of_ten_thousand_turns() {
    let mut text = String::from("[Rules \"classic\"]\n\n");
    for number in 1..=5_000 {
        text += &format!("{number}. ab ac | hg hf\n");
    }
    assert!(record_error(&text).starts_with("turn 2: "), "{}", record_error(&text));
    let passes: String = (1..=5_000).map(|number| format!("{number}. pass | pass\n")).collect();
    assert_eq!(
        record_error(&passes),
        "turn 1: Black can’t pass: there is an opening move (Black’s turn, line 1)"
    );
}

#[test]
fn brackets_inside_each_other() {
    let nested = |depth: usize| format!("1. ab ac {}{}", "(ab fh".repeat(depth), ")".repeat(depth));
    assert!(Record::parse(&nested(Note::DEEPEST)).is_ok());
    for depth in [Note::DEEPEST + 1, 100_000] {
        assert_eq!(
            record_error(&nested(depth)),
            "turn 1: there are too many brackets inside each other (line 1)"
        );
    }
    // Many lines beside each other are allowed.
    let wide = format!("1. ab ac {}", "(ab fh)".repeat(10_000));
    let record = Record::parse(&wide).expect("a record");
    assert_eq!(record.note(0).map(|note| note.lines().len()), Some(10_000));
}

#[test]
fn records_are_read_forgivingly() {
    let tidy = Record::parse("[Rules \"bonus\"]\n[Black \"Ada\"]\n\n1. ab ac | hg hf\n").expect("a record");
    let untidy = "\u{feff}  [ rules  \"BONUS\" ]\r\n[BLACK \"Ada\"]\r\n1 .  AB aC|HG  HF  \r\n\r\n";
    assert_eq!(Record::parse(untidy), Ok(tidy));
}

#[test]
fn hostile_text_is_quoted_short_and_without_control_characters() {
    let hostile = format!("[Rules \"{}\"]", "\u{202e}<b>\u{9}x".replace('\t', "").repeat(1_000));
    let message = record_error(&hostile);
    assert!(message.len() < 400, "{message}");
    assert!(!message.contains('\u{202e}'), "{message:?}");
}
