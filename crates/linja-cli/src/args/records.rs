use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::DataDirArg;

#[derive(ClapArgs, Debug)]
pub(crate) struct RecordArgs {
    /// The record, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Write JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Draw the margin over the game as SVG
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
}
