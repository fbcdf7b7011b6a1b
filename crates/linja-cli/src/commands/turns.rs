use std::io::Write;

use linja::{Position, fast};

use crate::args::PositionArgs;
use crate::{Answer, json, lines};

pub(crate) fn run<W: Write>(args: &PositionArgs, out: &mut W) -> anyhow::Result<Answer> {
    let rules = &args.rules.rules;
    let whole = |position: &Position, out: &mut W| {
        let turns = fast::complete_turns(position, rules);
        if args.json {
            writeln!(out, "{}", json::turns(position, rules, &turns))?;
        } else {
            for complete in &turns {
                writeln!(out, "{}", complete.turn)?;
            }
        }
        if turns.is_empty() {
            writeln!(anstream::stderr(), "There is no turn: the game is over in this position.")?;
            return Ok(Answer::No);
        }
        Ok(Answer::Yes)
    };
    let line = |position: &Position| {
        let turns = fast::complete_turns(position, rules);
        if args.json {
            return json::turns(position, rules, &turns).to_string();
        }
        let written: Vec<String> = turns.iter().map(|complete| complete.turn.to_string()).collect();
        if written.is_empty() { "over".into() } else { written.join(", ") }
    };
    lines::answer(args, out, whole, line)
}
