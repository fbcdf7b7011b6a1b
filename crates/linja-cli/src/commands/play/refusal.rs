//! Why a turn can't be played, in the user's language.

use linja::{ActionKind, ParseTurnError, Phase, PlayError, TurnPart, WhyDone};

use crate::texts::Texts;

/// Why a text is not a legal turn, as part of a sentence.
pub(super) fn of_text(error: &ParseTurnError, texts: &Texts) -> String {
    match error {
        ParseTurnError::Empty => texts.say("terminal.error_empty", &[]),
        ParseTurnError::Form(error) => {
            let column = error.column();
            let key = match (error.expected(), error.found()) {
                (TurnPart::Row, Some(_)) => "terminal.error_row_expected",
                (TurnPart::Row, None) => "terminal.error_row_missing",
                (TurnPart::Pass, Some(_)) => "terminal.error_pass_expected",
                (TurnPart::Pass, None) => "terminal.error_pass_missing",
                (TurnPart::End, _) => "terminal.error_end_expected",
            };
            let found = error.found().map(|found| found.escape_debug().to_string()).unwrap_or_default();
            texts.say(key, &[("column", &column), ("found", &found)])
        }
        ParseTurnError::NoOtherTurn { column } => {
            texts.say("terminal.error_no_other_turn", &[("column", column)])
        }
        ParseTurnError::Play(error) => of_turn(error, texts),
        // New kinds of error that the catalogue lacks are English.
        other => other.to_string(),
    }
}

/// Why an action or a turn is illegal, as part of a sentence.
pub(super) fn of_turn(error: &PlayError, texts: &Texts) -> String {
    let named = |side| texts.side(side);
    match *error {
        PlayError::GameOver => texts.say("terminal.error_game_over", &[]),
        PlayError::NotOver => texts.say("terminal.error_not_over", &[]),
        PlayError::OutOfPhase { action, side, phase, why_done } => {
            let action = action.to_string();
            match phase {
                Phase::Opening => texts.say("terminal.error_opening_first", &[("action", &action)]),
                Phase::FollowUp(steps) => {
                    texts.count("terminal.error_follow_up_first", steps.get(), &[("action", &action)])
                }
                Phase::Bonus => texts.say("terminal.error_bonus_first", &[("action", &action)]),
                Phase::AnotherTurn => texts.say("terminal.error_another_first", &[("action", &action)]),
                Phase::Done => {
                    let complete = || texts.say("terminal.error_turn_complete", &[("side", &named(side))]);
                    let why = why_done.map_or_else(complete, |why| done(why, texts));
                    texts.say("terminal.error_too_much", &[("action", &action), ("why", &why)])
                }
            }
        }
        PlayError::NoSpicyBonus { rules } => texts.say("terminal.error_no_spicy_bonus", &[("rules", &rules)]),
        PlayError::NoPawn { side, row } => {
            texts.say("terminal.error_no_pawn", &[("side", &named(side)), ("row", &row)])
        }
        PlayError::Locked { side, row } => {
            texts.say("terminal.error_locked", &[("side", &named(side)), ("row", &row)])
        }
        PlayError::WrongSteps { action, side, steps } => {
            let moved = action.from.steps_ahead(action.to, side);
            let key = match action.kind {
                ActionKind::Opening if moved < 0 => "terminal.error_opening_back",
                ActionKind::FollowUp if moved < 0 => "terminal.error_follow_up_back",
                ActionKind::Opening => "terminal.error_opening_steps",
                ActionKind::FollowUp => "terminal.error_follow_up_steps",
                ActionKind::Bonus | ActionKind::BonusOnOpponent => "terminal.error_bonus_steps",
            };
            let moved = moved.unsigned_abs();
            texts.count(key, steps, &[("action", &action), ("side", &named(side)), ("moved", &moved)])
        }
        PlayError::RowFull { action } => {
            texts.say("terminal.error_row_full", &[("row", &action.to), ("action", &action)])
        }
        PlayError::Unfinished { side, phase } => match phase {
            Phase::FollowUp(steps) => texts.count("terminal.error_follow_up_due", steps.get(), &[]),
            Phase::AnotherTurn => texts.say("terminal.error_another_due", &[]),
            _ => texts.say("terminal.error_not_moved", &[("side", &named(side))]),
        },
        PlayError::CannotPass { side } => texts.say("terminal.error_cannot_pass", &[("side", &named(side))]),
        other => other.to_string(),
    }
}

/// Why a turn has no further action.
fn done(why: WhyDone, texts: &Texts) -> String {
    match why {
        WhyDone::NoOpening(side) => texts.say("terminal.why_no_opening", &[("side", &texts.side(side))]),
        WhyDone::GameEnded => texts.say("terminal.why_game_ended", &[]),
        WhyDone::EmptyRow(row) => texts.say("terminal.why_empty_row", &[("row", &row)]),
        WhyDone::OpeningIntoGoal => texts.say("terminal.why_opening_into_goal", &[]),
        WhyDone::FollowUpLost(steps) => texts.count("terminal.why_follow_up_lost", steps.get(), &[]),
        WhyDone::FollowUpMade => texts.say("terminal.why_follow_up_made", &[]),
        WhyDone::BonusLost => texts.say("terminal.why_bonus_lost", &[]),
        WhyDone::BonusMade => texts.say("terminal.why_bonus_made", &[]),
        WhyDone::AnotherTurnLost => texts.say("terminal.why_another_turn_lost", &[]),
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU8;

    use linja::{Action, Position, Row, RuleSet, Side, Turn};

    use super::*;

    /// Every kind, with one row and with several.
    fn errors() -> Vec<PlayError> {
        let side = Side::Red;
        let (near, far) = (Row::ALL[2], Row::ALL[5]);
        let kinds =
            [ActionKind::Opening, ActionKind::FollowUp, ActionKind::Bonus, ActionKind::BonusOnOpponent];
        let steps = [1, 3].map(|steps| NonZeroU8::new(steps).expect("not 0"));
        let action = Action { kind: ActionKind::Opening, from: near, to: far };
        let phases = [Phase::Opening, Phase::Bonus, Phase::AnotherTurn, Phase::Done];
        let phases = phases.into_iter().chain(steps.map(Phase::FollowUp));
        let whys = [
            WhyDone::NoOpening(side),
            WhyDone::GameEnded,
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
            let phase = Phase::Done;
            errors.push(PlayError::OutOfPhase { action, side, phase, why_done: Some(why) });
        }
        for kind in kinds {
            for (from, to) in [(near, far), (far, near)] {
                let action = Action { kind, from, to };
                errors.extend([1, 2].map(|steps| PlayError::WrongSteps { action, side, steps }));
            }
        }
        errors
    }

    #[test]
    fn catalogue_says_the_same_as_the_errors_themselves() {
        for error in errors() {
            assert_eq!(of_turn(&error, Texts::english()), error.to_string());
        }
        for text in ["", "a", "ab cé", "p", "pax", "pass x", "ab / cd", "\"", "ba"] {
            let error = Turn::parse(text, &Position::default(), &RuleSet::BONUS).expect_err("no turn");
            assert_eq!(of_text(&error, Texts::english()), error.to_string(), "{text}");
        }
    }
}
