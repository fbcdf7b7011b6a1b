pub(super) mod estimated;

use std::io::{self, Write};

use linja::{Position, RuleSet};
use linja_api::HintView;
use linja_players::{Hint, HintedTurn, Judge, JudgedTurn, Outcome};
use serde::Serialize;

use crate::args::HintArgs;
use crate::board::STRONG;
use crate::report::{self, Report};
use crate::texts::Texts;
use crate::{Exit, tables};

pub(crate) fn run(args: &HintArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let table = match tables::judge(&args.position.rules.rules, &args.search)? {
        Judge::Oracle(table) => table,
        judge @ Judge::Search(..) => return estimated::run(args, judge, out),
    };
    report::run(&args.position, out, |&position| {
        let hint = Hint::new(&*table, &position, HintView::TURNS)
            .map_err(|error| tables::unusable(error, &table))?;
        Ok(ExactHint { position, rules: table.rules(), hint })
    })
}

/// A hint with exact margins; `None` if the position is over.
struct ExactHint<'a> {
    position: Position,
    rules: &'a RuleSet,
    hint: Option<Hint>,
}

impl Report for ExactHint<'_> {
    fn json(&self) -> impl Serialize {
        HintView::new(*self.rules, &self.position, self.hint.as_ref())
    }

    fn line(&self) -> String {
        self.hint.as_ref().map_or_else(|| "over".into(), |hint| in_one_line(hint.best()))
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.hint.iter().try_for_each(|hint| write_hint(&self.position, hint, Texts::english(), out))
    }

    fn has_no_turn(&self) -> bool {
        self.hint.is_none()
    }
}

pub(super) fn write_hint(
    position: &Position,
    hint: &Hint,
    texts: &Texts,
    out: &mut impl Write,
) -> io::Result<()> {
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
            writeln!(out, "  {}", texts.message(&reason.message()))?;
        }
    }
    Ok(())
}

/// Prints the first of `turns`, best first, without reasons.
pub(super) fn write_turns(turns: &[JudgedTurn], out: &mut impl Write) -> io::Result<()> {
    for judged in turns.iter().take(HintView::TURNS) {
        writeln!(out, "{:>6}  {STRONG}{}{STRONG:#}", judged.value, judged.item.turn)?;
    }
    Ok(())
}

fn written(hinted: &HintedTurn) -> String {
    hinted.turn.item.turn.to_string()
}

fn in_one_line(hinted: &HintedTurn) -> String {
    let reasons: Vec<String> =
        hinted.shown().iter().map(|reason| Texts::english().message(&reason.message())).collect();
    format!("{:>4}  {}  {}", hinted.turn.value.to_string(), written(hinted), reasons.join(", "))
}
