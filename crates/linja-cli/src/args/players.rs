//! The arguments of the commands that play.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args as ClapArgs;
use linja::{RuleSet, Side};
use linja_players::{Date, Level};

use super::{DataDirArg, LangArg, PositionArgs, RulesArg};

#[derive(ClapArgs, Debug)]
pub(crate) struct ArenaArgs {
    /// Who plays: levels from 1 to 10, perfect, random; everyone meets everyone else
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    pub(crate) players: Vec<Level>,

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

#[derive(ClapArgs, Debug)]
pub(crate) struct BestArgs {
    /// Who chooses: a level from 1 to 10, perfect or random
    #[arg(long, value_name = "L", default_value = "perfect")]
    pub(crate) level: Level,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Where chance begins: the same seed gives the same turn
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) position: PositionArgs,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) position: PositionArgs,
}

/// Where values come from.
#[derive(ClapArgs, Debug)]
pub(crate) struct SearchArgs {
    /// How long to look ahead for each turn where there is no table, such as 500ms or 2s
    // A time below zero is a wrong time, not another option.
    #[arg(long, value_name = "T", default_value = "1s", allow_hyphen_values = true)]
    pub(crate) time: Time,

    /// Do not look for a table: look ahead instead
    #[arg(long)]
    pub(crate) no_oracle: bool,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PuzzleArgs {
    /// The day, as year-month-day [default: today, by universal time]
    #[arg(long, value_name = "D")]
    pub(crate) date: Option<Date>,

    /// List so many days instead, from --date on, one line each
    #[arg(long, value_name = "N")]
    pub(crate) days: Option<NonZeroU32>,

    /// Tell the solution as well
    #[arg(long)]
    pub(crate) solution: bool,

    #[command(flatten)]
    pub(crate) rules: RulesArg,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Write JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PlayArgs {
    /// The rule set: classic, bonus, bonus-spicy, geeky or geeky-spicy [default: that of FILE, else bonus]
    #[arg(long, value_name = "ID")]
    pub(crate) rules: Option<RuleSet>,

    /// Play against a level from 1 to 10, perfect or random; without it two people play
    #[arg(long, value_name = "L")]
    pub(crate) level: Option<Level>,

    /// Your colour against the computer: black, red, or by lot [default: what it was in FILE, else by lot]
    #[arg(long, value_name = "SIDE", requires = "level")]
    pub(crate) side: Option<SideArg>,

    /// Who begins a new game: black, red, or by lot [default: by lot]
    #[arg(long, value_name = "SIDE")]
    pub(crate) first: Option<SideArg>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) lang: LangArg,

    /// Where chance begins: the same seed and the same turns give the same game [default: the clock]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// A record: the game goes on where it stops, and is saved there
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// A side, or whichever the lot falls on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SideArg {
    Side(Side),
    Lot,
}

impl FromStr for SideArg {
    type Err = String;

    fn from_str(text: &str) -> Result<SideArg, String> {
        if text.eq_ignore_ascii_case("lot") {
            return Ok(SideArg::Lot);
        }
        text.parse().map(SideArg::Side).map_err(|_| "use black, red or lot".into())
    }
}

/// A length of time: a number of seconds, or of milliseconds with `ms`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Time(pub(crate) Duration);

impl FromStr for Time {
    type Err = String;

    fn from_str(text: &str) -> Result<Time, String> {
        let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
            (Some(number), _) => (number, 1e-3),
            (None, Some(number)) => (number, 1.0),
            (None, None) => (text, 1.0),
        };
        let seconds = number.trim().parse::<f64>().ok().map(|number| number * unit);
        match seconds.map(Duration::try_from_secs_f64) {
            Some(Ok(time)) if time <= LONGEST_TIME => Ok(Time(time)),
            _ => Err("use a time up to an hour, such as 500ms or 2s".into()),
        }
    }
}

const LONGEST_TIME: Duration = Duration::from_hours(1);
