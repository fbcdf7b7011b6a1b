//! The JSON forms that several commands write. Field names are the words of the rules.

use linja::{CompleteTurn, Margin, Score};
use serde_json::{Value, json};

pub(crate) fn score(score: Score) -> Value {
    json!({ "black": score.black, "red": score.red })
}

/// A turn of a list; `margin` is for the side that plays it, `null` if it is not known.
pub(crate) fn turn(complete: &CompleteTurn, margin: Option<Margin>) -> Value {
    json!({
        "turn": complete.turn.to_string(),
        "after": complete.after.to_string(),
        "over": complete.is_over,
        "margin": margin.map(|margin| margin.0),
    })
}
