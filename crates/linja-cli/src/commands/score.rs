use std::io::Write;

use linja::Position;

use crate::args::PositionArgs;
use crate::{Answer, json, lines};

pub(crate) fn run<W: Write>(args: &PositionArgs, out: &mut W) -> anyhow::Result<Answer> {
    let line = |position: &Position| {
        let score = position.score(&args.rules.rules);
        if args.json { json::score(score).to_string() } else { format!("{} {}", score.black, score.red) }
    };
    let whole = |position: &Position, out: &mut W| {
        writeln!(out, "{}", line(position))?;
        Ok(Answer::Yes)
    };
    lines::answer(args, out, whole, |position| Ok(line(position)))
}
