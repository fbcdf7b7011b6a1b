//! The values of every error message match the placeholders of its English text.

use std::collections::BTreeSet;
use std::num::NonZeroU8;

use linja::english::TEXTS;
use linja::{
    Action, ActionKind, Argument, Margin, MatchLength, MatchPoints, Message, Over, PartialTurn, Phase,
    PlayError, Position, Record, Row, Rule, RuleSet, Score, Side, Turn, WhyDone,
};

/// Every variant, with one row and with several.
fn play_errors() -> Vec<PlayError> {
    let side = Side::Red;
    let (near, far) = (Row::ALL[2], Row::ALL[5]);
    let kinds = [ActionKind::Opening, ActionKind::FollowUp, ActionKind::Bonus, ActionKind::BonusOnOpponent];
    let steps = [1, 3].map(|steps| NonZeroU8::new(steps).expect("not 0"));
    let action = Action { kind: ActionKind::Opening, from: near, to: far };
    let phases = [Phase::Opening, Phase::Bonus, Phase::AnotherTurn, Phase::Done];
    let phases = phases.into_iter().chain(steps.map(Phase::FollowUp));
    let whys = [
        WhyDone::NoOpening(side),
        WhyDone::GameEnded(Over::Passed),
        WhyDone::GameEnded(Over::Apart),
        WhyDone::EmptyRow(near),
        WhyDone::OpeningIntoGoal,
        WhyDone::FollowUpLost(steps[0]),
        WhyDone::FollowUpLost(steps[1]),
        WhyDone::FollowUpMade,
        WhyDone::BonusLost,
        WhyDone::BonusMade,
        WhyDone::AnotherTurnLost,
    ];
    let mut errors = vec![
        PlayError::GameOver,
        PlayError::NotOver,
        PlayError::NoSpicyBonus { rules: RuleSet::BONUS },
        PlayError::NoPawn { side, row: near },
        PlayError::Locked { side, row: near },
        PlayError::RowFull { action },
        PlayError::CannotPass { side },
    ];
    for phase in phases {
        errors.push(PlayError::Unfinished { side, phase });
        errors.push(PlayError::OutOfPhase { action, side, phase, why_done: None });
    }
    for why in whys {
        errors.push(PlayError::OutOfPhase { action, side, phase: Phase::Done, why_done: Some(why) });
    }
    for kind in kinds {
        for (from, to) in [(near, far), (far, near)] {
            let action = Action { kind, from, to };
            errors.extend([1, 2].map(|steps| PlayError::WrongSteps { action, side, steps }));
        }
    }
    errors
}

fn messages() -> Vec<Message> {
    let mut messages: Vec<Message> = play_errors().iter().map(PlayError::message).collect();
    for text in ["", "a", "ab cé", "p", "pax", "pass x", "ab / cd", "\"", "ba"] {
        let error = Turn::parse(text, &Position::default(), &RuleSet::BONUS).expect_err("no turn");
        messages.push(error.message());
    }
    for text in [
        "",
        "6x",
        "6",
        "61111110:",
        "61111110x",
        "61111110",
        "61111110/01111116 x",
        "61111110/01111116",
        "61111110/01111116 b b",
        "61111110/00000001 b",
        "60411000/00300036 r",
        "00000000/00000000 b",
    ] {
        messages.push(PartialTurn::parse(text, &RuleSet::BONUS).expect_err("no position").message());
    }
    let over = "[Setup \"00000417/63102000 b\"]\n";
    for text in [
        "[\"bonus\"]",
        "[Rules bonus]",
        "[Rules \"\\x\"]",
        "[Red \"\u{7}\"]",
        "[Rules \"bonus\"",
        "[Red \"x\"]\n[Red \"y\"]",
        "1. ab ac\n[Red \"x\"]",
        "[Rules \"chess\"]",
        "[First \"white\"]",
        "[Winner \"white\"]",
        "[Termination \"white\"]",
        "[Result \"white\"]",
        "[First \"red\"]\n[Setup \"61111110/01111116 b\"]",
        "hello",
        "1. ab ac\n2. ab ac",
        "1. ab ac | hg hf | ab",
        "1. ab ac | hg he",
        "1. ab ac {",
        "1. ab ac {\\",
        "1. ab ac {\u{7}",
        "1. ab ac (ab fh",
        "1. ab ac)",
        "1. ab ac (ab)",
        &format!("1. ab ac {}", "(ab fh".repeat(200)),
        "[Result \"12-3\"]\n1. ab ac",
        "[Result \"12-3\"]\n[Termination \"abandoned\"]\n1. ab ac",
        "[Termination \"normal\"]\n1. ab ac",
        "[Termination \"time\"]\n1. ab ac",
        &format!("{over}[Termination \"time\"]"),
        &format!("{over}[Result \"1-1\"]"),
    ] {
        messages.push(Record::parse(text).expect_err(text).message());
    }
    for text in ["bonus+x", "bonus+follow-x", "follow-may", "bonus+geeky", "bonus+follow-may+follow-must"] {
        messages.push(text.parse::<RuleSet>().expect_err(text).message());
    }
    for rule in Rule::ALL {
        messages.push(rule.message());
        messages.extend(rule.choices().iter().map(|choice| choice.message()));
    }
    messages.extend([
        "x".parse::<Row>().expect_err("no row").message(),
        "x".parse::<Score>().expect_err("no score").message(),
        "x".parse::<Margin>().expect_err("no margin").message(),
        "x".parse::<MatchLength>().expect_err("no length").message(),
        "x".parse::<MatchPoints>().expect_err("no points").message(),
    ]);
    messages
}

fn add_ids(message: &Message, ids: &mut BTreeSet<&'static str>) {
    ids.insert(message.id());
    for (_, value) in message.arguments() {
        match value {
            Argument::Message(part) => add_ids(part, ids),
            Argument::Messages(parts) => parts.iter().for_each(|part| add_ids(part, ids)),
            _ => {}
        }
    }
}

#[test]
fn every_message_has_an_english_text_and_fills_it() {
    let mut used = BTreeSet::new();
    for message in messages() {
        let text = message.to_string();
        assert!(!text.is_empty() && !text.contains(['{', '}']), "{message:?}: {text}");
        add_ids(&message, &mut used);
    }
    let known: BTreeSet<&str> = TEXTS.iter().map(|(id, _)| *id).collect();
    assert_eq!(known.len(), TEXTS.len(), "an id stands twice");
    assert_eq!(used, known);
}
