use std::io::Write;

use linja::Position;
use linja_oracle::{Oracle as _, ValuedTurn};
use serde_json::{Value, json};

use crate::args::ProbeArgs;
use crate::{Answer, json, lines, oracle};

pub(crate) fn run<W: Write>(args: &ProbeArgs, out: &mut W) -> anyhow::Result<Answer> {
    let table = oracle::open(&args.position.rules.rules, &args.data_dir)?;
    let perfect = |position: &Position| {
        table.line(position).map_err(|error| oracle::unusable(error, table.rules(), table.path()))
    };
    let whole = |position: &Position, out: &mut W| {
        let line = perfect(position)?;
        if args.position.json {
            writeln!(out, "{}", line_json(position, &line))?;
        } else {
            for turn in &line {
                writeln!(out, "{}", turn.item.turn)?;
            }
        }
        if line.is_empty() {
            writeln!(anstream::stderr(), "There is no turn: the game is over in this position.")?;
            return Ok(Answer::No);
        }
        Ok(Answer::Yes)
    };
    let one_line = |position: &Position| {
        let line = perfect(position)?;
        if args.position.json {
            return Ok(line_json(position, &line).to_string());
        }
        let turns: Vec<String> = line.iter().map(|turn| turn.item.turn.to_string()).collect();
        Ok(if turns.is_empty() { "over".into() } else { turns.join(" | ") })
    };
    lines::answer(&args.position, out, whole, one_line)
}

fn line_json(position: &Position, line: &[ValuedTurn]) -> Value {
    let turns: Vec<Value> = line.iter().map(|turn| json::turn(&turn.item, Some(turn.value))).collect();
    json!({ "position": position.to_string(), "turns": turns })
}
