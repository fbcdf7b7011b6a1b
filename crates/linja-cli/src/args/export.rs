//! The arguments of `linja export`.

use std::num::NonZeroU32;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Args as ClapArgs;
use linja::Position;

use super::TableArgs;
use crate::export::Format;

#[derive(ClapArgs, Debug)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// The format: csv, jsonl (a JSON object on each line) or npy (an array of records for NumPy)
    #[arg(long, value_name = "F", default_value = "csv")]
    pub(crate) format: Format,

    /// Write N different positions, drawn by lot, instead of all
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<NonZeroU32>,

    /// The seed of the random numbers for --sample: the same seed gives the same positions
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Only positions with an advance from A to B, both included
    #[arg(long, value_name = "A..B", default_value_t)]
    pub(crate) advance: Advances,

    /// Only positions that can come up in a game from the start; finding them takes minutes for a high --advance
    #[arg(long)]
    pub(crate) reachable: bool,

    /// The file to write, replaced when all is written [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// A range of advances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Advances(pub(crate) RangeInclusive<u8>);

impl Default for Advances {
    fn default() -> Advances {
        Advances(0..=Position::MAX_ADVANCE)
    }
}

impl std::fmt::Display for Advances {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.0.start(), self.0.end())
    }
}

impl FromStr for Advances {
    type Err = String;

    fn from_str(text: &str) -> Result<Advances, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        match (first.trim().parse(), last.trim().parse()) {
            (Ok(first), Ok(last)) if first <= last && last <= Position::MAX_ADVANCE => {
                Ok(Advances(first..=last))
            }
            _ => Err(format!("use two numbers from 0 to {}, such as 42..60, or one", Position::MAX_ADVANCE)),
        }
    }
}
