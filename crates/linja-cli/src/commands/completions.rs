use std::io::Write;

use clap::CommandFactory as _;

use crate::Exit;
use crate::args::{Args, CompletionsArgs};

pub(crate) fn run(args: &CompletionsArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    // Into memory first, because the generator panics if writing fails.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "linja", &mut script);
    out.write_all(&script)?;
    Ok(Exit::Yes)
}
