pub(super) mod estimated;
mod reasons;

use std::io::Write;

use anstyle::Style;
use linja::Position;
use linja_oracle::Table;
use linja_players::{Hint, HintedTurn, Judge, JudgedTurn, Outcome};
use serde_json::{Value, json};

use crate::args::HintArgs;
use crate::texts::Texts;
use crate::{Answer, json, lines, oracle};

const STRONG: Style = Style::new().bold();

/// How many turns are shown.
pub(super) const TURNS: usize = 3;

pub(crate) fn run<W: Write>(args: &HintArgs, out: &mut W) -> anyhow::Result<Answer> {
    match oracle::judge(&args.position.rules.rules, &args.search)? {
        Judge::Oracle(table) => exact(args, &table, out),
        judge @ Judge::Search(..) => estimated::run(args, judge, out),
    }
}

fn exact<W: Write>(args: &HintArgs, table: &Table, out: &mut W) -> anyhow::Result<Answer> {
    let hint = |position: &Position| {
        Hint::new(table, position, TURNS)
            .map_err(|error| oracle::unusable(error, table.rules(), table.path()))
    };
    let as_json = |position: &Position, hint: Option<&Hint>| {
        let turns: Vec<Value> = hint.iter().flat_map(|hint| &hint.turns).map(turn_json).collect();
        json!({
            "rules": table.rules().id,
            "position": position.to_string(),
            "margin": hint.map(|hint| hint.best().turn.value.0),
            "estimate": null,
            "right": hint.map_or(0, |hint| hint.right),
            "results": hint.map_or(0, |hint| hint.results),
            "opening": hint.and_then(Hint::opening).map(|action| action.to_string()),
            "turns": turns,
        })
    };
    let whole = |position: &Position, out: &mut W| {
        let hint = hint(position)?;
        match &hint {
            _ if args.position.json => writeln!(out, "{}", as_json(position, hint.as_ref()))?,
            Some(hint) => write_hint(position, hint, Texts::english(), out)?,
            None => {}
        }
        if hint.is_none() {
            writeln!(anstream::stderr(), "There is no turn: the game is over in this position.")?;
            return Ok(Answer::No);
        }
        Ok(Answer::Yes)
    };
    let line = |position: &Position| {
        let hint = hint(position)?;
        if args.position.json {
            return Ok(as_json(position, hint.as_ref()).to_string());
        }
        Ok(hint.map_or_else(|| "over".into(), |hint| in_one_line(hint.best())))
    };
    lines::answer(&args.position, out, whole, line)
}

pub(super) fn write_hint(
    position: &Position,
    hint: &Hint,
    texts: &Texts,
    out: &mut impl Write,
) -> std::io::Result<()> {
    let kept = match (hint.right, hint.results) {
        (_, 1) => texts.say("terminal.hint_kept_only", &[]),
        (right, results) if right == results => texts.count("terminal.hint_kept_by_all", results, &[]),
        (right, results) => texts.count("terminal.hint_kept_by", right, &[("all", &results)]),
    };
    let margin = hint.best().turn.value;
    let (side, points) = (texts.side(position.to_move()), margin.0.unsigned_abs());
    let key = match Outcome::of(margin) {
        Outcome::Win => "terminal.hint_win",
        Outcome::Draw => "terminal.hint_draw",
        Outcome::Loss => "terminal.hint_loss",
    };
    writeln!(out, "{}", texts.count(key, points, &[("side", &side), ("kept", &kept)]))?;
    let width = hint.turns.iter().map(|hinted| written(hinted).len()).max().unwrap_or(0);
    for hinted in &hint.turns {
        writeln!(out)?;
        let (margin, turn) = (hinted.turn.value.to_string(), written(hinted));
        write!(out, "{margin:>4}  {STRONG}{turn:width$}{STRONG:#}")?;
        for (i, reason) in hinted.shown().iter().enumerate() {
            if i > 0 {
                write!(out, "{:1$}", "", 6 + width)?;
            }
            writeln!(out, "  {}", reasons::say(reason, texts))?;
        }
    }
    Ok(())
}

/// The first of some turns, the best first, without reasons.
pub(super) fn write_turns(turns: &[JudgedTurn], out: &mut impl Write) -> std::io::Result<()> {
    for judged in turns.iter().take(TURNS) {
        writeln!(out, "{:>6}  {STRONG}{}{STRONG:#}", judged.value, judged.item.turn)?;
    }
    Ok(())
}

fn written(hinted: &HintedTurn) -> String {
    hinted.turn.item.turn.to_string()
}

fn in_one_line(hinted: &HintedTurn) -> String {
    let reasons: Vec<String> = hinted.shown().iter().map(ToString::to_string).collect();
    format!("{:>4}  {}  {}", hinted.turn.value.to_string(), written(hinted), reasons.join(", "))
}

fn turn_json(hinted: &HintedTurn) -> Value {
    let mut turn = json::turn(&hinted.turn.item, Some(hinted.turn.value));
    turn["estimate"] = Value::Null;
    turn["lost"] = hinted.lost.into();
    turn["reasons"] = hinted.reasons.iter().map(json::reason).collect();
    turn
}
