//! The fuzz harnesses. The targets in `fuzz_targets` run them with bytes from a fuzzer. `crates/linja/tests/fuzz.rs`
//! includes this file and runs them with mutated valid texts, on stable Rust.
//!
//! A harness panics only if the crate `linja` violates an invariant. Any bytes are valid input.

#![allow(clippy::missing_panics_doc, reason = "a harness panics at a broken law")]

use linja::{CompleteTurn, Game, PartialTurn, Phase, Position, Record, RuleSet, Setup, Side, Turn, fast};

/// Parses bytes as a position. A parsed position must be written canonically and parse back to itself.
pub fn position_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(setup) = text.parse::<Setup>() {
        match setup.check() {
            Ok(position) => {
                assert_eq!(position.to_string().parse(), Ok(position));
                assert_eq!(position.address().to_string().parse(), Ok(position));
                assert_eq!(position.mirrored().mirrored(), position);
            }
            Err(error) => assert!(!error.violations().is_empty()),
        }
    }
    for rules in RuleSet::ALL {
        if let Ok(turn) = PartialTurn::parse(&text, &rules) {
            assert_eq!(PartialTurn::parse(&turn.to_string(), &rules), Ok(turn));
        }
    }
}

/// Chooses a position by the first bytes and parses the rest as a turn. A parsed turn must be a generated turn.
pub fn turn_text(data: &[u8]) {
    let Some((choice, text)) = data.split_at_checked(8) else { return };
    let rules = rule_set(choice[0]);
    let Some(position) = position_of(&rules, &choice[1..]) else { return };
    let text = String::from_utf8_lossy(text);
    if let Ok(played) = Turn::parse(&text, &position, &rules) {
        let turns = fast::complete_turns(&position, &rules);
        assert!(turns.contains(&played), "{position} : {} by {rules}", played.turn);
        assert_eq!(Turn::parse(&played.turn.to_string(), &position, &rules), Ok(played));
    }
}

/// Parses bytes as a record. A parsed record must be written canonically and parse back to itself.
pub fn record_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(record) = Record::parse(&text) {
        let written = record.to_string();
        let read = Record::parse(&written).expect("a written record can be read");
        assert_eq!(read, record, "{written}");
        assert_eq!(read.to_string(), written);
    }
}

/// Plays a game with the state machine, including undo. Each byte chooses among the legal next actions.
pub fn action_sequence(data: &[u8]) {
    let Some((&first, choices)) = data.split_first() else { return };
    let rules = rule_set(first);
    let mut game = Game::new(rules, Side::ALL[usize::from(first >> 7)]);
    let mut choices = choices.iter().map(|&byte| usize::from(byte));
    while let Some(turn) = game.begin_turn() {
        let Some(complete) = choose_turn(turn, &mut choices) else { return };
        let position = *game.position();
        let advanced =
            complete.result.position.advance().checked_sub(position.advance()).expect("no turn goes back");
        assert!(advanced > 0 || complete.turn.is_pass());
        assert_eq!(game.play(&complete.turn), Ok(&complete));
        assert_eq!(Setup::from(complete.result.position).check(), Ok(complete.result.position));
    }
    assert!(game.result().is_some());
}

/// Plays the chosen actions until the turn ends; `None` if `choices` runs out.
fn choose_turn(mut turn: PartialTurn, choices: &mut impl Iterator<Item = usize>) -> Option<CompleteTurn> {
    loop {
        let actions = turn.actions();
        assert_eq!(actions.is_empty(), turn.phase() == Phase::Done);
        // One extra choice ends the turn or, if an action is still required, takes back the last action.
        let choice = choices.next()? % (actions.len() + 1);
        match actions.get(choice) {
            Some(&action) => {
                let before = turn;
                turn.apply(action).expect("listed as possible");
                let mut undone = turn;
                assert_eq!(undone.undo(), Some(action));
                assert_eq!(undone, before);
            }
            None if turn.can_finish() => return turn.finish().ok(),
            None => {
                assert!(turn.finish().is_err());
                turn.undo();
            }
        }
    }
}

fn rule_set(byte: u8) -> RuleSet {
    RuleSet::ALL[usize::from(byte) % RuleSet::ALL.len()]
}

/// The position after the turns chosen by `choices`; `None` if they end the game.
fn position_of(rules: &RuleSet, choices: &[u8]) -> Option<Position> {
    let mut position = Position::default();
    for &choice in choices {
        let turns = fast::complete_turns(&position, rules);
        let complete = turns[usize::from(choice) % turns.len()];
        if complete.result.is_over {
            return None;
        }
        position = complete.result.position;
    }
    Some(position)
}
