//! What the developers' tools share.

use std::path::PathBuf;

use anyhow::Context;
use linja::RuleSet;
use linja_oracle::{Table, Tables};

/// The options that name a solved table.
#[derive(clap::Args)]
pub struct TableArgs {
    /// The rule set
    #[arg(long, default_value_t)]
    pub rules: RuleSet,
    /// The data directory that holds the solved table
    #[arg(long, env = "LINJA_HOME")]
    pub data_dir: PathBuf,
}

impl TableArgs {
    /// Opens the table.
    pub fn open(&self) -> anyhow::Result<Table> {
        let table = Tables::in_data_dir(&self.data_dir).open(&self.rules)?;
        table.with_context(|| format!("{0} is not solved yet; run linja solve --rules {0}", self.rules))
    }
}
