use std::io::{self, Write};

use linja::Game;
use linja_api::ReplayedGame;

use crate::args::RecordArgs;
use crate::texts::Texts;
use crate::{Exit, record_file, report};

pub(crate) fn run<W: Write>(args: &RecordArgs, out: &mut W) -> anyhow::Result<Exit> {
    record_file::report_each(args, out, |record, out| {
        if args.json {
            report::write_json(&ReplayedGame::from(record.game()), out)?;
        } else {
            write_game(record.game(), out)?;
        }
        Ok(())
    })
}

fn write_game(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let score = game.score();
    writeln!(out, "rules     {}", game.rules())?;
    writeln!(out, "turns     {}", game.turns().len())?;
    writeln!(out, "position  {}", game.position())?;
    writeln!(out, "score     {} {}", score.black, score.red)?;
    writeln!(out, "result    {}", record_file::result_in_words(game, Texts::english()))
}
