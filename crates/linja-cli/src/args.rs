mod players;
mod serve;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args as ClapArgs, Parser, Subcommand};
use directories::ProjectDirs;
use linja::RuleSet;
use linja_oracle::Tables;
use linja_text::Language;

pub(crate) use players::{ArenaArgs, BestArgs, HintArgs, PlayArgs, PuzzleArgs, SearchArgs, SideArg};
pub(crate) use serve::ServeArgs;

use crate::texts::{self, Texts};

/// Linja, the race game of seven bamboo sticks, by every published edition.
///
/// Twelve pawns each, eight rows a to h. Black moves from a to h, Red from h to a. Your first step, the opening,
/// decides how far your second, the follow-up, may go: as many rows as there were pawns on the row you entered.
///
/// Without a command it does the same as `linja serve`, and opens the browser.
#[derive(Parser, Debug)]
#[command(
    name = "linja",
    version,
    after_help = EXIT_CODES,
    max_term_width = 100,
    args_conflicts_with_subcommands = true
)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,

    #[command(flatten, next_help_heading = "Without a command, as for linja serve")]
    pub(crate) serve: ServeArgs,
}

const EXIT_CODES: &str = "Exit codes: 0 yes, 1 a clear no (an illegal turn, a bad line of input), 2 misuse or an error outside \
     the game, 130 interrupted.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Play in the browser, alone or with others: start the game server
    ///
    /// Listens on this machine only, unless --bind says otherwise, and keeps games in the data directory, or in a
    /// PostgreSQL database that several servers can share. Rule sets that are not solved yet are solved in the
    /// background. Ctrl-C finishes what is under way and stops.
    #[command(
        after_help = "Examples:\n  linja serve\n  linja serve --bind 0.0.0.0:8060 --database postgres://linja@db/linja"
    )]
    Serve(ServeArgs),

    /// Draw a position: sticks, pawns, counts and the scores as they stand
    #[command(after_help = "Examples:\n  linja show\n  linja show --rules classic '00000417/63102000 b'")]
    Show(ShowArgs),

    /// List all legal turns, one a line
    ///
    /// A turn is written as its actions, each from row to row: `ab ce` opens from a to b and follows up from c to e.
    /// `+gf` is a bonus with an own pawn, `~dc` one with an opponent's, ` / ` precedes another turn, `pass` is a pass.
    ///
    /// Where the rule set has been solved, each turn stands behind the exact margin that it leads to, the best first.
    #[command(after_help = "Examples:\n  linja turns\n  linja turns --rules geeky '61111110/01111116 r'")]
    Turns(TurnsArgs),

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

    /// Compute the exact outcome of every position of a rule set, once
    ///
    /// Takes a few seconds to a minute and writes a table into the data directory. Interrupting leaves nothing behind.
    #[command(after_help = "Examples:\n  linja solve\n  linja solve --all\n  linja solve --rules classic")]
    Solve(SolveArgs),

    /// Tell the margin under perfect play, for the side to move
    ///
    /// `+1` means that the side to move wins by one point if nobody errs from here on. The rule set must be solved.
    #[command(after_help = "Examples:\n  linja probe\n  linja probe --rules geeky - < positions")]
    Probe(ProbeArgs),

    /// Print the perfect continuation to the end of the game, one turn a line
    ///
    /// Always the best turn; among equal ones the first by its written form. The rule set must be solved.
    #[command(after_help = "Examples:\n  linja line\n  linja line --rules classic '12310014/40120050 b'")]
    Line(ProbeArgs),

    /// Suggest the best turns and say why they are good
    ///
    /// Each turn stands behind the exact margin that it leads to, and every reason is a fact of the position. Where the
    /// rule set has not been solved, a search looks ahead instead: estimates, such as `≈+1.3`, and no reasons.
    #[command(after_help = "Examples:\n  linja hint\n  linja hint --rules geeky '12310014/40120050 b'")]
    Hint(HintArgs),

    /// Review a record: what each turn was worth, what it gave away, and what would have been best
    ///
    /// Margins are exact and for Black. Signs by points lost: `?!` an inaccuracy (1 or 2), `?` a mistake (3 to 5), `??` a
    /// blunder (6 or more); `⇄` changed win, draw or loss. The rule set of the record must be solved.
    #[command(
        after_help = "Examples:\n  linja review game.linja\n  linja review --svg game.linja > game.svg"
    )]
    Review(ReviewArgs),

    /// Check a table: derive values again from the turns, by other code than the one that solved it
    ///
    /// Reads the whole table (2.4 GB of memory) and recomputes the hash of all values, also with --sample. All positions
    /// take about an hour; a sample of ten million half a minute.
    #[command(after_help = "Examples:\n  linja verify --sample 1000000\n  linja verify --rules classic")]
    Verify(VerifyArgs),

    /// Count wins, draws, losses and margins over all positions, and describe perfect games
    ///
    /// Reads the whole table (2.4 GB of memory).
    #[command(after_help = "Examples:\n  linja stats\n  linja stats --rules classic --svg > classic.svg")]
    Stats(StatsArgs),

    /// Play a game in the terminal, against the computer or with somebody beside you
    ///
    /// Turns are typed as they are written, whole or action by action; ? lists everything else that can be typed.
    #[command(
        after_help = "Examples:\n  linja play --level 3\n  linja play --level 5 --side red --rules classic\n  linja play game.linja"
    )]
    Play(PlayArgs),

    /// Tell the turn that a player of any strength would play
    ///
    /// From the table if the rule set has been solved; else from a search, whose value is an estimate, such as `≈+1.3`.
    #[command(after_help = "Examples:\n  linja best\n  linja best --level 3 --seed 7 '61111110/01111116 r'")]
    Best(BestArgs),

    /// Show the puzzle of the day: one result is right, all others lose what could be had
    ///
    /// The rule set must be solved. Mondays are easy, Sundays hard.
    #[command(
        after_help = "Examples:\n  linja puzzle\n  linja puzzle --date 2026-11-15 --rules geeky --solution"
    )]
    Puzzle(PuzzleArgs),

    /// Let players of any strength play many games against each other
    ///
    /// The rule set must be solved. The same seed gives the same games, whatever the number of threads.
    #[command(
        after_help = "Examples:\n  linja arena --players 3,5,perfect,random --games 1000\n  linja arena --players random,1,2,3 --neighbours --rules classic"
    )]
    Arena(ArenaArgs),
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) lang: LangArg,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct LangArg {
    /// The language: de, en, es, fr, it, nl, pt or ro [default: that of the terminal, else en]
    #[arg(long, value_name = "CODE", value_parser = language)]
    lang: Option<Language>,
}

impl LangArg {
    /// The texts of the language.
    pub(crate) fn texts(&self) -> Texts {
        Texts::new(self.lang.unwrap_or_else(texts::of_terminal))
    }
}

fn language(code: &str) -> Result<Language, String> {
    Language::of_tag(code).ok_or_else(|| {
        let codes = Language::ALL.map(Language::code);
        format!("use one of {}", codes.join(", "))
    })
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

#[derive(ClapArgs, Debug)]
pub(crate) struct ReviewArgs {
    /// The record, or `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Write JSON, for programs
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,

    /// Draw the margin over the game as SVG
    #[arg(long)]
    pub(crate) svg: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct DataDirArg {
    /// The folder for games and tables [default: the platform's data directory]
    // An empty variable is as good as none, which a `PathBuf` would refuse.
    #[arg(long, value_name = "DIR", env = "LINJA_HOME", hide_env_values = true)]
    data_dir: Option<OsString>,
}

impl DataDirArg {
    /// The data directory.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        match &self.data_dir {
            Some(folder) if !folder.is_empty() => Ok(PathBuf::from(folder)),
            _ => Ok(ProjectDirs::from("", "", "linja")
                .context("this machine has no data directory; name one with --data-dir or LINJA_HOME")?
                .data_dir()
                .to_path_buf()),
        }
    }

    /// The tables of the data directory.
    pub(crate) fn tables(&self) -> anyhow::Result<Tables> {
        Ok(Tables::in_data_dir(&self.path()?))
    }
}

#[derive(ClapArgs, Debug)]
pub(crate) struct TurnsArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Do not look for a table: list the turns by their written form, without margins
    #[arg(long)]
    pub(crate) no_oracle: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct ProbeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,
}

#[derive(ClapArgs, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArg,

    /// Solve all five rule sets, one after the other; those that have a table are left alone
    #[arg(long, conflicts_with = "rules")]
    pub(crate) all: bool,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Solve again, although there is a table
    #[arg(long)]
    pub(crate) again: bool,

    /// Solve even if memory or disk seem too small
    #[arg(long)]
    pub(crate) anyway: bool,

    /// How many threads compute [default: one for each core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Use only the vector instructions that every CPU of this kind has
    #[arg(long)]
    pub(crate) no_wide_vectors: bool,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct VerifyArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArg,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Check so many positions, drawn at random, instead of all
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,

    /// Where chance begins for --sample
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
}

#[derive(ClapArgs, Debug)]
pub(crate) struct StatsArgs {
    #[command(flatten)]
    pub(crate) rules: RulesArg,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,

    /// Write JSON, for programs
    #[arg(long, conflicts_with = "svg")]
    pub(crate) json: bool,

    /// Write a chart as SVG
    #[arg(long)]
    pub(crate) svg: bool,
}
