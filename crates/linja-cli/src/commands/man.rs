use std::fs;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::Exit;
use crate::args::{Args, ManArgs};

pub(crate) fn run(args: &ManArgs) -> anyhow::Result<Exit> {
    let context = || format!("can't write manual pages into {}", args.folder.display());
    fs::create_dir_all(&args.folder).with_context(context)?;
    clap_mangen::generate_to(Args::command(), &args.folder).with_context(context)?;
    Ok(Exit::Yes)
}
