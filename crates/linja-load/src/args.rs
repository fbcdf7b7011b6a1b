//! The command line.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

use crate::faults::Kind;

/// Plays Linja against its server and checks every response and event. The exit code is 1 after a violation.
#[derive(Debug, Parser)]
#[command(name = "linja-load", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) mode: Mode,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Mode {
    /// Play many games at a given pace, each player on a live connection
    Play(PlayArgs),
    /// Play as many durable turns as possible, and compare with plain inserts into the same kind of database
    FlatOut(FlatOutArgs),
    /// Let things fail during games, and check that no event is lost or doubled and that nothing is owed for long
    Faults(FaultsArgs),
    /// Flood the server from one address while a player at another address plays against the computer, and compare with
    /// a quiet server
    Attack(AttackArgs),
}

/// The servers of a run.
#[derive(Debug, ClapArgs)]
pub(crate) struct TestBedArgs {
    /// A running server; given twice, the two players of each game use different servers [default: start one]
    #[arg(long, value_name = "URL")]
    pub(crate) server: Vec<String>,

    /// The process of a running server, to measure its memory and CPU time and to print its flags
    #[arg(long, value_name = "PID", requires = "server")]
    pub(crate) pid: Vec<u32>,

    /// The number of servers to start
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "server")]
    pub(crate) servers: usize,

    /// The database of started servers and of plain inserts: sqlite, postgres (starts a new one), or the URL of a
    /// PostgreSQL database
    #[arg(long, value_name = "KIND", default_value = "sqlite")]
    pub(crate) database: DatabaseArg,

    /// The program `linja` [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    pub(crate) binary: Option<PathBuf>,

    /// The folder for the data of started servers, removed after the run [default: the system's temporary folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,

    /// The milliseconds that an event's time may lie outside the interval between request and response. Servers read the
    /// database's clock by a round trip, which is slow under load
    #[arg(long, value_name = "MS", default_value_t = 250)]
    pub(crate) clock_tolerance: u64,

    /// The seed of the random numbers: the same seed chooses the same turns
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
            _ => Err("use sqlite, postgres or postgres://…".into()),
        }
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) test_bed: TestBedArgs,

    /// Games at once
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: usize,

    /// Turns per second in each game
    #[arg(long, value_name = "RATE", default_value_t = 1.0)]
    pub(crate) rate: f64,

    /// The length of the run
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    pub(crate) seconds: u64,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FlatOutArgs {
    #[command(flatten)]
    pub(crate) test_bed: TestBedArgs,

    /// Games at once, each with one pending command
    #[arg(long, value_name = "N", default_value_t = 256)]
    pub(crate) games: usize,

    /// The length of the run
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) seconds: u64,

    /// The length of each of the four rounds of plain inserts
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    pub(crate) plain_seconds: u64,
}

#[derive(Debug, ClapArgs)]
pub(crate) struct FaultsArgs {
    #[command(flatten)]
    pub(crate) test_bed: TestBedArgs,

    /// The number of faults
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) rounds: usize,

    /// The kinds of faults, each as often as the others, in an order that follows from the seed
    #[arg(long, value_enum, value_name = "KINDS", value_delimiter = ',', default_value = "all")]
    pub(crate) kinds: Vec<Kind>,

    /// The length of the longest fault
    #[arg(long, value_name = "SECONDS", default_value_t = 25)]
    pub(crate) longest_fault: u64,

    /// The server may owe nothing later than this after a fault
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    pub(crate) within: u64,

    /// Games between two people at once
    #[arg(long, value_name = "N", default_value_t = 50)]
    pub(crate) games: usize,

    /// Turns per second in each of these games
    #[arg(long, value_name = "RATE", default_value_t = 5.0)]
    pub(crate) rate: f64,

    /// Games against the computer at once
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) computer_games: usize,

    /// Games at once in which a player loses on time
    #[arg(long, value_name = "N", default_value_t = 6)]
    pub(crate) timed_games: usize,

    /// Print every round
    #[arg(long)]
    pub(crate) verbose: bool,

    /// The folder of a small disk; set by this program when it runs itself in a namespace with such a disk
    #[arg(long, value_name = "FOLDER", hide = true)]
    pub(crate) small_disk: Option<PathBuf>,
}

impl FaultsArgs {
    /// Whether a kind of fault is wanted.
    pub(crate) fn is_wanted(&self, kind: Kind) -> bool {
        self.kinds.contains(&kind) || self.kinds.contains(&Kind::All)
    }
}

#[derive(Debug, ClapArgs)]
pub(crate) struct AttackArgs {
    /// The program `linja` [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    pub(crate) binary: Option<PathBuf>,

    /// The folder for the data of the server, removed after the run [default: the system's temporary folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) dir: Option<PathBuf>,

    /// A data directory whose tables the server uses [default: no tables]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) tables: Option<PathBuf>,

    /// What the attacker asks for
    #[arg(long, value_enum, value_name = "WHAT", default_value = "turns")]
    pub(crate) on: Target,

    /// The attacker's connections
    #[arg(long, value_name = "N", default_value_t = 40)]
    pub(crate) connections: usize,

    /// Well-behaved players, each at an address of its own. More of them give more figures for the same time
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) players: u8,

    /// The number of rounds, each quiet first and then attacked
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) rounds: usize,

    /// The length of each quiet and each attacked part of a round
    #[arg(long, value_name = "SECONDS", default_value_t = 30)]
    pub(crate) seconds: u64,

    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// What an attacker asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Target {
    /// All turns of random positions
    Turns,
    /// Puzzles of random days
    Puzzle,
}
