use core::fmt;

use crate::{Action, ActionKind, Phase, RuleSet, Side, WhyDone};

/// Why an action or a turn is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over; nothing can be played.
    GameOver,
    /// The game can't be called finished: the board has not ended it.
    NotOver,
    /// The action belongs to another part of the turn than the one expected.
    OutOfPhase {
        /// What was tried.
        action: Action,
        /// Who tried it.
        side: Side,
        /// What is expected.
        phase: Phase,
        /// Why nothing more is possible, if the turn is complete.
        why_done: Option<WhyDone>,
    },
    /// The bonus was to move an opponent's pawn, which needs the option `spicy`.
    NoSpicyBonus {
        /// The rule set played by.
        rules: RuleSet,
    },
    /// There is no such pawn.
    NoPawn {
        /// Whose.
        side: Side,
        /// Where.
        row: crate::Row,
    },
    /// The opponent's pawn stands in its goal, where no bonus moves it.
    Locked {
        /// Whose.
        side: Side,
        /// Where.
        row: crate::Row,
    },
    /// The pawn moves too far, too little or the wrong way.
    WrongSteps {
        /// What was tried.
        action: Action,
        /// Whose pawn it is.
        side: Side,
        /// How far it must move.
        steps: u8,
    },
    /// The landing row is full.
    RowFull {
        /// What was tried.
        action: Action,
    },
    /// The turn was handed over, but something must still be done.
    Unfinished {
        /// Whose turn it is.
        side: Side,
        /// What is expected.
        phase: Phase,
    },
    /// A pass, but there is an opening.
    CannotPass {
        /// Who tried to pass.
        side: Side,
    },
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PlayError::GameOver => write!(f, "the game is over"),
            PlayError::NotOver => write!(f, "the game is not over on the board"),
            PlayError::OutOfPhase { action, side, phase, why_done } => {
                write_out_of_phase(f, action, side, phase, why_done)
            }
            PlayError::NoSpicyBonus { rules } => {
                write!(f, "a bonus on an opponent's pawn (~) is not played in the rule set {rules}")
            }
            PlayError::NoPawn { side, row } => write!(f, "{side} has no pawn on row {row}"),
            PlayError::Locked { side, row } => {
                write!(f, "{side}'s pawn on row {row} is in its goal and locked")
            }
            PlayError::WrongSteps { action, side, steps } => write_wrong_steps(f, action, side, steps),
            PlayError::RowFull { action } => {
                write!(f, "row {} is full, \"{action}\" can't end there", action.to)
            }
            PlayError::Unfinished { side, phase } => match phase {
                Phase::FollowUp(steps) => write!(f, "the follow-up of {} must be made", Rows(steps.get())),
                Phase::AnotherTurn => {
                    write!(f, "the turn is not complete: another turn is earned, written after \" / \"")
                }
                _ => write!(f, "{side} has not moved yet"),
            },
            PlayError::CannotPass { side } => write!(f, "{side} can't pass: there is an opening"),
        }
    }
}

impl core::error::Error for PlayError {}

/// `1 row`, `3 rows`.
struct Rows(u8);

impl fmt::Display for Rows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.0, if self.0 == 1 { "row" } else { "rows" })
    }
}

fn write_wrong_steps(f: &mut fmt::Formatter<'_>, action: Action, side: Side, steps: u8) -> fmt::Result {
    let name = match action.kind {
        ActionKind::Opening => "opening",
        ActionKind::FollowUp => "follow-up",
        ActionKind::Bonus | ActionKind::BonusOnOpponent => "bonus",
    };
    let moved = action.from.steps_ahead(action.to, side);
    let forward_only = matches!(action.kind, ActionKind::Opening | ActionKind::FollowUp);
    if forward_only && moved < 0 {
        return write!(f, "{name} must go forward, \"{action}\" goes back for {side}");
    }
    write!(f, "{name} must be {}, \"{action}\" is {}", Rows(steps), moved.unsigned_abs())
}

fn write_out_of_phase(
    f: &mut fmt::Formatter<'_>,
    action: Action,
    side: Side,
    phase: Phase,
    why_done: Option<WhyDone>,
) -> fmt::Result {
    match phase {
        Phase::Opening => write!(f, "a turn begins with an opening, not with \"{action}\""),
        Phase::FollowUp(steps) => {
            write!(f, "a follow-up of {} is expected, not \"{action}\"", Rows(steps.get()))
        }
        Phase::Bonus => write!(f, "a bonus is expected, written with a + before it, not \"{action}\""),
        Phase::AnotherTurn => write!(f, "another turn is expected, written after \" / \", not \"{action}\""),
        Phase::Done => {
            write!(f, "\"{action}\" is too much: ")?;
            match why_done {
                Some(why) => write!(f, "{why}"),
                None => write!(f, "{side}'s turn is complete"),
            }
        }
    }
}

impl fmt::Display for WhyDone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            WhyDone::NoOpening(side) => write!(f, "{side} has no opening and must pass"),
            WhyDone::GameEnded => write!(f, "the colours have passed, which ends the game at once"),
            WhyDone::EmptyRow(row) => write!(f, "row {row} was empty, which earns no follow-up"),
            WhyDone::OpeningIntoGoal => write!(f, "an opening into the goal earns no follow-up"),
            WhyDone::FollowUpLost(steps) => {
                write!(f, "no pawn can move {}, the follow-up is lost", Rows(steps.get()))
            }
            WhyDone::FollowUpMade => write!(f, "the follow-up earned nothing more"),
            WhyDone::BonusLost => write!(f, "no pawn can make the bonus"),
            WhyDone::BonusMade => write!(f, "a bonus earns nothing more"),
            WhyDone::AnotherTurnLost => write!(f, "there is no opening for another turn"),
        }
    }
}
