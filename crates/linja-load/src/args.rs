//! The command line.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

/// Plays Linja against its server and checks everything that the server says. Ends with 1 if anything was wrong.
#[derive(Debug, Parser)]
#[command(name = "linja-load", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) mode: Mode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Mode {
    /// Many games at a given pace, both players of each on a live connection
    Play(PlayArgs),
    /// As many durable turns as possible, beside plain inserts into the same kind of database
    FlatOut(FlatOutArgs),
    /// Kills servers while games are played; nothing that was acknowledged may be missing
    Faults(FaultsArgs),
}

/// Against which server.
#[derive(Debug, ClapArgs)]
pub(crate) struct StageArgs {
    /// A running server; given twice, the two players of each game are on different ones. Else one is started
    #[arg(long, value_name = "URL")]
    pub(crate) server: Vec<String>,

    /// The process of a running server, to tell its memory, its processor time and its flags
    #[arg(long, value_name = "PID", requires = "server")]
    pub(crate) pid: Vec<u32>,

    /// Servers to start
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "server")]
    pub(crate) servers: usize,

    /// What started servers keep games in, and where plain inserts go: sqlite, postgres (a fresh one is started), or
    /// the address of a PostgreSQL database
    #[arg(long, value_name = "KIND", default_value = "sqlite")]
    pub(crate) database: DatabaseArg,

    /// The program `linja` [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    pub(crate) binary: Option<PathBuf>,

    /// Where the data of started servers is put for the time of the run [default: the system's temporary folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,

    /// How far the time of an event may lie outside the time between the command and its answer. Servers on PostgreSQL
    /// compare their clock with the database's by a round trip, which takes longer on a busy machine
    #[arg(long, value_name = "MS", default_value_t = 250)]
    pub(crate) clock_tolerance: u64,

    /// Plays the same turns again
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// A kind of database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DatabaseArg {
    Sqlite,
    Postgres,
    Url(String),
}

impl std::str::FromStr for DatabaseArg {
    type Err = String;

    fn from_str(text: &str) -> Result<DatabaseArg, String> {
        match text {
            "sqlite" => Ok(DatabaseArg::Sqlite),
            "postgres" => Ok(DatabaseArg::Postgres),
            url if url.starts_with("postgres://") => Ok(DatabaseArg::Url(url.into())),
            _ => Err("sqlite, postgres or postgres://… is possible".into()),
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) stage: StageArgs,

    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: usize,

    /// Turns of each game a second
    #[arg(long, value_name = "RATE", default_value_t = 1.0)]
    pub(crate) rate: f64,

    /// How long to play
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) seconds: u64,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FlatOutArgs {
    #[command(flatten)]
    pub(crate) stage: StageArgs,

    /// Games at once, each with one command under way
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub(crate) games: usize,

    /// How long to play
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) seconds: u64,

    /// How long each of the four rounds of plain inserts takes
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    pub(crate) plain_seconds: u64,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FaultsArgs {
    #[command(flatten)]
    pub(crate) stage: StageArgs,

    /// How often to kill a server
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub(crate) rounds: usize,

    /// Within this time every client must go on where another server is running
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    pub(crate) longest_gap: u64,

    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) games: usize,

    /// Turns of each game a second
    #[arg(long, value_name = "RATE", default_value_t = 10.0)]
    pub(crate) rate: f64,
}
