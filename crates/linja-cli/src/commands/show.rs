use std::io::{self, Write};

use linja::{Position, Row, RuleSet, Side};
use serde_json::{Value, json};

use crate::args::ShowArgs;
use crate::report::{self, Report};
use crate::texts::Texts;
use crate::{Exit, board, json};

pub(crate) fn run(args: &ShowArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let texts = &args.lang.texts();
    let rules = &args.position.rules.rules;
    report::run(&args.position, out, |&position| Ok(Shown { position, rules, texts }))
}

struct Shown<'a> {
    position: Position,
    rules: &'a RuleSet,
    texts: &'a Texts,
}

impl Report for Shown<'_> {
    fn json(&self) -> Value {
        let position = &self.position;
        let rows = Row::ALL.map(|row| {
            json!({
                "row": row.to_string(),
                "black": position.count(Side::Black, row),
                "red": position.count(Side::Red, row),
                "full": position.is_full(row),
            })
        });
        let fields = json!({
            "to_move": position.to_move().id(),
            "rows": rows,
            "score": json::score(position.score(self.rules)),
            "advance": position.advance(),
            "passed": position.has_passed(),
            "over": position.is_over(),
        });
        json::about(position, self.rules, fields)
    }

    fn line(&self) -> String {
        board::OneLine { position: &self.position, rules: self.rules, texts: self.texts }.to_string()
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (position, rules, texts) = (&self.position, self.rules, self.texts);
        write!(out, "{}", board::Drawing { position, rules, over: false, texts })
    }
}
