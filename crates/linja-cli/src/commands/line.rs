use std::io::{self, Write};

use linja::{Position, RuleSet};
use linja_api::{TurnView, TurnsView};
use linja_oracle::{Oracle as _, ValuedTurn};
use serde::Serialize;

use crate::args::LineArgs;
use crate::report::{self, Report};
use crate::{Exit, tables};

pub(crate) fn run(args: &LineArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rules = &args.position.rules.rules;
    let table = tables::open(rules, &args.data_dir)?;
    report::run(&args.position, out, |&position| {
        let turns = table.line(&position).map_err(|error| tables::unusable(error, &table))?;
        Ok(PerfectLine { position, rules, turns })
    })
}

struct PerfectLine<'a> {
    position: Position,
    rules: &'a RuleSet,
    turns: Vec<ValuedTurn>,
}

impl Report for PerfectLine<'_> {
    fn json(&self) -> impl Serialize {
        let turns = self.turns.iter().map(TurnView::from).collect();
        TurnsView { rules: *self.rules, position: self.position, exact: true, turns }
    }

    fn line(&self) -> String {
        let turns: Vec<String> = self.turns.iter().map(|turn| turn.item.turn.to_string()).collect();
        if turns.is_empty() { "over".into() } else { turns.join(" | ") }
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.turns.iter().try_for_each(|turn| writeln!(out, "{}", turn.item.turn))
    }

    fn has_no_turn(&self) -> bool {
        self.turns.is_empty()
    }
}
