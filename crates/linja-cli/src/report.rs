//! What commands print about a position: the one on the command line, or each line of standard input.

use std::io::{self, Write};

use anyhow::Context as _;
use linja::Position;
use serde::Serialize;
use serde_json::json;

use crate::Exit;
use crate::args::PositionArgs;
use crate::lines::Lines;

/// What a command found out about one position.
pub(crate) trait Report {
    fn json(&self) -> impl Serialize;

    /// The report in one line.
    fn line(&self) -> String;

    /// The report in full, for a single position.
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "{}", self.line())
    }

    /// The command asked for turns and the position has none, because it is over.
    fn has_no_turn(&self) -> bool {
        false
    }
}

/// Prints the report on the position in `args`, or one line for each line of standard input.
///
/// # Errors
/// If the position in `args` is malformed. A malformed line of input is not an error: its line of output is `error: …`.
pub(crate) fn run<R: Report>(
    args: &PositionArgs,
    out: &mut impl Write,
    mut report: impl FnMut(&Position) -> anyhow::Result<R>,
) -> anyhow::Result<Exit> {
    let position = match args.position() {
        None => Position::default(),
        Some(text) if text == "-" => return run_lines(args.json, out, report),
        Some(text) => {
            text.parse().with_context(|| format!("can't read the position \"{}\"", text.escape_debug()))?
        }
    };
    let report = report(&position)?;
    if args.json {
        write_json(&report.json(), out)?;
    } else if !report.has_no_turn() {
        report.write(out)?;
    }
    if report.has_no_turn() {
        writeln!(anstream::stderr(), "There is no turn: the game is over in this position.")?;
        return Ok(Exit::No);
    }
    Ok(Exit::Yes)
}

fn run_lines<R: Report>(
    json: bool,
    out: &mut impl Write,
    mut report: impl FnMut(&Position) -> anyhow::Result<R>,
) -> anyhow::Result<Exit> {
    let mut input = Lines::new(io::stdin());
    let mut exit = Exit::Yes;
    loop {
        // A program may wait for the output before it writes the next line.
        if input.is_drained() {
            out.flush()?;
        }
        let Some(line) = input.next_line()? else { return Ok(exit) };
        let line = line.map_err(|bad| bad.to_string());
        match line.and_then(|text| text.parse().map_err(|error: linja::ParsePositionError| error.to_string()))
        {
            Ok(position) => {
                let report = report(&position)?;
                if json {
                    write_json(&report.json(), out)?;
                } else {
                    writeln!(out, "{}", report.line())?;
                }
            }
            Err(error) => {
                write_error(&error, json, out)?;
                exit = Exit::No;
            }
        }
    }
}

/// Prints `value` as JSON in one line.
pub(crate) fn write_json(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// Prints why a position or a record is malformed, where its report would have been.
pub(crate) fn write_error(error: &str, json: bool, out: &mut impl Write) -> io::Result<()> {
    if json { write_json(&json!({ "error": error }), out) } else { writeln!(out, "error: {error}") }
}
