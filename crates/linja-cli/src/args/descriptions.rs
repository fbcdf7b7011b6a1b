//! The arguments of the commands that describe the others.

use std::path::PathBuf;

use clap::Args as ClapArgs;
use clap_complete::Shell;

#[derive(ClapArgs, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ManArgs {
    /// The folder; created if it does not exist
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct SchemaArgs {
    /// The command
    #[arg(value_name = "COMMAND")]
    pub(crate) name: Option<String>,
}
