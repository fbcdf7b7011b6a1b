//! The feature `serde`: values as in the JSON of the HTTP API.

use linja::{
    BySide, Margin, MatchLength, PartialTurn, Phase, Position, Record, Row, RuleSet, Score, Setup, Side,
    Termination, Turn, WhyDone, Winner,
};
use serde_json::{Value, from_value, json, to_value};

/// Values that are both serialized and deserialized.
macro_rules! same {
    ($($value:expr => $json:tt),* $(,)?) => {$(
        let (value, json) = ($value, json!($json));
        assert_eq!(to_value(&value).unwrap(), json);
        assert_eq!(from_value(json).ok(), Some(value));
    )*};
}

#[test]
fn values_are_their_notation_or_a_word() {
    same! {
        Side::Black => "black",
        Winner::Side(Side::Red) => "red",
        Winner::Draw => "draw",
        Row::home(Side::Red) => "h",
        RuleSet::BONUS_SPICY => "bonus-spicy",
        Position::default() => "61111110/01111116 b",
        Setup::from(Position::default()) => "61111110/01111116 b",
        "fg eh +fe".parse::<Turn>().unwrap() => "fg eh +fe",
        Margin(-3) => (-3),
        MatchLength::BestOfThree => 3,
        Score { black: 46, red: -39 } => { "black": 46, "red": -39 },
        BySide { black: Side::Red, red: Side::Black } => { "black": "red", "red": "black" },
        Record::parse("1. ab ce").unwrap() => (Record::parse("1. ab ce").unwrap().to_string()),
    }
}

#[test]
fn what_needs_a_position_is_only_written() {
    let mut turn = PartialTurn::begin(Position::default(), RuleSet::BONUS).unwrap();
    assert_eq!(to_value(turn.phase()).unwrap(), "opening");
    turn.extend("ab ce").unwrap();
    assert_eq!(to_value(turn.phase()).unwrap(), Phase::Done.id());
    assert_eq!(to_value(turn.why_done()).unwrap(), WhyDone::FollowUpMade.id());
    assert_eq!(to_value(turn.so_far().actions()).unwrap(), json!(["ab", "ce"]));
    assert_eq!(to_value(Termination::Time(Side::Red)).unwrap(), "time");
    assert_eq!(
        to_value(turn.finish().unwrap()).unwrap(),
        json!({ "turn": "ab ce", "after": "52012110/01111116 r", "over": false })
    );
}

#[test]
fn what_is_no_value_is_refused_with_the_reason() {
    let refused = |json: Value| from_value::<Position>(json).unwrap_err().to_string();
    assert_eq!(refused(json!("71111110/01111116 b")), "Black has 13 pawns, not 12");
    assert!(refused(json!(1)).contains("expected a string"));
    assert!(from_value::<MatchLength>(json!(2)).is_err());
    assert!(from_value::<Score>(json!({ "black": 1 })).is_err());
    assert!(from_value::<Score>(json!({ "black": 1, "red": 2, "green": 3 })).is_err());
    assert!(serde_json::from_str::<Score>(r#"{ "black": 1, "black": 2, "red": 3 }"#).is_err());
}
