mod arena;
mod data_dir;
mod descriptions;
mod exploit;
mod export;
mod lang;
mod operators;
mod picture;
mod players;
mod positions;
mod records;
mod rules;
mod serve;
mod site;
mod size;
mod tables;

use clap::{Parser, Subcommand};

pub(crate) use arena::{ArenaArgs, CommandLine, Entrant, TimeControl};
pub(crate) use data_dir::{DataDirArg, NAME_ANOTHER};
pub(crate) use descriptions::{CompletionsArgs, ManArgs, SchemaArgs};
pub(crate) use exploit::{ExploitArgs, PolicyArg};
pub(crate) use export::ExportArgs;
pub(crate) use lang::LangArg;
pub(crate) use operators::{AdminArgs, AdminCommand, BackupArgs, CheckArgs, RestoreArgs};
pub(crate) use picture::PictureArgs;
pub(crate) use players::{BestArgs, EngineArgs, HintArgs, PlayArgs, PuzzleArgs, SearchArgs, SideArg};
pub(crate) use positions::{LineArgs, PerftArgs, PositionArgs, ProbeArgs, ShowArgs, TurnsArgs};
pub(crate) use records::{RecordArgs, ReviewArgs};
pub(crate) use rules::{RulesArg, RulesArgs};
pub(crate) use serve::ServeArgs;
pub(crate) use site::SiteArgs;
pub(crate) use tables::{PackArgs, SolveArgs, StatsArgs, SurveyArgs, TableArgs, VerifyArgs};

/// Linja, the race game with seven bamboo sticks, in every published edition.
///
/// Twelve pawns each, eight rows a to h. Black moves from a to h, Red from h to a. Your first step, the opening,
/// decides how far your second, the follow-up, goes: as many rows as there were pawns on the row you entered.
///
/// Without a command, linja starts the game server and opens the browser.
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

    /// Write only ASCII characters, as on a terminal whose locale is not UTF-8
    #[arg(long, global = true)]
    pub(crate) ascii: bool,

    #[command(flatten, next_help_heading = "Options without a command, as for linja serve")]
    pub(crate) serve: ServeArgs,
}

const EXIT_CODES: &str = "Exit codes: 0 success, 1 a negative result (an illegal turn, a malformed line of input), 2 a usage error \
     or a failure, 130 interrupted.";

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// Start the game server, to play in the browser
    ///
    /// Listens on this machine only, unless --bind names another address. Stores games in the data directory, or in a
    /// PostgreSQL database that several servers can share. Solves missing tables in the background. Ctrl-C finishes
    /// open requests and stops the server.
    #[command(
        after_help = "Examples:\n  linja serve\n  linja serve --bind 0.0.0.0:8060 --database postgres://linja@db/linja"
    )]
    Serve(Box<ServeArgs>),

    /// Write the page as a folder of plain files, for a web server that can't run this program
    ///
    /// The copy works below any path and without special headers: games against the computer and on one device, lessons, rules,
    /// explorer, reviews, and puzzles made beforehand. See docs/site.md.
    #[command(
        after_help = "Examples:\n  linja site public\n  linja site public --base https://example.org/games/linja/ --puzzles 730\n  linja site public --rules bonus,classic --server https://linja.example"
    )]
    Site(Box<SiteArgs>),

    /// Draw a position with its scores
    #[command(after_help = "Examples:\n  linja show\n  linja show --rules classic '00000417/63102000 b'")]
    Show(ShowArgs),

    /// Draw a position or a game as a picture: SVG, PNG, or an animated GIF of a whole game
    ///
    /// Text in pictures is drawn as outlines, so they look the same everywhere.
    #[command(
        after_help = "Examples:\n  linja picture -o start.png\n  linja picture '00000417/63102000 b' -o end.svg -o end.png --size 1200\n  linja picture game.linja -o game.gif\n  linja picture --card game.linja -o game.png"
    )]
    Picture(PictureArgs),

    /// List the legal turns, one per line
    ///
    /// A turn is a list of actions, each from row to row: `ab ce` opens from a to b and follows up from c to e. `+gf` is
    /// a bonus with a pawn of your own, `~dc` with one of the opponent's, ` / ` comes before another turn, `pass` is a
    /// pass.
    ///
    /// If the rule set is solved, each turn is listed with its exact margin, best first.
    #[command(after_help = "Examples:\n  linja turns\n  linja turns --rules geeky '61111110/01111116 r'")]
    Turns(TurnsArgs),

    /// Print the score of a position, Black's points first
    #[command(
        after_help = "Examples:\n  linja score '00000417/63102000 b'\n  linja score --rules classic - < positions"
    )]
    Score(PositionArgs),

    /// List the rules that can be chosen, or explain a rule set
    ///
    /// A rule set is a choice for each of seven rules; five rule sets are published. All 648 can be played, solved and
    /// verified.
    #[command(
        after_help = "Examples:\n  linja rules\n  linja rules bonus+follow-may\n  linja rules --all --json"
    )]
    Rules(RulesArgs),

    /// Count the legal turn sequences of a given length
    ///
    /// The usual check of a move generator. Two turns are different if their written forms differ; a finished game adds
    /// nothing to deeper counts.
    #[command(after_help = "Examples:\n  linja perft 3\n  linja perft --rules classic --divide 2")]
    Perft(PerftArgs),

    /// Check a record turn by turn and print how the game ends
    ///
    /// Prints the final position and score, or the first illegal turn and why it is illegal, for each record of the file.
    #[command(
        after_help = "Examples:\n  linja replay game.linja\n  linja replay - < game.linja\n  linja replay --json games.linja"
    )]
    Replay(RecordArgs),

    /// Compute the value of every position of a rule set under perfect play
    ///
    /// Takes a few seconds to a minute and writes a table into the data directory. An interrupted run leaves no files.
    #[command(after_help = "Examples:\n  linja solve\n  linja solve --all\n  linja solve --rules classic")]
    Solve(SolveArgs),

    /// Write the table of a solved rule set in a smaller form
    ///
    /// The dense form takes two thirds to three quarters of the space. Every command reads both forms, but the dense one takes
    /// several times as long to read. Browsers do not read it, so `linja site --tables` refuses it. Packing takes about a minute of
    /// CPU time. See docs/table-format.md.
    #[command(
        after_help = "Examples:\n  linja pack bonus-small.linja\n  linja pack --rules classic /mnt/small/classic.linja"
    )]
    Pack(PackArgs),

    /// Print the value of a position under perfect play
    ///
    /// The value is the margin for the side to move: with `+1` it wins by one point if both sides play perfectly. The
    /// rule set must be solved.
    #[command(
        after_help = "Examples:\n  linja probe\n  linja probe --distance\n  linja probe --rules geeky - < positions"
    )]
    Probe(ProbeArgs),

    /// Print the perfect continuation to the end of the game, one turn per line
    ///
    /// Always the best turn; of several, the first in alphabetical order. The rule set must be solved.
    #[command(after_help = "Examples:\n  linja line\n  linja line --rules classic '12310014/40120050 b'")]
    Line(LineArgs),

    /// Suggest the best turns, with reasons
    ///
    /// Each turn is listed with its exact margin, and every reason is a fact of the position. If the rule set is not
    /// solved, a search gives estimates instead, such as `≈+1.3`, without reasons.
    #[command(after_help = "Examples:\n  linja hint\n  linja hint --rules geeky '12310014/40120050 b'")]
    Hint(HintArgs),

    /// Review a record: the margin after each turn, the points it lost, and the best turn
    ///
    /// Margins are exact and for Black. Signs by points lost: `?!` an inaccuracy (1 or 2), `?` a mistake (3 to 5), `??` a
    /// blunder (6 or more); `⇄` marks a turn that changed win, draw or loss. The rule set of the record must be solved.
    #[command(
        after_help = "Examples:\n  linja review game.linja\n  linja review --svg game.linja > game.svg\n  \
                      linja review --json games.linja"
    )]
    Review(ReviewArgs),

    /// Check a table: derive each value again, with code independent of the solver
    ///
    /// Loads the whole table (2.4 GB of memory) and recomputes the hash of all values, also with --sample.
    #[command(after_help = "Examples:\n  linja verify --sample 1000000\n  linja verify --rules classic")]
    Verify(VerifyArgs),

    /// Count wins, draws, losses and margins over all positions, and describe perfect games
    ///
    /// Loads the whole table (2.4 GB of memory).
    #[command(after_help = "Examples:\n  linja stats\n  linja stats --rules classic --svg > classic.svg")]
    Stats(StatsArgs),

    /// Write positions with their exact values as a data set, for other programs
    ///
    /// A row for each position: the counts of both sides, the value, the number of turns, and how many of them are best.
    /// docs/data.md describes the columns. The rule set must be solved. An interrupted run leaves no file.
    #[command(
        after_help = "Examples:\n  linja export --sample 1000000 -o bonus.csv\n  linja export --rules classic --advance 150..168 --format npy -o late.npy\n  linja export --sample 10000 --format jsonl | head -3"
    )]
    Export(ExportArgs),

    /// Solve all 648 rule sets one after the other, and write a line of CSV for each
    ///
    /// A line has who wins from the start and by how much, how many first turns keep that, the numbers of won, drawn and
    /// lost positions, and the hash of all values. Takes hours and up to 2.2 GB of memory, but no disk space. An interrupted
    /// survey goes on when the command is run again.
    #[command(
        after_help = "Examples:\n  linja survey house-rules.csv\n  linja survey --limit 10 house-rules.csv\n  linja survey --summary"
    )]
    Survey(SurveyArgs),

    /// Play a game in the terminal, against the computer or between two people
    ///
    /// Type turns in their written form, whole or action by action; type ? for the other commands.
    #[command(
        after_help = "Examples:\n  linja play --level 3\n  linja play --level 5 --side red --rules classic\n  linja play game.linja"
    )]
    Play(PlayArgs),

    /// Print the turn that the computer plays at a given level
    ///
    /// If the rule set is not solved, the turn comes from a search and its value is an estimate, such as `≈+1.3`.
    #[command(after_help = "Examples:\n  linja best\n  linja best --level 3 --seed 7 '61111110/01111116 r'")]
    Best(BestArgs),

    /// Show the puzzle of the day: a position where only one result wins, or only one saves the draw
    ///
    /// Mondays are easy, Sundays hard. The rule set must be solved.
    #[command(
        after_help = "Examples:\n  linja puzzle\n  linja puzzle --date 2026-11-15 --rules geeky --solution"
    )]
    Puzzle(PuzzleArgs),

    /// Play many games between levels of the computer, and programs that speak the engine protocol
    ///
    /// The same seed gives the same games, with any number of threads, unless programs play. The rule set must be solved,
    /// except for programs and random among themselves. A program that plays an illegal turn, answers late or not at all,
    /// ends or floods the arena loses that game, is started again, and the arena goes on.
    #[command(
        after_help = "Examples:\n  linja arena --players 3,5,perfect,random --games 1000\n  linja arena --players random,1,2,3 --neighbours --rules classic\n  linja arena --players cmd:./bot,5,perfect --move-time 100ms\n  linja arena --players 'cmd:python3 new.py,cmd:python3 old.py' --games 2000 --clock 10s+100ms --sprt 0,20"
    )]
    Arena(ArenaArgs),

    /// Find the worst result that a player without chance can be forced into, and the game that does it
    ///
    /// Settles every position that can come up against the player, where the opponent may play any turn. That can be hundreds
    /// of millions from the start, at about half a million a second; --from begins later. For a level, which plays by chance,
    /// it finds the mean margin against the best play. Ctrl-C stops.
    #[command(
        after_help = "Examples:\n  linja exploit --policy greedy\n  linja exploit --policy depth1 --rules classic --from '12310014/40120050 b'\n  linja exploit --policy cmd:./bot --from '12310014/40120050 b'"
    )]
    Exploit(ExploitArgs),

    /// Answer the engine protocol UGI on standard input, for other programs to play against
    ///
    /// UGI is the protocol of chess engines, UCI, for any game of two: `ugi`, `position startpos moves abac`, `go movetime
    /// 500`, `query result`, `quit`. If the rule set is solved, the engine knows the exact value of each turn; otherwise it
    /// searches.
    #[command(
        after_help = "Examples:\n  linja engine\n  printf 'position startpos\\ngo depth 4\\n' | linja engine --rules classic"
    )]
    Engine(EngineArgs),

    /// Write all games into one file, also while servers run
    ///
    /// The file holds the games of one moment: every turn that was acknowledged before the command began, and none in
    /// part. Either database can restore it. Tables are left out, because `linja solve` makes them again.
    #[command(after_help = "Examples:\n  linja backup games.backup\n  linja backup --force /backup/linja")]
    Backup(BackupArgs),

    /// Restore a backup, into `games.db` or PostgreSQL, while no server runs
    ///
    /// The whole file is checked first, and then restored completely or not at all. A backup of one database can be
    /// restored into the other.
    #[command(
        after_help = "Examples:\n  linja restore games.backup\n  linja restore --database postgres://linja@db/linja games.backup"
    )]
    Restore(RestoreArgs),

    /// Check that all games and tables are whole
    ///
    /// Checks the database, reads every event of every game, compares the lists of games with the events, and compares
    /// the checksums of every table. Servers may run meanwhile. Exit code 1 means that something is wrong.
    #[command(after_help = "Examples:\n  linja check\n  linja check --json")]
    Check(CheckArgs),

    /// Close or remove a game, withdraw a challenge, replace a name
    ///
    /// Changes the database itself. Running servers notice within seconds, and log it.
    Admin(AdminArgs),

    /// Print the completions of a shell, so that it completes commands and options on Tab
    #[command(
        after_help = "Examples:\n  linja completions bash > ~/.local/share/bash-completion/completions/linja\n  linja completions fish > ~/.config/fish/completions/linja.fish\n  linja completions zsh > ~/.zfunc/_linja, with ~/.zfunc in fpath"
    )]
    Completions(CompletionsArgs),

    /// Write manual pages into a folder, one for each command
    #[command(after_help = "Examples:\n  linja man ~/.local/share/man/man1 && man linja-solve")]
    Man(ManArgs),

    /// Print the JSON schema of what a command writes with --json
    ///
    /// Without a name, lists the commands that have one. A malformed line or record gives an object of the schema `error`
    /// instead.
    #[command(after_help = "Examples:\n  linja schema\n  linja schema probe")]
    Schema(SchemaArgs),

    /// Print the licences of the software of others in this program
    Licenses,
}
