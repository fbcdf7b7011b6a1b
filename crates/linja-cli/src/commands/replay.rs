use std::io::{self, Write};

use linja::{Game, Termination, Winner};
use serde_json::json;

use crate::args::RecordArgs;
use crate::texts::Texts;
use crate::{Exit, json, record_file};

pub(crate) fn run<W: Write>(args: &RecordArgs, out: &mut W) -> anyhow::Result<Exit> {
    record_file::report(args, out, |record, out| {
        if args.json {
            writeln!(out, "{}", game_json(record.game()))?;
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

fn game_json(game: &Game) -> serde_json::Value {
    json!({
        "rules": game.rules().id,
        "turns": game.turns().len(),
        "position": game.position().to_string(),
        "over": game.is_over(),
        "score": json::score(game.score()),
        "termination": game.termination().map_or("unfinished", Termination::id),
        "winner": game.result().and_then(|result| result.winner).map(Winner::id),
    })
}
