use clap::Args as ClapArgs;

use super::{DataDirArg, LangArg, RulesArg};

#[derive(ClapArgs, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArg,

    /// Black's eight counts for the rows a to h, `/`, Red's, and the side to move, `b` or `r`
    ///
    /// Counts from ten to twelve are written a, b, c. The default is the start, `61111110/01111116 b`, which can also
    /// be written `61111110-01111116-b`. With `-`, positions are read from standard input, one per line; each line gets
    /// one line of output, a malformed one `error: …`.
    // Without quotation marks a position arrives as two arguments.
    #[arg(value_name = "POSITION", num_args = 0..=2)]
    position: Vec<String>,

    /// Write JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

impl PositionArgs {
    /// The position as typed; `None` if there is none.
    pub(crate) fn position(&self) -> Option<String> {
        (!self.position.is_empty()).then(|| self.position.join(" "))
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) lang: LangArg,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TurnsArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Ignore tables: list the turns in alphabetical order, without margins
    #[arg(long)]
    pub(crate) no_oracle: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PerftArgs {
    /// The length of the sequences, in turns
    #[arg(value_name = "DEPTH")]
    pub(crate) depth: u32,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Also print the count for each first turn (not with `-`)
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct LineArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Also print in how many turns the game ends; needs the table of `linja solve --distance`
    #[arg(long)]
    pub(crate) distance: bool,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,
}
