use std::io::Write;

use linja::Score;
use serde_json::Value;

use crate::args::PositionArgs;
use crate::report::{self, Report};
use crate::{Exit, json};

pub(crate) fn run(args: &PositionArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    report::run(args, out, |position| Ok(position.score(&args.rules.rules)))
}

impl Report for Score {
    fn json(&self) -> Value {
        json::score(*self)
    }

    fn line(&self) -> String {
        format!("{} {}", self.black, self.red)
    }
}
