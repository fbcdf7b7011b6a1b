//! Hints without a table: the best turns by a search. There are no reasons, because reasons must be facts.

use std::io::{self, Write};

use linja::{Position, RuleSet};
use linja_api::HintView;
use linja_players::search::Trained;
use linja_players::{Judge, JudgedTurn, Worth, distinct_results};
use serde::Serialize;

use super::write_turns;
use crate::args::{HintArgs, SearchArgs};
use crate::report::{self, Report};
use crate::texts::Texts;
use crate::{Exit, tables};

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
    fn json(&self) -> impl Serialize {
        let rules = self.args.position.rules.rules;
        HintView::searched(rules, &self.position, &self.results, HintView::TURNS)
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
    let worth = turns.first().map(|best| best.value);
    if matches!(worth, Some(Worth::Estimated(_))) && Trained::of(rules) == Trained::ForChoices {
        writeln!(out, "{}", texts.say("terminal.hint_weights", &[]))?;
    }
    match worth {
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
