use std::io::Write;

use linja::Position;
use linja_oracle::Oracle as _;
use serde_json::json;

use crate::args::ProbeArgs;
use crate::{Answer, lines, oracle};

pub(crate) fn run<W: Write>(args: &ProbeArgs, out: &mut W) -> anyhow::Result<Answer> {
    let table = oracle::open(&args.position.rules.rules, &args.data_dir)?;
    let line = |position: &Position| {
        let margin =
            table.value(position).map_err(|error| oracle::unusable(error, table.rules(), table.path()))?;
        Ok(if args.position.json { json!({ "margin": margin.0 }).to_string() } else { margin.to_string() })
    };
    let whole = |position: &Position, out: &mut W| {
        writeln!(out, "{}", line(position)?)?;
        Ok(Answer::Yes)
    };
    lines::answer(&args.position, out, whole, line)
}
