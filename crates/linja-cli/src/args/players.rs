//! The arguments of the commands with computer players.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args as ClapArgs;
use linja::{RuleSet, Side};
use linja_players::{Date, Level};

use super::{DataDirArg, LangArg, PositionArgs, TableArgs};

#[derive(ClapArgs, Debug)]
pub(crate) struct BestArgs {
    /// The player: a level from 1 to 10, perfect or random
    #[arg(long, value_name = "L", default_value = "perfect")]
    pub(crate) level: Level,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// The seed of the random numbers: the same seed gives the same turn
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) position: PositionArgs,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct EngineArgs {
    /// The player: a level from 1 to 10, perfect or random
    #[arg(long, value_name = "L", default_value = "perfect")]
    pub(crate) level: Level,

    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// Ignore tables: search instead
    #[arg(long)]
    pub(crate) no_oracle: bool,

    /// The seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
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
    /// The search time per turn if there is no table, such as 500ms or 2s
    // So that a negative time is reported as a bad time, not as an unknown option.
    #[arg(long, value_name = "T", default_value = "1s", allow_hyphen_values = true)]
    pub(crate) time: Time,

    /// Ignore tables: search instead
    #[arg(long)]
    pub(crate) no_oracle: bool,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PuzzleArgs {
    /// The day, as YYYY-MM-DD [default: today, in UTC]
    #[arg(long, value_name = "D")]
    pub(crate) date: Option<Date>,

    /// List the puzzles of N days from --date on, one line each
    #[arg(long, value_name = "N")]
    pub(crate) days: Option<NonZeroU32>,

    /// Also print the solution
    #[arg(long)]
    pub(crate) solution: bool,

    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// Write JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PlayArgs {
    /// The rule set, such as classic or bonus+follow-may; see linja rules [default: from FILE, else bonus]
    #[arg(long, value_name = "ID")]
    pub(crate) rules: Option<RuleSet>,

    /// Play against the computer: a level from 1 to 10, perfect or random [default: two people play]
    #[arg(long, value_name = "L")]
    pub(crate) level: Option<Level>,

    /// Your side against the computer: black, red or lot [default: from FILE, else lot]
    #[arg(long, value_name = "SIDE", requires = "level")]
    pub(crate) side: Option<SideArg>,

    /// The side that starts a new game: black, red or lot [default: lot]
    #[arg(long, value_name = "SIDE")]
    pub(crate) first: Option<SideArg>,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    #[command(flatten)]
    pub(crate) lang: LangArg,

    /// The seed of the random numbers: the same seed and turns give the same game [default: from the clock]
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<u64>,

    /// A record: continues its game and saves each turn to it; created if it does not exist
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

/// A side, or one drawn by lot.
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
