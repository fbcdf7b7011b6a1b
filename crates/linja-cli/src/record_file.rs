//! Records from a file or from standard input.

mod several;

use std::fs;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

use anyhow::Context as _;
use linja::{Game, Record, Side, Termination, Winner};

use self::several::{RecordText, RecordTexts};
use crate::Exit;
use crate::args::RecordArgs;
use crate::report::write_error;
use crate::texts::Texts;

/// Reads the records that `args` name and passes each to `report`; a malformed or illegal one prints `error: …` instead.
pub(crate) fn report_each<W: Write>(
    args: &RecordArgs,
    out: &mut W,
    mut report: impl FnMut(&Record, &mut W) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    let mut texts = RecordTexts::new(BufReader::new(open(&args.file)?));
    let mut exit = Exit::Yes;
    let mut is_first = true;
    while let Some(text) = texts.next().with_context(|| unreadable(&args.file))? {
        if !std::mem::take(&mut is_first) && !args.json {
            writeln!(out)?;
        }
        if report_one(text.parse(Texts::english()), args, out, &mut report)? == Exit::No {
            exit = Exit::No;
        }
    }
    Ok(exit)
}

/// The same for a file that holds one record.
pub(crate) fn report_single<W: Write>(
    args: &RecordArgs,
    out: &mut W,
    report: impl FnOnce(&Record, &mut W) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    report_one(read(&args.file, Texts::english())?, args, out, report)
}

fn report_one<W: Write>(
    record: Result<Record, String>,
    args: &RecordArgs,
    out: &mut W,
    report: impl FnOnce(&Record, &mut W) -> anyhow::Result<()>,
) -> anyhow::Result<Exit> {
    match record {
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
    let text = RecordText::only(open(file)?).with_context(|| unreadable(file))?;
    Ok(text.parse(texts))
}

fn open(file: &Path) -> anyhow::Result<Box<dyn Read>> {
    if file == Path::new("-") {
        return Ok(Box::new(io::stdin()));
    }
    let file = fs::File::open(file).with_context(|| unreadable(file))?;
    Ok(Box::new(file))
}

fn unreadable(file: &Path) -> String {
    format!("can't read the record {}", file.display())
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
