use std::io::Write;

use linja::{Margin, Position, RuleSet};
use linja_api::ProbeView;
use linja_oracle::{Distances, Oracle as _};
use serde::Serialize;

use crate::args::ProbeArgs;
use crate::report::{self, Report};
use crate::{Exit, tables};

pub(crate) fn run(args: &ProbeArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rules = &args.position.rules.rules;
    let table = tables::open(rules, &args.data_dir)?;
    let distances = args.distance.then(|| tables::open_distances(rules, &args.data_dir)).transpose()?;
    report::run(&args.position, out, |&position| {
        let margin = table.value(&position).map_err(|error| tables::unusable(error, &table))?;
        let turns = distances.as_ref().map(|distances| turns(distances, &position)).transpose()?;
        Ok(Probed { position, rules, margin, turns })
    })
}

fn turns(distances: &Distances, position: &Position) -> anyhow::Result<u8> {
    distances.turns(position).map_err(|error| tables::unusable_distances(error, distances))
}

struct Probed<'a> {
    position: Position,
    rules: &'a RuleSet,
    margin: Margin,
    turns: Option<u8>,
}

impl Report for Probed<'_> {
    fn json(&self) -> impl Serialize {
        ProbeView { rules: *self.rules, position: self.position, margin: self.margin.0, turns: self.turns }
    }

    fn line(&self) -> String {
        match self.turns {
            None => self.margin.to_string(),
            Some(1) => format!("{} in 1 turn", self.margin),
            Some(turns) => format!("{} in {turns} turns", self.margin),
        }
    }
}
