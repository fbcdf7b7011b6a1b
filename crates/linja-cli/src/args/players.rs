//! The arguments of the commands that play.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args as ClapArgs;
use linja_players::Strength;

use super::{DataDirArg, RulesArg};

#[derive(ClapArgs, Debug)]
pub(crate) struct ArenaArgs {
    /// Who plays: levels from 1 to 10, perfect, random; everyone meets everyone else
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    pub(crate) players: Vec<Strength>,

    /// Games of each pairing, an even number: both players begin equally often
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u32,

    /// Let only neighbours in the list meet: a ladder
    #[arg(long)]
    pub(crate) neighbours: bool,

    #[command(flatten)]
    pub(crate) rules: RulesArg,

    /// Where chance begins: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// How many threads play [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Write the record of each game into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Write JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}
