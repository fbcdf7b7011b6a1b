//! One file per command.

mod perft;
mod replay;
mod score;
mod show;
mod turns;

use std::io::Write;

use crate::Answer;
use crate::args::{Args, Command};

pub(crate) fn run(args: Args, out: &mut impl Write) -> anyhow::Result<Answer> {
    match args.command {
        None => show::welcome(out),
        Some(Command::Show(args)) => show::run(&args, out),
        Some(Command::Turns(args)) => turns::run(&args, out),
        Some(Command::Score(args)) => score::run(&args, out),
        Some(Command::Perft(args)) => perft::run(&args, out),
        Some(Command::Replay(args)) => replay::run(&args, out),
    }
}
