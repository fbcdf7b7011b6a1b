use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::Context as _;
use linja::{Game, Record, Termination, Winner};
use serde_json::json;

use crate::args::ReplayArgs;
use crate::{Answer, json};

pub(crate) fn run(args: &ReplayArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let bytes = read(&args.file)?;
    let record = match String::from_utf8(bytes) {
        Ok(text) => Record::parse(&text).map_err(|error| error.to_string()),
        Err(error) => {
            Err(format!("byte {}: the record is not UTF-8 text", error.utf8_error().valid_up_to() + 1))
        }
    };
    match record {
        Ok(record) => {
            if args.json {
                writeln!(out, "{}", game_json(record.game()))?;
            } else {
                write_game(record.game(), out)?;
            }
            Ok(Answer::Yes)
        }
        Err(error) => {
            if args.json {
                writeln!(out, "{}", json!({ "error": error }))?;
            } else {
                writeln!(out, "error: {error}")?;
            }
            Ok(Answer::No)
        }
    }
}

/// A record is a few kilobytes; this is room for very long names.
const LARGEST_RECORD: u64 = 1 << 20;

fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        io::stdin().lock().take(LARGEST_RECORD + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(file).and_then(|file| file.take(LARGEST_RECORD + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("can't read the record {}", file.display()))?;
    anyhow::ensure!(
        bytes.len() as u64 <= LARGEST_RECORD,
        "{} is no record: it is larger than {LARGEST_RECORD} bytes",
        file.display()
    );
    Ok(bytes)
}

fn write_game(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let score = game.score();
    writeln!(out, "rules     {}", game.rules())?;
    writeln!(out, "turns     {}", game.turns().len())?;
    writeln!(out, "position  {}", game.position())?;
    writeln!(out, "score     {} {}", score.black, score.red)?;
    writeln!(out, "result    {}", result_in_words(game))
}

fn result_in_words(game: &Game) -> String {
    let Some(result) = game.result() else {
        return format!("unfinished, {} to move", game.position().to_move());
    };
    match (game.termination(), result.winner) {
        (Some(Termination::Resignation(side)), _) => format!("{} wins, {side} resigned", !side),
        (Some(Termination::Time(side)), _) => format!("{} wins, {side} ran out of time", !side),
        (Some(Termination::Abandoned(_)), None) => "abandoned".into(),
        (Some(Termination::Abandoned(_)), Some(Winner::Side(side))) => format!("{side} wins, abandoned"),
        (Some(Termination::Abandoned(_)), Some(Winner::Draw)) => "draw, abandoned".into(),
        (_, Some(Winner::Side(side))) => format!("{side} wins by {}", result.score.margin(side).0),
        (_, Some(Winner::Draw) | None) => "draw".into(),
    }
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
