//! The command line of Linja: `linja serve`, `show`, `turns`, `score`, `perft`, `replay`, `solve`,
//! `probe`, `line`, `hint`, `review`, `verify`, `stats`, `play`, `best`, `puzzle`, `arena`.
//!
//! Exit codes: 0 yes, 1 a clear no (an illegal turn, a bad line of input), 2 misuse or an error outside the game, 130
//! interrupted.
//! Data goes to standard output, messages to standard error. A reader that goes away is a quiet end.

#![forbid(unsafe_code)]

mod args;
mod board;
mod commands;
mod json;
mod lines;
mod oracle;
mod progress;
mod record_file;
mod texts;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser as _;

/// What a command found out, as its exit code tells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Yes,
    No,
    /// The user stopped it.
    Interrupted,
}

/// Runs the command that the arguments name, the program's own name first.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let args = match args::Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            // If even this can't be written there is nobody to tell.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let mut out = io::BufWriter::new(anstream::stdout().lock());
    let answer = commands::run(args, &mut out).and_then(|answer| Ok(out.flush().map(|()| answer)?));
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(1),
        // What a shell says of a program that Ctrl-C ended.
        Ok(Answer::Interrupted) => ExitCode::from(130),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // What was said before the error stands before it; whether that still works changes nothing.
            let _ = out.flush();
            let _ = writeln!(anstream::stderr(), "linja: {}", one_line(&error));
            ExitCode::from(2)
        }
    }
}

/// What went wrong and why, each cause once: some tell theirs in their own words already.
fn one_line(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        text if text.contains(&cause) => text.to_string(),
        text => format!("{text}: {cause}"),
    })
}

/// Whoever read the output has seen enough, as in `linja turns | head -1`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
