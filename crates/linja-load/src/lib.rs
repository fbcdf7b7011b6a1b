//! Plays Linja against its server and checks every response and event.
//!
//! - `linja-load play`: many games at a given pace, each player on a live connection.
//! - `linja-load flat-out`: as many durable turns as possible, compared with plain inserts into the same database.
//! - `linja-load faults`: servers, disks, databases, clocks and connections fail during games; no acknowledged event may be
//!   missing, and nothing may be owed for long.
//! - `linja-load attack`: floods the server from one address while a player at another plays against the computer.
//!
//! Everything that the server sends is compared with a replay by the rules crate. A difference is a violation, and the
//! exit code is then 1.

#![forbid(unsafe_code)]

mod args;
mod attack;
mod attacker;
mod audit;
mod client;
mod clock;
mod debtors;
mod endpoint;
mod faults;
mod flat_out;
mod latency;
mod pair;
mod pairs;
mod phase;
mod plain_inserts;
mod play;
mod player;
mod process;
mod referee;
mod server;
mod solo;
mod tally;
mod test_bed;
mod tree;
mod usage;
mod violation;
mod watcher;
mod wire;
mod world;

use std::process::ExitCode;

use clap::Parser as _;

use crate::args::{Args, Mode};

/// Runs the mode on the command line. The exit code is 1 after a violation, 2 after another failure.
#[must_use]
pub fn run() -> ExitCode {
    let args = Args::parse();
    if let Mode::Faults(args) = &args.mode {
        match faults::prepare(args) {
            Ok(None) => {}
            Ok(Some(code)) => return code,
            Err(error) => {
                eprintln!("error: {error:#}");
                return ExitCode::from(2);
            }
        }
    }
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
            Mode::Attack(args) => attack::run(args).await,
        }
    });
    // Tasks that still sleep or read have nothing left to report.
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
