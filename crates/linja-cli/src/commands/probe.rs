use std::io::Write;

use linja::{Margin, Position, RuleSet};
use linja_api::ProbeView;
use linja_oracle::Oracle as _;
use serde::Serialize;

use crate::args::ProbeArgs;
use crate::report::{self, Report};
use crate::{Exit, tables};

pub(crate) fn run(args: &ProbeArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rules = &args.position.rules.rules;
    let table = tables::open(rules, &args.data_dir)?;
    report::run(&args.position, out, |&position| {
        let margin = table.value(&position).map_err(|error| tables::unusable(error, &table))?;
        Ok(Probed { position, rules, margin })
    })
}

struct Probed<'a> {
    position: Position,
    rules: &'a RuleSet,
    margin: Margin,
}

impl Report for Probed<'_> {
    fn json(&self) -> impl Serialize {
        ProbeView { rules: *self.rules, position: self.position, margin: self.margin.0 }
    }

    fn line(&self) -> String {
        self.margin.to_string()
    }
}
