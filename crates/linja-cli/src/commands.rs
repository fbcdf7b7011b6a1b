//! One file per command.

mod admin;
mod arena;
mod backup;
mod best;
mod check;
mod completions;
mod engine;
mod exploit;
mod export;
mod hint;
mod licenses;
mod line;
mod man;
mod pack;
mod perft;
mod picture;
mod play;
mod probe;
mod puzzle;
mod replay;
mod restore;
mod review;
mod rules;
mod schema;
mod score;
mod serve;
mod show;
mod site;
mod solve;
mod stats;
mod survey;
mod turns;
mod verify;

use std::io::Write;

use crate::Exit;
use crate::args::{Args, Command};

pub(crate) fn run(args: Args, out: &mut impl Write) -> anyhow::Result<Exit> {
    match args.command {
        None => serve::run(&args.serve, serve::Browser::Open, out),
        Some(Command::Serve(args)) => serve::run(&args, serve::Browser::LeaveAlone, out),
        Some(Command::Site(args)) => site::run(&args, out),
        Some(Command::Show(args)) => show::run(&args, out),
        Some(Command::Picture(args)) => picture::run(&args, out),
        Some(Command::Turns(args)) => turns::run(&args, out),
        Some(Command::Score(args)) => score::run(&args, out),
        Some(Command::Rules(args)) => rules::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
        Some(Command::Solve(args)) => solve::run(&args, out),
        Some(Command::Pack(args)) => pack::run(&args, out),
        Some(Command::Probe(args)) => probe::run(&args, out),
        Some(Command::Line(args)) => line::run(&args, out),
        Some(Command::Hint(args)) => hint::run(&args, out),
        Some(Command::Review(args)) => review::run(&args, out),
        Some(Command::Verify(args)) => verify::run(&args, out),
        Some(Command::Stats(args)) => stats::run(&args, out),
        Some(Command::Export(args)) => export::run(&args),
        Some(Command::Survey(args)) => survey::run(&args, out),
        Some(Command::Play(args)) => play::run(&args, out),
        Some(Command::Best(args)) => best::run(&args, out),
        Some(Command::Puzzle(args)) => puzzle::run(&args, out),
        Some(Command::Arena(args)) => arena::run(&args, out),
        Some(Command::Exploit(args)) => exploit::run(&args, out),
        Some(Command::Engine(args)) => engine::run(&args, out),
        Some(Command::Backup(args)) => backup::run(&args, out),
        Some(Command::Restore(args)) => restore::run(&args, out),
        Some(Command::Check(args)) => check::run(&args, out),
        Some(Command::Admin(args)) => admin::run(&args.command, out),
        Some(Command::Completions(args)) => completions::run(&args, out),
        Some(Command::Man(args)) => man::run(&args),
        Some(Command::Schema(args)) => schema::run(&args, out),
        Some(Command::Licenses) => licenses::run(out),
    }
}
