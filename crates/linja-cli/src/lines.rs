use std::fmt;
use std::io::{BufRead, BufReader, Read, Write};

use anyhow::Context as _;
use linja::Position;
use serde_json::json;

use crate::Answer;
use crate::args::PositionArgs;

/// A line longer than this is no position, and need not be held in memory.
const LONGEST_LINE: u64 = 4096;

/// Answers one position with `whole`, or each position of standard input with one line from `line`.
///
/// A position on the command line that can't be read is misuse; one in a line of input is answered with `error: …`.
pub(crate) fn answer<W: Write>(
    args: &PositionArgs,
    out: &mut W,
    whole: impl FnOnce(&Position, &mut W) -> anyhow::Result<Answer>,
    mut line: impl FnMut(&Position) -> anyhow::Result<String>,
) -> anyhow::Result<Answer> {
    let Some(text) = args.position() else {
        return whole(&Position::default(), out);
    };
    if text == "-" {
        return answer_lines(args.json, out, &mut line);
    }
    let position =
        text.parse().with_context(|| format!("can't read the position \"{}\"", text.escape_debug()))?;
    whole(&position, out)
}

fn answer_lines(
    json: bool,
    out: &mut impl Write,
    line: &mut impl FnMut(&Position) -> anyhow::Result<String>,
) -> anyhow::Result<Answer> {
    let mut input = BufReader::new(std::io::stdin());
    let mut answer = Answer::Yes;
    loop {
        // Whoever waits for the answer before asking on gets it.
        if input.buffer().is_empty() {
            out.flush()?;
        }
        let Some(text) = read_line(&mut input)? else { return Ok(answer) };
        let position = text.map_err(|bad| bad.to_string());
        match position.and_then(|text| text.parse::<Position>().map_err(|error| error.to_string())) {
            Ok(position) => writeln!(out, "{}", line(&position)?)?,
            Err(error) => {
                answer = Answer::No;
                if json {
                    writeln!(out, "{}", json!({ "error": error }))?;
                } else {
                    writeln!(out, "error: {error}")?;
                }
            }
        }
    }
}

/// Why a line can't be used.
#[derive(Clone, Copy, Debug)]
pub(crate) enum BadLine {
    TooLong,
    NotText,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            BadLine::TooLong => "the line is too long",
            BadLine::NotText => "the line is not UTF-8 text",
        })
    }
}

/// The next line, or why it can't be used; `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> anyhow::Result<Option<Result<String, BadLine>>> {
    let mut bytes = Vec::new();
    let read = input.take(LONGEST_LINE).read_until(b'\n', &mut bytes).context("can't read standard input")?;
    if read == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n').context("can't read standard input")?;
        return Ok(Some(Err(BadLine::TooLong)));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|_| BadLine::NotText)))
}
