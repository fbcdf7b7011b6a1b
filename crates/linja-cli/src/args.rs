use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};
use linja::RuleSet;

/// Linja, the race game of seven bamboo sticks, by every published edition.
///
/// Twelve pawns each, eight rows a to h. Black moves from a to h, Red from h to a. Your first step, the opening,
/// decides how far your second, the follow-up, may go: as many rows as there were pawns on the row you entered.
#[derive(Parser, Debug)]
#[command(name = "linja", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

const EXIT_CODES: &str = "Exit codes: 0 yes, 1 a clear no (an illegal turn, a bad line of input), 2 misuse.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Draw a position: sticks, pawns, counts and the scores as they stand
    #[command(after_help = "Examples:\n  linja show\n  linja show --rules classic '00000417/63102000 b'")]
    Show(PositionArgs),

    /// List all legal turns, one a line
    ///
    /// A turn is written as its actions, each from row to row: `ab ce` opens from a to b and follows up from c to e.
    /// `+gf` is a bonus with an own pawn, `~dc` one with an opponent's, ` / ` precedes another turn, `pass` is a pass.
    #[command(after_help = "Examples:\n  linja turns\n  linja turns --rules geeky '61111110/01111116 r'")]
    Turns(PositionArgs),

    /// Score a position as it stands, Black's points first
    #[command(
        after_help = "Examples:\n  linja score '00000417/63102000 b'\n  linja score --rules classic - < positions"
    )]
    Score(PositionArgs),

    /// Count the legal turn sequences of a given length
    ///
    /// The usual check of a move generator. Turns count as different if they are written differently; a finished game
    /// adds nothing to deeper counts.
    #[command(after_help = "Examples:\n  linja perft 3\n  linja perft --rules classic --divide 2")]
    Perft(PerftArgs),

    /// Check a record turn by turn and show how the game stands at its end
    ///
    /// Prints the final position and score, or the first turn that is not legal and why.
    #[command(after_help = "Examples:\n  linja replay game.linja\n  linja replay - < game.linja")]
    Replay(ReplayArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArg,

    /// Black's eight counts for the rows a to h, `/`, Red's, and the side to move, `b` or `r`
    ///
    /// Counts from ten to twelve are written a, b, c. The default is the start, `61111110/01111116 b`, which can also
    /// be written `61111110-01111116-b`. With `-`, positions are read from standard input, one a line; each is answered
    /// by one line, a bad one by `error: …`.
    // A position written without quotation marks arrives in two words.
    #[arg(value_name = "POSITION", num_args = 0..=2)]
    position: Vec<String>,

    /// Write JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

impl PositionArgs {
    /// The position as it was written, `None` for the start.
    pub(crate) fn position(&self) -> Option<String> {
        (!self.position.is_empty()).then(|| self.position.join(" "))
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct RulesArg {
    /// The rule set: classic, bonus, bonus-spicy, geeky or geeky-spicy
    #[arg(long, value_name = "ID", default_value_t, hide_possible_values = true)]
    pub(crate) rules: RuleSet,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct PerftArgs {
    /// How many turns each sequence has
    #[arg(value_name = "DEPTH")]
    pub(crate) depth: u32,

    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Also count the sequences that begin with each first turn (for one position, not for `-`)
    #[arg(long)]
    pub(crate) divide: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ReplayArgs {
    /// The record, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// Write JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}
