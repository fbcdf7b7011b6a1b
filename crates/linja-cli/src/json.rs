//! The JSON forms that several commands share. Field names are the words of the rules.

use linja::{CompleteTurn, Margin, Position, RuleSet, Score};
use linja_players::{Estimate, JudgedTurn, Reason, Worth};
use serde_json::{Value, json};

use crate::texts::Texts;

pub(crate) fn score(score: Score) -> Value {
    json!({ "black": score.black, "red": score.red })
}

/// `fields` about a position, with the position and its rule set.
pub(crate) fn about(position: &Position, rules: &RuleSet, mut fields: Value) -> Value {
    fields["rules"] = rules.id.into();
    fields["position"] = position.to_string().into();
    fields
}

/// A turn; `margin` is for the side that plays it, `null` if it is unknown.
pub(crate) fn turn(complete: &CompleteTurn, margin: Option<Margin>) -> Value {
    json!({
        "turn": complete.turn.to_string(),
        "after": complete.result.position.to_string(),
        "over": complete.result.is_over,
        "margin": margin.map(|margin| margin.0),
    })
}

/// A reason: its id, its data, and its English text.
pub(crate) fn reason(reason: &Reason) -> Value {
    let mut object = match *reason {
        Reason::EndsGame { margin } => json!({ "margin": margin.0 }),
        Reason::StrandsPawns { pawns } | Reason::ReachesGoal { pawns } => json!({ "pawns": pawns }),
        Reason::OnlyWin { ahead } | Reason::OnlyDraw { ahead } | Reason::OnlyBest { ahead } => {
            json!({ "ahead": ahead })
        }
        Reason::GivesAway { points, from, to } => {
            json!({ "points": points, "from": from.id(), "to": to.id() })
        }
        Reason::EarnsBonus { step, forward } => json!({ "step": step.to_string(), "forward": forward }),
        Reason::EarnsAnotherTurn { row } => json!({ "row": row.to_string() }),
        Reason::ClosesRow { row, behind, pawns, rearmost } => {
            json!({ "row": row.to_string(), "behind": behind.to_string(), "pawns": pawns, "rearmost": rearmost })
        }
        Reason::LeavesFewAnswers { right, of } | Reason::KeepsMargin { right, of } => {
            json!({ "right": right, "of": of })
        }
        Reason::GainsMost { points } => json!({ "points": points }),
        Reason::LeavesRow { from, to } => json!({ "from": from.to_string(), "to": to.to_string() }),
        Reason::NoChoice | Reason::PreventsWin | Reason::ForcesPass | Reason::DeniesBonus => json!({}),
    };
    object["reason"] = reason.id().into();
    object["text"] = Texts::english().message(&reason.message()).into();
    object
}

/// A turn with its value for the side that plays it: `margin` if it is exact, else `estimate`; the other is `null`.
pub(crate) fn judged_turn(judged: &JudgedTurn) -> Value {
    let (margin, estimate) = worth(judged.value);
    let mut value = turn(&judged.item, margin.map(Margin));
    value["estimate"] = estimate.into();
    value
}

/// A value as `margin` if it is exact, else as `estimate`.
pub(crate) fn worth(worth: Worth) -> (Option<i8>, Option<f64>) {
    match worth {
        Worth::Exact(Margin(margin)) => (Some(margin), None),
        Worth::Estimated(Estimate(hundredths)) => (None, Some(f64::from(hundredths) / 100.0)),
    }
}
