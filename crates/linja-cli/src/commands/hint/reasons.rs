//! Reasons in the user's language.

use linja::ActionKind;
use linja_players::{Outcome, Reason};

use crate::texts::Texts;

/// A reason as part of a sentence whose subject is the turn.
pub(super) fn say(reason: &Reason, texts: &Texts) -> String {
    match *reason {
        Reason::EndsGame { margin } => {
            let points = margin.0.unsigned_abs();
            match Outcome::of(margin) {
                Outcome::Win => texts.count("terminal.reason_ends_game_win", points, &[]),
                Outcome::Draw => texts.say("terminal.reason_ends_game_draw", &[]),
                Outcome::Loss => texts.count("terminal.reason_ends_game_loss", points, &[]),
            }
        }
        Reason::StrandsPawns { pawns } => texts.count("terminal.reason_strands_pawns", pawns, &[]),
        Reason::NoChoice => texts.say("terminal.reason_no_choice", &[]),
        Reason::OnlyWin { ahead } => texts.count("terminal.reason_only_win", ahead, &[]),
        Reason::OnlyDraw { ahead } => texts.count("terminal.reason_only_draw", ahead, &[]),
        Reason::OnlyBest { ahead } => texts.count("terminal.reason_only_best", ahead, &[]),
        Reason::GivesAway { points, from, to } => match from {
            Outcome::Win if from != to => texts.count("terminal.reason_gives_away_win", points, &[]),
            Outcome::Draw if from != to => texts.count("terminal.reason_gives_away_draw", points, &[]),
            _ => texts.count("terminal.reason_gives_away", points, &[]),
        },
        Reason::PreventsWin => texts.say("terminal.reason_prevents_win", &[]),
        Reason::ForcesPass => texts.say("terminal.reason_forces_pass", &[]),
        Reason::EarnsBonus { step, forward } => {
            let key = match (step.kind, forward) {
                (ActionKind::BonusOnOpponent, true) => "terminal.reason_earns_bonus_opponent_forward",
                (ActionKind::BonusOnOpponent, false) => "terminal.reason_earns_bonus_opponent_back",
                (_, true) => "terminal.reason_earns_bonus_forward",
                (_, false) => "terminal.reason_earns_bonus_back",
            };
            texts.say(key, &[("from", &step.from), ("to", &step.to)])
        }
        Reason::EarnsAnotherTurn { row } => texts.say("terminal.reason_earns_another_turn", &[("row", &row)]),
        Reason::ClosesRow { row, behind, pawns, rearmost } => {
            let key =
                if rearmost { "terminal.reason_closes_row_rearmost" } else { "terminal.reason_closes_row" };
            texts.count(key, pawns, &[("row", &row), ("behind", &behind)])
        }
        Reason::DeniesBonus => texts.say("terminal.reason_denies_bonus", &[]),
        Reason::LeavesFewAnswers { right, of } => {
            texts.count("terminal.reason_leaves_few_answers", right, &[("all", &of)])
        }
        Reason::ReachesGoal { pawns } => texts.count("terminal.reason_reaches_goal", pawns, &[]),
        Reason::GainsMost { points } => texts.count("terminal.reason_gains_most", points, &[]),
        Reason::LeavesRow { from, to } => {
            texts.say("terminal.reason_leaves_row", &[("from", &from), ("to", &to)])
        }
        Reason::KeepsMargin { right, of } if right == of => {
            texts.say("terminal.reason_keeps_margin_all", &[])
        }
        Reason::KeepsMargin { right, of } => {
            texts.count("terminal.reason_keeps_margin", right, &[("all", &of)])
        }
    }
}

#[cfg(test)]
mod tests {
    use linja::{Action, Margin, Row};

    use super::*;

    /// Every kind, with one and with several.
    fn reasons() -> Vec<Reason> {
        let rows = [Row::ALL[1], Row::ALL[2]];
        let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        let mut reasons = vec![
            Reason::NoChoice,
            Reason::PreventsWin,
            Reason::ForcesPass,
            Reason::DeniesBonus,
            Reason::EarnsAnotherTurn { row: rows[0] },
            Reason::LeavesRow { from: rows[0], to: rows[1] },
            Reason::KeepsMargin { right: 3, of: 3 },
            Reason::KeepsMargin { right: 2, of: 3 },
        ];
        reasons.extend([-9, -1, 0, 1, 9].map(|margin| Reason::EndsGame { margin: Margin(margin) }));
        for count in [1, 2, 7] {
            reasons.extend([
                Reason::StrandsPawns { pawns: count },
                Reason::OnlyWin { ahead: count },
                Reason::OnlyDraw { ahead: count },
                Reason::OnlyBest { ahead: count },
                Reason::LeavesFewAnswers { right: count.into(), of: 80 },
                Reason::ReachesGoal { pawns: count },
                Reason::GainsMost { points: count },
            ]);
            for rearmost in [false, true] {
                reasons.push(Reason::ClosesRow { row: rows[0], behind: rows[1], pawns: count, rearmost });
            }
            for (i, from) in outcomes.into_iter().enumerate() {
                let to = &outcomes[i..];
                reasons.extend(to.iter().map(|&to| Reason::GivesAway { points: count, from, to }));
            }
        }
        for kind in [ActionKind::Bonus, ActionKind::BonusOnOpponent] {
            let step = Action { kind, from: rows[0], to: rows[1] };
            reasons.extend([false, true].map(|forward| Reason::EarnsBonus { step, forward }));
        }
        reasons
    }

    #[test]
    fn catalogue_says_the_same_as_the_reasons_themselves() {
        for reason in reasons() {
            assert_eq!(say(&reason, Texts::english()), reason.to_string());
        }
    }
}
