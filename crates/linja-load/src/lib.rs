//! Plays Linja against its server and checks everything that the server says.
//!
//! - `linja-load play`: many games at a given pace, both players of each on a live connection of their own.
//! - `linja-load flat-out`: as many durable turns as the server can store, beside plain inserts into the same database.
//! - `linja-load faults`: servers are killed while games are played; nothing that was acknowledged may be missing.
//!
//! Whatever the server answers is compared with a replay by the rules crate, which shares no code with the server's own
//! bookkeeping. Anything that does not fit is a violation, and the program ends with 1.

#![forbid(unsafe_code)]

mod args;
mod audit;
mod caller;
mod clock;
mod crowd;
mod endpoint;
mod faults;
mod flat_out;
mod latency;
mod plain_inserts;
mod play;
mod process;
mod referee;
mod server;
mod stage;
mod table;
mod tally;
mod tree;
mod usage;
mod violation;
mod watcher;
mod wire;
mod world;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Args, Mode};

/// Reads the command line, runs what it asks for, and says whether everything was right.
#[must_use]
pub fn run() -> ExitCode {
    let args = Args::parse();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("error: can't start threads: {error}");
            return ExitCode::from(2);
        }
    };
    let outcome = runtime.block_on(async {
        match &args.mode {
            Mode::Play(args) => play::run(args).await,
            Mode::FlatOut(args) => flat_out::run(args).await,
            Mode::Faults(args) => faults::run(args).await,
        }
    });
    // Whoever still sleeps or reads has nothing more to tell.
    runtime.shutdown_background();
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
