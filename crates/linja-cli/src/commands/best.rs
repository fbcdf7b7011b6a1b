use std::io::Write;

use linja::Position;
use linja_api::BestView;
use linja_players::{Chance, JudgedTurn};
use serde::Serialize;

use crate::args::BestArgs;
use crate::report::{self, Report};
use crate::{Exit, tables};

pub(crate) fn run(args: &BestArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let mut judge = tables::judge(&args.position.rules.rules, &args.search)?;
    report::run(&args.position, out, |&position| {
        // Seeded anew, so that the turn does not depend on the positions before it.
        let chosen = judge.choose(&position, args.level, &mut Chance::new(args.seed));
        let chosen = chosen.map_err(|error| tables::unusable_judge(error, &judge))?;
        Ok(Best { position, args, chosen })
    })
}

/// The chosen turn; `None` if the position is over.
struct Best<'a> {
    position: Position,
    args: &'a BestArgs,
    chosen: Option<JudgedTurn>,
}

impl Report for Best<'_> {
    fn json(&self) -> impl Serialize {
        let BestArgs { position: args, level, .. } = self.args;
        BestView::new(args.rules.rules, &self.position, *level, self.chosen.as_ref())
    }

    fn line(&self) -> String {
        let written = |chosen: &JudgedTurn| format!("{}  {}", chosen.value, chosen.item.turn);
        self.chosen.as_ref().map_or_else(|| "over".into(), written)
    }

    fn has_no_turn(&self) -> bool {
        self.chosen.is_none()
    }
}
