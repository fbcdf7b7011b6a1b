use crate::{Action, ActionKind, Message, Phase, RuleSet, Side, WhyDone};

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

impl PlayError {
    /// The error for people, in any language.
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
