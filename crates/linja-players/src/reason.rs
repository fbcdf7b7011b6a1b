//! The reasons that a hint gives for or against a turn, as translatable messages.

use linja::{Action, ActionKind, Argument, Margin, Message, Row};

use crate::Outcome;

/// One true statement about a turn, with the data needed to express it in any language.
///
/// Every reason follows from the positions before and after the turn and the exact margins; there are no heuristics. A
/// *result* is the position after a turn and whether the game is over: turns with the same result count once. The
/// *current score* is [`Position::score`] of a position, over or not.
///
/// [`Position::score`]: linja::Position::score
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The turn ends the game with this margin for the side that plays it.
    EndsGame {
        /// The final margin.
        margin: Margin,
    },
    /// The game ends while the opponent has pawns on its own half, where a pawn is worth nothing or less.
    StrandsPawns {
        /// The number of such pawns, at least one.
        pawns: u8,
    },
    /// There is only one result.
    NoChoice,
    /// The result wins, and no other does.
    OnlyWin {
        /// The points that the next best result loses.
        ahead: u8,
    },
    /// The result draws, and every other loses.
    OnlyDraw {
        /// The points that the next best result loses.
        ahead: u8,
    },
    /// Every other result has a lower margin. Omitted if [`Reason::OnlyWin`] or [`Reason::OnlyDraw`] applies, which say
    /// more.
    OnlyBest {
        /// The points that the next best result loses.
        ahead: u8,
    },
    /// The result does not have the best margin.
    GivesAway {
        /// The points lost.
        points: u8,
        /// The outcome of the best result.
        from: Outcome,
        /// The outcome after this turn.
        to: Outcome,
    },
    /// Before this turn the opponent, if to move, could end the game with a win in one turn; after this turn it can't.
    PreventsWin,
    /// The game goes on; the opponent had an opening before the turn and has none now.
    ForcesPass,
    /// The turn makes a bonus step.
    EarnsBonus {
        /// The step; its kind says whose pawn moves.
        step: Action,
        /// Whether the step goes towards the goal of the pawn's owner.
        forward: bool,
    },
    /// The turn has a second opening, earned by a follow-up onto an empty row.
    EarnsAnotherTurn {
        /// The row that was empty.
        row: Row,
    },
    /// The turn fills a row, and opponent's pawns one row behind it, there before and after the turn, can no longer
    /// open onto it. The game goes on.
    ClosesRow {
        /// The row that is full now.
        row: Row,
        /// The row of the blocked pawns.
        behind: Row,
        /// The number of blocked pawns, at least one.
        pawns: u8,
        /// Whether they are the opponent's rearmost pawns.
        rearmost: bool,
    },
    /// Before this turn the opponent, if to move, could make a bonus step; after this turn it can't. The game goes on.
    DeniesBonus,
    /// The game goes on, and at most one in ten of the opponent's results keeps the opponent's best margin.
    LeavesFewAnswers {
        /// The number of results that keep the margin.
        right: usize,
        /// The number of all results.
        of: usize,
    },
    /// There are more own pawns in the goal than before.
    ReachesGoal {
        /// The number of additional pawns.
        pawns: u8,
    },
    /// The margin of the current score rises, and no other result raises it more.
    GainsMost {
        /// The points gained, at least one.
        points: u8,
    },
    /// The own rearmost pawns leave their row, and all own pawns are beyond it.
    LeavesRow {
        /// The row of the rearmost pawn before the turn.
        from: Row,
        /// The row of the rearmost pawn after the turn.
        to: Row,
    },
    /// The result has the best margin, and so have others.
    KeepsMargin {
        /// The number of results with the best margin, at least two.
        right: usize,
        /// The number of all results.
        of: usize,
    },
}

impl Reason {
    /// The name in JSON and message catalogues.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Reason::EndsGame { .. } => "ends_game",
            Reason::StrandsPawns { .. } => "strands_pawns",
            Reason::NoChoice => "no_choice",
            Reason::OnlyWin { .. } => "only_win",
            Reason::OnlyDraw { .. } => "only_draw",
            Reason::OnlyBest { .. } => "only_best",
            Reason::GivesAway { .. } => "gives_away",
            Reason::PreventsWin => "prevents_win",
            Reason::ForcesPass => "forces_pass",
            Reason::EarnsBonus { .. } => "earns_bonus",
            Reason::EarnsAnotherTurn { .. } => "earns_another_turn",
            Reason::ClosesRow { .. } => "closes_row",
            Reason::DeniesBonus => "denies_bonus",
            Reason::LeavesFewAnswers { .. } => "leaves_few_answers",
            Reason::ReachesGoal { .. } => "reaches_goal",
            Reason::GainsMost { .. } => "gains_most",
            Reason::LeavesRow { .. } => "leaves_row",
            Reason::KeepsMargin { .. } => "keeps_margin",
        }
    }

    /// The reason as a translatable message: a phrase whose subject is the turn.
    #[must_use]
    pub fn message(&self) -> Message {
        match *self {
            Reason::EndsGame { margin } => match Outcome::of(margin) {
                Outcome::Win => counted("reason_ends_game_win", margin.0.unsigned_abs()),
                Outcome::Draw => Message::new("reason_ends_game_draw"),
                Outcome::Loss => counted("reason_ends_game_loss", margin.0.unsigned_abs()),
            },
            Reason::StrandsPawns { pawns } => counted("reason_strands_pawns", pawns),
            Reason::NoChoice => Message::new("reason_no_choice"),
            Reason::OnlyWin { ahead } => counted("reason_only_win", ahead),
            Reason::OnlyDraw { ahead } => counted("reason_only_draw", ahead),
            Reason::OnlyBest { ahead } => counted("reason_only_best", ahead),
            Reason::GivesAway { points, from, to } => match from {
                Outcome::Win if from != to => counted("reason_gives_away_win", points),
                Outcome::Draw if from != to => counted("reason_gives_away_draw", points),
                _ => counted("reason_gives_away", points),
            },
            Reason::PreventsWin => Message::new("reason_prevents_win"),
            Reason::ForcesPass => Message::new("reason_forces_pass"),
            Reason::EarnsBonus { step, forward } => {
                let id = match (step.kind, forward) {
                    (ActionKind::BonusOnOpponent, true) => "reason_earns_bonus_opponent_forward",
                    (ActionKind::BonusOnOpponent, false) => "reason_earns_bonus_opponent_back",
                    (_, true) => "reason_earns_bonus_forward",
                    (_, false) => "reason_earns_bonus_back",
                };
                Message::new(id).with("from", step.from).with("to", step.to)
            }
            Reason::EarnsAnotherTurn { row } => Message::new("reason_earns_another_turn").with("row", row),
            Reason::ClosesRow { row, behind, pawns, rearmost } => {
                let id = if rearmost { "reason_closes_row_rearmost" } else { "reason_closes_row" };
                counted(id, pawns).with("row", row).with("behind", behind)
            }
            Reason::DeniesBonus => Message::new("reason_denies_bonus"),
            Reason::LeavesFewAnswers { right, of } => {
                counted("reason_leaves_few_answers", right).with("all", of)
            }
            Reason::ReachesGoal { pawns } => counted("reason_reaches_goal", pawns),
            Reason::GainsMost { points } => counted("reason_gains_most", points),
            Reason::LeavesRow { from, to } => {
                Message::new("reason_leaves_row").with("from", from).with("to", to)
            }
            Reason::KeepsMargin { right, of } if right == of => Message::new("reason_keeps_margin_all"),
            Reason::KeepsMargin { right, of } => counted("reason_keeps_margin", right).with("all", of),
        }
    }
}

fn counted(id: &'static str, count: impl Into<Argument>) -> Message {
    Message::new(id).with("count", count)
}
