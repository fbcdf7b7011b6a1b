//! Hints where there is no table: the best turns as a search sees them. Reasons are facts, so there are none.

use std::cell::RefCell;
use std::io::{self, Write};

use linja::{Position, RuleSet};
use linja_players::{Judge, JudgedTurn, Worth, distinct_results};
use serde_json::{Value, json};

use super::{TURNS, write_turns};
use crate::args::{HintArgs, SearchArgs};
use crate::texts::Texts;
use crate::{Answer, json, lines, oracle};

pub(super) fn run<W: Write>(args: &HintArgs, judge: Judge, out: &mut W) -> anyhow::Result<Answer> {
    let rules = &args.position.rules.rules;
    let judge = RefCell::new(judge);
    let results = |position: &Position| -> anyhow::Result<Vec<JudgedTurn>> {
        let turns = judge.borrow_mut().turns(position);
        let turns = turns?;
        Ok(distinct_results(turns))
    };
    let whole = |position: &Position, out: &mut W| {
        let results = results(position)?;
        if args.position.json {
            writeln!(out, "{}", as_json(args, position, &results))?;
        }
        if results.is_empty() {
            writeln!(anstream::stderr(), "There is no turn: the game is over in this position.")?;
            return Ok(Answer::No);
        }
        if !args.position.json {
            write(&results, rules, &args.search, Texts::english(), out)?;
        }
        Ok(Answer::Yes)
    };
    let line = |position: &Position| {
        let results = results(position)?;
        if args.position.json {
            return Ok(as_json(args, position, &results).to_string());
        }
        let written = |best: &JudgedTurn| format!("{:>6}  {}", best.value, best.item.turn);
        Ok(results.first().map_or_else(|| "over".into(), written))
    };
    lines::answer(&args.position, out, whole, line)
}

/// The first of some turns, the best first, and what their worth is worth.
pub(in crate::commands) fn write(
    turns: &[JudgedTurn],
    rules: &RuleSet,
    search: &SearchArgs,
    texts: &Texts,
    out: &mut impl Write,
) -> io::Result<()> {
    match turns.first().map(|best| best.value) {
        None => {}
        Some(Worth::Estimated(_)) if search.no_oracle => {
            let text = texts.say("terminal.hint_estimates_chosen", &[("option", &oracle::NO_ORACLE)]);
            writeln!(out, "{text}\n")?;
        }
        Some(Worth::Estimated(_)) => {
            let text = texts.say("terminal.hint_estimates", &[("command", &oracle::solve(rules))]);
            writeln!(out, "{text}\n")?;
        }
        Some(Worth::Exact(_)) => writeln!(out, "{}\n", texts.say("terminal.hint_exact", &[]))?,
    }
    write_turns(turns, out)
}

/// The same fields as with a table. What only a table knows is `null`, as are all margins that are estimates.
fn as_json(args: &HintArgs, position: &Position, results: &[JudgedTurn]) -> Value {
    let best = results.first();
    let lost = |judged: &JudgedTurn| match (best?.value, judged.value) {
        (Worth::Exact(best), Worth::Exact(margin)) => Some(i16::from(best.0) - i16::from(margin.0)),
        _ => None,
    };
    let turn = |judged: &JudgedTurn| {
        let mut turn = json::judged_turn(judged);
        turn["lost"] = lost(judged).into();
        turn["reasons"] = json!([]);
        turn
    };
    let (margin, estimate) = best.map_or((None, None), |best| json::worth(best.value));
    let right = results.iter().filter(|judged| lost(judged) == Some(0)).count();
    let is_known = best.is_none_or(|best| matches!(best.value, Worth::Exact(_)));
    let opening = best.and_then(|best| best.item.turn.actions().first().map(ToString::to_string));
    json!({
        "rules": args.position.rules.rules.id,
        "position": position.to_string(),
        "margin": margin,
        "estimate": estimate,
        "right": is_known.then_some(right),
        "results": results.len(),
        "opening": opening,
        "turns": results.iter().take(TURNS).map(turn).collect::<Vec<_>>(),
    })
}
