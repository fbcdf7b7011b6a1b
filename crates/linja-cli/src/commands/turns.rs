use std::io::Write;

use linja::{CompleteTurn, Margin, Position, fast};
use linja_oracle::{Oracle as _, Table};
use serde_json::{Value, json};

use crate::args::TurnsArgs;
use crate::{Answer, json, lines, oracle};

pub(crate) fn run<W: Write>(args: &TurnsArgs, out: &mut W) -> anyhow::Result<Answer> {
    let rules = &args.position.rules.rules;
    let table = if args.no_oracle { None } else { oracle::find(rules, &args.data_dir)? };
    let as_json = |position: &Position, turns: &[Listed]| {
        let turns: Vec<Value> =
            turns.iter().map(|listed| json::turn(&listed.complete, listed.margin)).collect();
        json!({ "rules": rules.id, "position": position.to_string(), "turns": turns })
    };
    let list = |position: &Position| match &table {
        Some(table) => valued(position, table),
        None => Ok(fast::complete_turns(position, rules).into_iter().map(Listed::plain).collect()),
    };
    let whole = |position: &Position, out: &mut W| {
        let turns = list(position)?;
        if args.position.json {
            writeln!(out, "{}", as_json(position, &turns))?;
        } else {
            for listed in &turns {
                if let Some(margin) = listed.margin {
                    write!(out, "{:>4}  ", margin.to_string())?;
                }
                writeln!(out, "{}", listed.complete.turn)?;
            }
        }
        if turns.is_empty() {
            writeln!(anstream::stderr(), "There is no turn: the game is over in this position.")?;
            return Ok(Answer::No);
        }
        Ok(Answer::Yes)
    };
    let line = |position: &Position| {
        let turns = list(position)?;
        if args.position.json {
            return Ok(as_json(position, &turns).to_string());
        }
        let written: Vec<String> = turns.iter().map(Listed::in_one_line).collect();
        Ok(if written.is_empty() { "over".into() } else { written.join(", ") })
    };
    lines::answer(&args.position, out, whole, line)
}

/// A turn, with its margin if there is a table.
struct Listed {
    complete: CompleteTurn,
    margin: Option<Margin>,
}

impl Listed {
    fn plain(complete: CompleteTurn) -> Listed {
        Listed { complete, margin: None }
    }

    fn in_one_line(&self) -> String {
        match self.margin {
            Some(margin) => format!("{} ({margin})", self.complete.turn),
            None => self.complete.turn.to_string(),
        }
    }
}

/// The turns with their exact margins, best first.
fn valued(position: &Position, table: &Table) -> anyhow::Result<Vec<Listed>> {
    let turns =
        table.turns(position).map_err(|error| oracle::unusable(error, table.rules(), table.path()))?;
    Ok(turns.iter().map(|turn| Listed { complete: turn.item, margin: Some(turn.value) }).collect())
}
