use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::DataDirArg;

#[derive(ClapArgs, Debug)]
pub(crate) struct RecordArgs {
    /// The record, or `-` for standard input. Of several records each is reported
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Write JSON, for programs: one line for each record
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    pub(crate) record: RecordArgs,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Draw the margin over the game as SVG, for a single record
    #[arg(long, conflicts_with = "json")]
    pub(crate) svg: bool,
}
