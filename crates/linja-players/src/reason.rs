//! Why a turn is good or bad: the facts that a hint may state, as messages for any language.

use linja::{Action, ActionKind, Argument, Margin, Message, Row};

use crate::Outcome;

/// One true statement about a turn, with everything that is needed to say it in any language.
///
/// Each is checked against the position before the turn, the position after it and the exact margins; what could only be
/// guessed is not said. *Result* means a different position (or end of the game) that a turn can lead to: two written
/// turns with the same result are not told apart. The *score as it stands* is what [`Position::score`] counts in a
/// position, over or not.
///
/// [`Position::score`]: linja::Position::score
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The turn ends the game with this margin for the side that plays it.
    EndsGame {
        /// Final: nobody can change it.
        margin: Margin,
    },
    /// The game ends while the opponent has pawns on its own half, where a pawn is worth nothing or less.
    StrandsPawns {
        /// How many, at least one.
        pawns: u8,
    },
    /// It is the one possible result.
    NoChoice,
    /// It wins, and no other result does.
    OnlyWin {
        /// How many points the next best result loses.
        ahead: u8,
    },
    /// It draws, and every other result loses.
    OnlyDraw {
        /// How many points the next best result loses.
        ahead: u8,
    },
    /// It has the best margin, and every other result has a lower one. Not said with [`Reason::OnlyWin`] and
    /// [`Reason::OnlyDraw`], which say more.
    OnlyBest {
        /// How many points the next best result loses.
        ahead: u8,
    },
    /// It does not have the best margin.
    GivesAway {
        /// How many points are lost.
        points: u8,
        /// What the best result would have been.
        from: Outcome,
        /// What it is after this turn.
        to: Outcome,
    },
    /// If it were the opponent's turn, with all pawns as they stand before this turn, it could end the game and win with
    /// one turn. After this turn it can't.
    PreventsWin,
    /// The game goes on, and the opponent, who had an opening before the turn, has none.
    ForcesPass,
    /// The turn makes a bonus step.
    EarnsBonus {
        /// The step; its kind says whose pawn moves.
        step: Action,
        /// The step goes towards the goal of the pawn's owner.
        forward: bool,
    },
    /// The turn has a second opening, earned by a follow-up onto this empty row.
    EarnsAnotherTurn {
        /// The row that was empty.
        row: Row,
    },
    /// The row was not full before and is full after the turn, and the opponent has pawns right before it, there before
    /// and after the turn: they could open onto the row and now can't. The game goes on.
    ClosesRow {
        /// The row that is full now.
        row: Row,
        /// Where those pawns stand.
        behind: Row,
        /// How many they are, at least one.
        pawns: u8,
        /// No pawn of the opponent stands further back.
        rearmost: bool,
    },
    /// If it were the opponent's turn, with all pawns as they stand before this turn, it could make a bonus step. After
    /// this turn it can't. The game goes on.
    DeniesBonus,
    /// The game goes on, and of the results that the opponent can choose, at most one in ten keeps its best margin.
    LeavesFewAnswers {
        /// How many keep it.
        right: usize,
        /// How many there are.
        of: usize,
    },
    /// There are more own pawns in the goal than before.
    ReachesGoal {
        /// How many more.
        pawns: u8,
    },
    /// The margin of the score as it stands rises, and no other result raises it more.
    GainsMost {
        /// By how many points it rises, at least one.
        points: u8,
    },
    /// The own rearmost pawns leave their row, and the new rearmost one stands further ahead.
    LeavesRow {
        /// Where the rearmost pawn was.
        from: Row,
        /// Where the rearmost pawn is now.
        to: Row,
    },
    /// It has the best margin, and so have other results.
    KeepsMargin {
        /// How many results have the best margin, at least two.
        right: usize,
        /// How many results there are.
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

    /// The reason for people, in any language: a part of a sentence whose subject is the turn.
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
