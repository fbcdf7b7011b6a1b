use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;

use super::{DataDirArg, RulesArg};

/// A rule set and where its table is.
#[derive(ClapArgs, Debug)]
pub(crate) struct TableArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArg,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,
}

#[derive(ClapArgs, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// Solve all five published rule sets, one after the other; skips those that have a table
    #[arg(long, conflicts_with = "rules")]
    pub(crate) all: bool,

    /// Also make a table of the turns up to the end of the game, for `linja probe --distance`; needs twice the memory
    #[arg(long)]
    pub(crate) distance: bool,

    /// Replace an existing table
    #[arg(long)]
    pub(crate) again: bool,

    /// Solve even if there seems to be too little memory or disk space
    #[arg(long)]
    pub(crate) anyway: bool,

    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Use only the baseline vector instructions of the CPU architecture
    #[arg(long)]
    pub(crate) no_wide_vectors: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PackArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// The file to write; one that exists is replaced
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct SurveyArgs {
    /// The file with the lines; rule sets that it has already are skipped
    #[arg(value_name = "FILE", required_unless_present_any = ["summary", "svg"])]
    pub(crate) file: Option<PathBuf>,

    /// Solve nothing: print the lines added up by choice. Without FILE, of the survey in this program
    #[arg(long, conflicts_with_all = ["limit", "anyway", "threads"])]
    pub(crate) summary: bool,

    /// Draw the same as SVG
    #[arg(long, conflicts_with_all = ["summary", "limit", "anyway", "threads"])]
    pub(crate) svg: bool,

    /// Solve at most N rule sets
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// Solve even if there seems to be too little memory
    #[arg(long)]
    pub(crate) anyway: bool,

    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// Check N random positions instead of all, with the readable generator of turns
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,

    /// Check all positions with the readable generator of turns, up to the first disagreement; takes more than an hour of
    /// CPU time
    #[arg(long, conflicts_with = "sample")]
    pub(crate) slow: bool,

    /// The seed of the random numbers for --sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// Write JSON, for programs
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,

    /// Write a chart as SVG
    #[arg(long)]
    pub(crate) svg: bool,

    /// Leave out the perfect games, which take minutes; the counts take seconds
    #[arg(long)]
    pub(crate) no_walk: bool,
}
