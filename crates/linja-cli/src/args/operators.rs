use std::path::PathBuf;

use clap::{Args as ClapArgs, Subcommand};
use linja::Side;
use linja_games::id::GameId;
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

#[derive(ClapArgs, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,

    /// Write JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct AdminArgs {
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

#[derive(Subcommand, Debug)]
pub(crate) enum AdminCommand {
    /// End a running game without a loser, or withdraw one that waits for a player
    Close(GameArgs),

    /// Withdraw a challenge or an invitation that nobody has accepted
    Withdraw(GameArgs),

    /// Remove a game for good, with all its turns and names
    Remove {
        #[command(flatten)]
        game: GameArgs,

        /// Really remove it
        #[arg(long, required = true)]
        yes: bool,
    },

    /// Replace the name of a player in a game
    Rename {
        #[command(flatten)]
        game: GameArgs,

        /// The player: black or red
        #[arg(value_name = "SIDE")]
        side: Side,

        /// The new name; without it the player becomes nameless
        #[arg(value_name = "NAME")]
        name: Option<String>,
    },

    /// Replace a name in all games
    RenameAll {
        /// The name to replace
        #[arg(value_name = "OLD")]
        old: String,

        /// The new name; without it the players become nameless
        #[arg(value_name = "NEW")]
        new: Option<String>,

        #[command(flatten)]
        database: DatabaseArgs,
    },
}

#[derive(ClapArgs, Debug)]
pub(crate) struct GameArgs {
    /// The id of the game, as in its address
    #[arg(value_name = "GAME")]
    pub(crate) game: GameId,

    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
}
