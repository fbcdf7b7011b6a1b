use std::io::{self, Write};

use anyhow::ensure;
use linja::{CompleteTurn, Position, fast, perft, perft_after};
use linja_api::PerftView;
use serde::Serialize;

use crate::Exit;
use crate::args::PerftArgs;
use crate::report::{self, Report};

pub(crate) fn run(args: &PerftArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let PerftArgs { depth, ref position, divide } = *args;
    ensure!(!divide || depth > 0, "--divide needs a depth of at least 1");
    ensure!(!divide || position.position().as_deref() != Some("-"), "--divide takes one position, not \"-\"");
    report::run(position, out, |&start| Ok(Perft { start, args }))
}

/// The counts are computed while they are printed, because a deep `--divide` takes long.
struct Perft<'a> {
    start: Position,
    args: &'a PerftArgs,
}

impl Perft<'_> {
    fn count(&self) -> u64 {
        perft(&self.start, &self.args.position.rules.rules, self.args.depth)
    }

    /// Each first turn with the number of sequences that begin with it.
    fn divided(&self) -> impl Iterator<Item = (CompleteTurn, u64)> {
        let (rules, depth) = (self.args.position.rules.rules, self.args.depth - 1);
        let turns = fast::complete_turns(&self.start, &rules).into_iter();
        turns.map(move |complete| (complete, perft_after(&complete, &rules, depth)))
    }
}

impl Report for Perft<'_> {
    fn json(&self) -> impl Serialize {
        if !self.args.divide {
            return PerftView { count: self.count(), turns: None };
        }
        let turns = self.divided().map(|(complete, count)| (complete.turn.to_string(), count));
        PerftView::divided(turns.collect())
    }

    fn line(&self) -> String {
        self.count().to_string()
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        if !self.args.divide {
            return writeln!(out, "{}", self.line());
        }
        let mut total = 0;
        for (complete, count) in self.divided() {
            total += count;
            writeln!(out, "{}: {count}", complete.turn)?;
        }
        writeln!(out, "{total}")
    }
}
