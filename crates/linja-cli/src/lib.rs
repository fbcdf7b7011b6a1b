//! The command line of Linja: `linja serve`, `site`, `show`, `picture`, `turns`, `score`, `rules`, `perft`, `replay`,
//! `solve`, `probe`, `line`, `hint`, `review`, `verify`, `stats`, `play`, `best`, `puzzle`, `arena`,
//! `engine`, `exploit`, `export`, `backup`, `restore`, `check`, `admin`, `completions`, `man`,
//! `schema`, `licenses`.
//!
//! Exit codes: 0 success, 1 a negative result (an illegal turn, a malformed line of input), 2 a usage error or a
//! failure, 130 interrupted.
//! Data goes to standard output, messages to standard error. A closed pipe ends the program quietly.

#![forbid(unsafe_code)]

mod args;
mod board;
mod commands;
mod engine;
mod export;
mod lines;
mod program;
mod progress;
mod record_file;
mod replace_file;
mod report;
mod screen;
mod tables;
mod texts;
mod ugi;
mod upkeep;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser as _;

/// How a command ended; becomes the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Exit {
    Yes,
    No,
    /// By Ctrl-C.
    Interrupted,
}

/// Runs the command in the arguments, which begin with the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    run_all(args.into_iter().collect())
}

/// Not generic: a generic function would be compiled, with everything that it calls, in the crate of its caller.
fn run_all(args: Vec<OsString>) -> ExitCode {
    let args = match args::Args::try_parse_from(args) {
        Ok(args) => args,
        Err(error) => {
            // Nothing can be reported if standard error is closed.
            let _ = error.print();
            return ExitCode::from(error.exit_code() as u8);
        }
    };
    let screen =
        screen::Screen::new(anstream::stdout().lock(), screen::width(), args.ascii || screen::is_ascii());
    let mut out = io::BufWriter::new(screen);
    let exit = commands::run(args, &mut out).and_then(|exit| Ok(out.flush().map(|()| exit)?));
    match exit {
        Ok(Exit::Yes) => ExitCode::SUCCESS,
        Ok(Exit::No) => ExitCode::from(1),
        // The exit code that shells report after Ctrl-C.
        Ok(Exit::Interrupted) => ExitCode::from(130),
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Earlier output comes before the message; a failure to write either changes nothing.
            let _ = out.flush();
            let _ = writeln!(anstream::stderr(), "linja: {}", one_line(&error));
            ExitCode::from(2)
        }
    }
}

/// The error with its causes. Skips a cause that the message above it already contains.
fn one_line(error: &anyhow::Error) -> String {
    error.chain().map(ToString::to_string).fold(String::new(), |text, cause| match text.as_str() {
        "" => cause,
        text if text.contains(&cause) => text.to_string(),
        text => format!("{text}: {cause}"),
    })
}

/// The reader has closed the pipe, as in `linja turns | head -1`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
