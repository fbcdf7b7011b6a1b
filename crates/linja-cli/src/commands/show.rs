use std::io::Write;

use linja::{Position, Row, RuleSet, Side};
use serde_json::{Value, json};

use crate::args::ShowArgs;
use crate::{Answer, board, json, lines};

pub(crate) fn run<W: Write>(args: &ShowArgs, out: &mut W) -> anyhow::Result<Answer> {
    let texts = &args.lang.texts();
    let args = &args.position;
    let rules = &args.rules.rules;
    let whole = |position: &Position, out: &mut W| {
        if args.json {
            writeln!(out, "{}", position_json(position, rules))?;
        } else {
            write!(out, "{}", board::Drawing { position, rules, over: false, texts })?;
        }
        Ok(Answer::Yes)
    };
    let line = |position: &Position| {
        Ok(if args.json {
            position_json(position, rules).to_string()
        } else {
            board::OneLine { position, rules, texts }.to_string()
        })
    };
    lines::answer(args, out, whole, line)
}

fn position_json(position: &Position, rules: &RuleSet) -> Value {
    let rows: Vec<Value> = Row::ALL
        .iter()
        .map(|&row| {
            json!({
                "row": row.to_string(),
                "black": position.count(Side::Black, row),
                "red": position.count(Side::Red, row),
                "full": position.is_full(row),
            })
        })
        .collect();
    json!({
        "rules": rules.id,
        "position": position.to_string(),
        "to_move": position.to_move().id(),
        "rows": rows,
        "score": json::score(position.score(rules)),
        "advance": position.advance(),
        "passed": position.has_passed(),
        "over": position.is_over(),
    })
}
