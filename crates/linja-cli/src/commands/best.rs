use std::cell::RefCell;
use std::io::Write;

use linja::Position;
use linja_players::{Chance, JudgedTurn};
use serde_json::json;

use crate::args::BestArgs;
use crate::{Answer, json, lines, oracle};

pub(crate) fn run<W: Write>(args: &BestArgs, out: &mut W) -> anyhow::Result<Answer> {
    let rules = &args.position.rules.rules;
    let judge = RefCell::new(oracle::judge(rules, &args.search)?);
    // Every position begins at the seed, so that its answer does not depend on those before it.
    let choose = |position: &Position| {
        let chosen = judge.borrow_mut().choose(position, args.level, &mut Chance::new(args.seed));
        chosen.map_err(|error| oracle::unusable_judge(error, &judge.borrow()))
    };
    let whole = |position: &Position, out: &mut W| {
        let chosen = choose(position)?;
        if chosen.is_some() || args.position.json {
            writeln!(out, "{}", written(args, position, chosen.as_ref()))?;
        }
        if chosen.is_none() {
            writeln!(anstream::stderr(), "There is no turn: the game is over in this position.")?;
            return Ok(Answer::No);
        }
        Ok(Answer::Yes)
    };
    let line = |position: &Position| Ok(written(args, position, choose(position)?.as_ref()));
    lines::answer(&args.position, out, whole, line)
}

/// In a position that is over the JSON has a `turn` as well, which is `null`.
fn written(args: &BestArgs, position: &Position, chosen: Option<&JudgedTurn>) -> String {
    if !args.position.json {
        return chosen
            .map_or_else(|| "over".into(), |chosen| format!("{}  {}", chosen.value, chosen.item.turn));
    }
    let mut value =
        chosen.map_or_else(|| json!({ "turn": null, "margin": null, "estimate": null }), json::judged_turn);
    value["rules"] = json!(args.position.rules.rules.id);
    value["position"] = json!(position.to_string());
    value["level"] = json!(args.level.to_string());
    value.to_string()
}
