use std::io::Write;

use crate::args::EngineArgs;
use crate::{Exit, engine};

pub(crate) fn run(args: &EngineArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    engine::run(args, out)?;
    Ok(Exit::Yes)
}
