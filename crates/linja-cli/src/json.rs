//! The JSON forms that several commands write. Field names are the words of the rules.

use linja::{CompleteTurn, Position, RuleSet, Score};
use serde_json::{Value, json};

pub(crate) fn score(score: Score) -> Value {
    json!({ "black": score.black, "red": score.red })
}

pub(crate) fn turns(position: &Position, rules: &RuleSet, turns: &[CompleteTurn]) -> Value {
    let turns: Vec<Value> = turns
        .iter()
        .map(|complete| {
            json!({
                "turn": complete.turn.to_string(),
                "after": complete.after.to_string(),
                "over": complete.is_over,
            })
        })
        .collect();
    json!({ "rules": rules.id, "position": position.to_string(), "turns": turns })
}
