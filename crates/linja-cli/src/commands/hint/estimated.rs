//! Hints without a table: the best turns by a search. There are no reasons, because reasons must be facts.

use std::io::{self, Write};

use linja::{Position, RuleSet};
use linja_players::{Judge, JudgedTurn, Worth, distinct_results};
use serde_json::{Value, json};

use super::{TURNS, write_turns};
use crate::args::{HintArgs, SearchArgs};
use crate::report::{self, Report};
use crate::texts::Texts;
use crate::{Exit, json, tables};

pub(super) fn run(args: &HintArgs, mut judge: Judge, out: &mut impl Write) -> anyhow::Result<Exit> {
    report::run(&args.position, out, |&position| {
        let results = distinct_results(judge.turns(&position)?);
        Ok(SearchHint { position, args, results })
    })
}

/// One turn for each different result, best first; none if the position is over.
struct SearchHint<'a> {
    position: Position,
    args: &'a HintArgs,
    results: Vec<JudgedTurn>,
}

impl Report for SearchHint<'_> {
    /// The same fields as with a table. What only a table knows is `null`.
    fn json(&self) -> Value {
        let results = &self.results;
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
        let is_exact = best.is_none_or(|best| matches!(best.value, Worth::Exact(_)));
        let opening = best.and_then(|best| best.item.turn.actions().first().map(ToString::to_string));
        let fields = json!({
            "margin": margin,
            "estimate": estimate,
            "right": is_exact.then_some(right),
            "results": results.len(),
            "opening": opening,
            "turns": results.iter().take(TURNS).map(turn).collect::<Vec<_>>(),
        });
        json::about(&self.position, &self.args.position.rules.rules, fields)
    }

    fn line(&self) -> String {
        let written = |best: &JudgedTurn| format!("{:>6}  {}", best.value, best.item.turn);
        self.results.first().map_or_else(|| "over".into(), written)
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write(&self.results, &self.args.position.rules.rules, &self.args.search, Texts::english(), out)
    }

    fn has_no_turn(&self) -> bool {
        self.results.is_empty()
    }
}

/// Prints the first of `turns`, best first, and whether their values are exact.
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
            let text = texts.say("terminal.hint_estimates_chosen", &[("option", &tables::NO_ORACLE)]);
            writeln!(out, "{text}\n")?;
        }
        Some(Worth::Estimated(_)) => {
            let text = texts.say("terminal.hint_estimates", &[("command", &tables::solve_command(rules))]);
            writeln!(out, "{text}\n")?;
        }
        Some(Worth::Exact(_)) => writeln!(out, "{}\n", texts.say("terminal.hint_exact", &[]))?,
    }
    write_turns(turns, out)
}
