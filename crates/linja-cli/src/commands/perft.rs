use std::io::Write;

use anyhow::ensure;
use linja::{Position, fast, perft, perft_after};
use serde_json::{Map, json};

use crate::args::PerftArgs;
use crate::{Answer, lines};

pub(crate) fn run<W: Write>(args: &PerftArgs, out: &mut W) -> anyhow::Result<Answer> {
    let PerftArgs { depth, ref position, divide } = *args;
    let rules = &position.rules.rules;
    ensure!(!divide || depth > 0, "--divide needs a depth of at least 1");
    ensure!(!divide || position.position().as_deref() != Some("-"), "--divide takes one position, not \"-\"");

    let line = |start: &Position| {
        let count = perft(start, rules, depth);
        if position.json { json!({ "count": count }).to_string() } else { count.to_string() }
    };
    let whole = |start: &Position, out: &mut W| {
        if divide {
            write_divided(start, args, out)?;
        } else {
            writeln!(out, "{}", line(start))?;
        }
        Ok(Answer::Yes)
    };
    lines::answer(position, out, whole, |start| Ok(line(start)))
}

fn write_divided(start: &Position, args: &PerftArgs, out: &mut impl Write) -> anyhow::Result<()> {
    let rules = &args.position.rules.rules;
    let mut total = 0;
    let mut turns = Map::new();
    for complete in fast::complete_turns(start, rules) {
        let count = perft_after(&complete, rules, args.depth - 1);
        total += count;
        if args.position.json {
            turns.insert(complete.turn.to_string(), count.into());
        } else {
            writeln!(out, "{}: {count}", complete.turn)?;
        }
    }
    if args.position.json {
        writeln!(out, "{}", json!({ "count": total, "turns": turns }))?;
    } else {
        writeln!(out, "{total}")?;
    }
    Ok(())
}
