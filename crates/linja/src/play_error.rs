use crate::{Action, ActionKind, Message, Phase, RuleSet, Side, WhyDone};

/// Why an action or a turn is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PlayError {
    /// The game is over; nothing can be played.
    GameOver,
    /// The game can't be stopped as finished, because the board has not ended it.
    NotOver,
    /// The action belongs to a different phase of the turn.
    OutOfPhase {
        /// The illegal action.
        action: Action,
        /// The side to move.
        side: Side,
        /// The expected phase.
        phase: Phase,
        /// Why no action is possible, if the turn is complete.
        why_done: Option<WhyDone>,
    },
    /// The bonus moves an opponent's pawn, which requires the option `spicy`.
    NoSpicyBonus {
        /// The rule set of the game.
        rules: RuleSet,
    },
    /// The row has no pawn of this side.
    NoPawn {
        /// The owner of the pawn.
        side: Side,
        /// The row the pawn would leave.
        row: crate::Row,
    },
    /// The opponent's pawn is in its goal, where a bonus can't move it.
    Locked {
        /// The owner of the pawn.
        side: Side,
        /// The row the pawn would leave.
        row: crate::Row,
    },
    /// The pawn moves too far, not far enough or in the wrong direction.
    WrongSteps {
        /// The illegal action.
        action: Action,
        /// The owner of the pawn.
        side: Side,
        /// The required number of rows.
        steps: u8,
    },
    /// The landing row is full.
    RowFull {
        /// The illegal action.
        action: Action,
    },
    /// The turn was ended, but an action is still required.
    Unfinished {
        /// Whose turn it is.
        side: Side,
        /// The expected phase.
        phase: Phase,
    },
    /// The side passed, but has an opening.
    CannotPass {
        /// The side that passed.
        side: Side,
    },
}

impl PlayError {
    /// The error as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        match *self {
            PlayError::GameOver => Message::new("play_game_over"),
            PlayError::NotOver => Message::new("play_not_over"),
            PlayError::OutOfPhase { action, side, phase, why_done } => {
                out_of_phase(side, phase, why_done).with("action", action)
            }
            PlayError::NoSpicyBonus { rules } => Message::new("play_no_spicy_bonus").with("rules", rules),
            PlayError::NoPawn { side, row } => {
                Message::new("play_no_pawn").with("side", side).with("row", row)
            }
            PlayError::Locked { side, row } => {
                Message::new("play_locked").with("side", side).with("row", row)
            }
            PlayError::WrongSteps { action, side, steps } => wrong_steps(action, side, steps),
            PlayError::RowFull { action } => {
                Message::new("play_row_full").with("row", action.to).with("action", action)
            }
            PlayError::Unfinished { side, phase } => match phase {
                Phase::FollowUp(steps) => Message::new("play_follow_up_due").with("count", steps.get()),
                Phase::AnotherTurn => Message::new("play_another_due"),
                Phase::Opening | Phase::Bonus | Phase::Done => {
                    Message::new("play_not_moved").with("side", side)
                }
            },
            PlayError::CannotPass { side } => Message::new("play_cannot_pass").with("side", side),
        }
    }
}

impl core::error::Error for PlayError {}

fn out_of_phase(side: Side, phase: Phase, why_done: Option<WhyDone>) -> Message {
    match phase {
        Phase::Opening => Message::new("play_opening_first"),
        Phase::FollowUp(steps) => Message::new("play_follow_up_first").with("count", steps.get()),
        Phase::Bonus => Message::new("play_bonus_first"),
        Phase::AnotherTurn => Message::new("play_another_first"),
        Phase::Done => {
            let complete = || Message::new("play_turn_complete").with("side", side);
            Message::new("play_too_much").with("why", why_done.map_or_else(complete, WhyDone::message))
        }
    }
}

fn wrong_steps(action: Action, side: Side, steps: u8) -> Message {
    let moved = action.from.steps_ahead(action.to, side);
    let id = match action.kind {
        ActionKind::Opening if moved < 0 => "play_opening_back",
        ActionKind::FollowUp if moved < 0 => "play_follow_up_back",
        ActionKind::Opening => "play_opening_steps",
        ActionKind::FollowUp => "play_follow_up_steps",
        ActionKind::Bonus | ActionKind::BonusOnOpponent => "play_bonus_steps",
    };
    Message::new(id)
        .with("count", steps)
        .with("action", action)
        .with("side", side)
        .with("moved", moved.unsigned_abs())
}
