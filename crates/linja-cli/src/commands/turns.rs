use std::io::{self, Write};

use linja::{CompleteTurn, Margin, Position, RuleSet, fast};
use linja_api::{TurnView, TurnsView};
use linja_oracle::{Oracle as _, Table};
use serde::Serialize;

use crate::args::TurnsArgs;
use crate::report::{self, Report};
use crate::{Exit, tables};

pub(crate) fn run(args: &TurnsArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rules = &args.position.rules.rules;
    let table = if args.no_oracle { None } else { tables::find(rules, &args.data_dir)? };
    report::run(&args.position, out, |&position| {
        let turns = match &table {
            Some(table) => valued(&position, table)?,
            None => fast::complete_turns(&position, rules).into_iter().map(|turn| (turn, None)).collect(),
        };
        Ok(TurnList { position, rules, exact: table.is_some(), turns })
    })
}

/// The turns with their exact margins, best first.
fn valued(position: &Position, table: &Table) -> anyhow::Result<Vec<(CompleteTurn, Option<Margin>)>> {
    let turns = table.turns(position).map_err(|error| tables::unusable(error, table))?;
    Ok(turns.iter().map(|turn| (turn.item, Some(turn.value))).collect())
}

/// The legal turns, with their margins if there is a table.
struct TurnList<'a> {
    position: Position,
    rules: &'a RuleSet,
    exact: bool,
    turns: Vec<(CompleteTurn, Option<Margin>)>,
}

impl Report for TurnList<'_> {
    fn json(&self) -> impl Serialize {
        let turn = |(complete, margin): &(CompleteTurn, Option<Margin>)| TurnView {
            margin: margin.map(|margin| margin.0),
            ..TurnView::from(complete)
        };
        let turns = self.turns.iter().map(turn).collect();
        TurnsView { rules: *self.rules, position: self.position, exact: self.exact, turns }
    }

    fn line(&self) -> String {
        let written = self.turns.iter().map(|(complete, margin)| match margin {
            Some(margin) => format!("{} ({margin})", complete.turn),
            None => complete.turn.to_string(),
        });
        let written: Vec<String> = written.collect();
        if written.is_empty() { "over".into() } else { written.join(", ") }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        for (complete, margin) in &self.turns {
            if let Some(margin) = margin {
                write!(out, "{:>4}  ", margin.to_string())?;
            }
            writeln!(out, "{}", complete.turn)?;
        }
        Ok(())
    }

    fn has_no_turn(&self) -> bool {
        self.turns.is_empty()
    }
}
