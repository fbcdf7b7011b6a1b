use std::io::Write;

use linja::Score;
use serde::Serialize;

use crate::Exit;
use crate::args::PositionArgs;
use crate::report::{self, Report};

pub(crate) fn run(args: &PositionArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    report::run(args, out, |position| Ok(position.score(&args.rules.rules)))
}

impl Report for Score {
    fn json(&self) -> impl Serialize {
        self
    }

    fn line(&self) -> String {
        format!("{} {}", self.black, self.red)
    }
}
