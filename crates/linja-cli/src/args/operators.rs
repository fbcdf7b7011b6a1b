use std::path::PathBuf;

use clap::Args as ClapArgs;
use linja_games::store::upkeep::Location;

use super::DataDirArg;

/// Where the games are.
#[derive(ClapArgs, Debug)]
pub(crate) struct DatabaseArgs {
    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// The URL of a PostgreSQL database, if the games are not in the data directory
    #[arg(long, value_name = "URL", env = "LINJA_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl DatabaseArgs {
    /// The database that `linja serve` uses with the same options.
    pub(crate) fn location(&self) -> anyhow::Result<Location> {
        Ok(match &self.database {
            Some(url) => Location::Postgres(url.clone()),
            None => Location::Sqlite(self.data_dir.path()?),
        })
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct BackupArgs {
    /// The file to write
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) database: DatabaseArgs,

    /// Replace an existing file
    #[arg(long)]
    pub(crate) force: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RestoreArgs {
    /// The file that linja backup has written
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) database: DatabaseArgs,

    /// Replace the games that are in the database; those of games.db are kept in another file
    #[arg(long)]
    pub(crate) replace: bool,
}
