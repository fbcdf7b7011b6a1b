use std::io::{self, Write};

use linja::{Position, RuleSet};
use linja_api::ShownPosition;
use serde::Serialize;

use crate::args::ShowArgs;
use crate::report::{self, Report};
use crate::texts::Texts;
use crate::{Exit, board};

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
    fn json(&self) -> impl Serialize {
        ShownPosition::new(*self.rules, &self.position)
    }

    fn line(&self) -> String {
        board::OneLine { position: &self.position, rules: self.rules, texts: self.texts }.to_string()
    }

    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (position, rules, texts) = (&self.position, self.rules, self.texts);
        write!(out, "{}", board::Drawing { position, rules, over: false, texts })
    }
}
