//! Records from a file or from standard input.

use std::fs;
use std::io::{self, Read as _, Write};
use std::path::Path;

use anyhow::Context as _;
use linja::{Game, Record, Side, Termination, Winner};

use crate::Exit;
use crate::args::RecordArgs;
use crate::report::write_error;
use crate::texts::Texts;

/// Reads the record that `args` name and passes it to `report`; a malformed or illegal record prints `error: …`.
pub(crate) fn report<W: Write>(
    args: &RecordArgs,
    out: &mut W,
    report: impl FnOnce(&Record, &mut W) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    match read(&args.file, Texts::english())? {
        Ok(record) => {
            report(&record, out)?;
            Ok(Exit::Yes)
        }
        Err(error) => {
            write_error(&error, args.json, out)?;
            Ok(Exit::No)
        }
    }
}

/// The record in `file`, or on standard input for `-`; the inner error says what is wrong with the record, in the
/// language of `texts`.
pub(crate) fn read(file: &Path, texts: &Texts) -> anyhow::Result<Result<Record, String>> {
    Ok(parse(read_bytes(file)?, texts))
}

fn parse(bytes: Vec<u8>, texts: &Texts) -> Result<Record, String> {
    let text = String::from_utf8(bytes).map_err(|error| {
        format!("byte {}: the record is not UTF-8 text", error.utf8_error().valid_up_to() + 1)
    })?;
    Record::parse(&text).map_err(|error| texts.message(&error.message()))
}

/// A record has a few kilobytes; the rest is reserve for long tags.
const LARGEST_RECORD: u64 = 1 << 20;

fn read_bytes(file: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        io::stdin().lock().take(LARGEST_RECORD + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(file).and_then(|file| file.take(LARGEST_RECORD + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("can't read the record {}", file.display()))?;
    anyhow::ensure!(
        bytes.len() as u64 <= LARGEST_RECORD,
        "{} is not a record: it is larger than {LARGEST_RECORD} bytes",
        file.display()
    );
    Ok(bytes)
}

/// The result of a game as a sentence without its full stop.
pub(crate) fn result_in_words(game: &Game, texts: &Texts) -> String {
    let wins =
        |key, side: Side| texts.say(key, &[("side", &texts.side(side)), ("loser", &texts.side(!side))]);
    let Some(result) = game.result() else {
        let side = texts.side(game.position().to_move());
        return texts.say("terminal.result_unfinished", &[("side", &side)]);
    };
    match (game.termination(), result.winner) {
        (Some(Termination::Resignation(side)), _) => wins("terminal.result_resigned", !side),
        (Some(Termination::Time(side)), _) => wins("terminal.result_time", !side),
        (Some(Termination::Abandoned(_)), None) => texts.say("terminal.result_abandoned", &[]),
        (Some(Termination::Abandoned(_)), Some(Winner::Side(side))) => {
            wins("terminal.result_abandoned_wins", side)
        }
        (Some(Termination::Abandoned(_)), Some(Winner::Draw)) => {
            texts.say("terminal.result_abandoned_draw", &[])
        }
        (_, Some(Winner::Side(side))) => {
            let points = result.score.margin(side).0.unsigned_abs();
            texts.count("terminal.result_wins", points, &[("side", &texts.side(side))])
        }
        (_, Some(Winner::Draw) | None) => texts.say("terminal.result_draw", &[]),
    }
}
