//! The arguments of `linja arena`.

use std::fmt;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args as ClapArgs;
use linja_players::Level;

use super::TableArgs;
use super::players::Time;

#[derive(ClapArgs, Debug)]
pub(crate) struct ArenaArgs {
    /// The players: levels from 1 to 10, perfect, random, and programs as cmd:COMMAND; each plays against each other
    ///
    /// The arguments of a command are separated by blanks; quotation marks keep blanks in an argument.
    #[arg(long, value_name = "LIST", value_delimiter = ',', required = true)]
    pub(crate) players: Vec<Entrant>,

    /// Games per pairing, an even number, so that both players start equally often
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub(crate) games: u32,

    /// Pair only neighbours in the list
    #[arg(long)]
    pub(crate) neighbours: bool,

    #[command(flatten)]
    pub(crate) table: TableArgs,

    /// The seed of the random numbers: the same seed gives the same games
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,

    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Begin each game with N random turns; the next game has the same, with the sides of the players swapped [default: 2
    /// if a program plays, else 0]
    #[arg(long, value_name = "N")]
    pub(crate) opening_turns: Option<u32>,

    /// The time of a program for a turn, such as 500ms [default: 1s]
    #[arg(long, value_name = "T", conflicts_with = "clock")]
    pub(crate) move_time: Option<Time>,

    /// The time of a program for a game, and the time added for each turn, such as 60s+500ms
    #[arg(long, value_name = "T+T")]
    pub(crate) clock: Option<ClockArg>,

    #[command(flatten)]
    pub(crate) deadlines: DeadlineArgs,

    /// Break each game off after N turns; its exact margin by the table counts
    #[arg(long, value_name = "N")]
    pub(crate) adjudicate: Option<NonZeroU32>,

    /// Stop as soon as it is decided whether the first of two players is rather LOW or rather HIGH Elo points stronger
    #[arg(long, value_name = "LOW,HIGH", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Bounds>,

    /// The probability of a wrong decision of --sprt
    #[arg(long, value_name = "P", default_value_t = 0.05, requires = "sprt")]
    pub(crate) sprt_error: f64,

    /// Write the record of each game into this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) records: Option<PathBuf>,

    /// Write JSON, for programs
    #[arg(long)]
    pub(crate) json: bool,
}

impl ArenaArgs {
    pub(crate) fn time_control(&self) -> TimeControl {
        match (self.clock, self.move_time) {
            (Some(ClockArg { time, increment }), _) => TimeControl::Clock { time, increment },
            (None, Some(Time(time))) => TimeControl::MoveTime(time),
            (None, None) => TimeControl::MoveTime(Duration::from_secs(1)),
        }
    }

    /// Whether a program plays.
    pub(crate) fn has_program(&self) -> bool {
        self.players.iter().any(|player| matches!(player, Entrant::Program(_)))
    }
}

/// How long to wait for a program.
#[derive(ClapArgs, Debug)]
pub(crate) struct DeadlineArgs {
    /// How late a program may answer
    #[arg(long, value_name = "T", default_value = "200ms")]
    pub(crate) grace: Time,

    /// How long a program may take to start and to get ready for a turn
    #[arg(long, value_name = "T", default_value = "10s")]
    pub(crate) patience: Time,
}

/// The time that programs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeControl {
    MoveTime(Duration),
    Clock { time: Duration, increment: Duration },
}

/// A player of the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entrant {
    Level(Level),
    Program(CommandLine),
}

impl Entrant {
    /// What stands after `cmd:`.
    pub(super) fn command(text: &str) -> Option<&str> {
        text.trim().strip_prefix(COMMAND)
    }

    /// The player's name in records and tables.
    pub(crate) fn name(&self) -> String {
        match self {
            Entrant::Level(level) => level.name(),
            Entrant::Program(_) => self.to_string(),
        }
    }
}

impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entrant::Level(level) => level.fmt(f),
            Entrant::Program(command) => write!(f, "{COMMAND}{}", command.text),
        }
    }
}

const COMMAND: &str = "cmd:";

impl FromStr for Entrant {
    type Err = String;

    fn from_str(text: &str) -> Result<Entrant, String> {
        match Entrant::command(text) {
            Some(command) => command.parse().map(Entrant::Program),
            None => text.parse().map(Entrant::Level).map_err(|_| {
                "there is no such player: use a level from 1 to 10, perfect or random, or cmd: and the command of a program"
                    .into()
            }),
        }
    }
}

/// A command with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommandLine {
    text: String,
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl FromStr for CommandLine {
    type Err = String;

    fn from_str(text: &str) -> Result<CommandLine, String> {
        let words = split(text)?;
        let Some((program, arguments)) = words.split_first() else {
            return Err("a command is missing after cmd:, such as cmd:./bot".into());
        };
        Ok(CommandLine { text: text.trim().into(), program: program.clone(), arguments: arguments.to_vec() })
    }
}

/// Splits at blanks outside of quotation marks.
fn split(text: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in text.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quotation mark in the command is not closed".into());
    }
    words.extend(word);
    Ok(words)
}

/// The time of a clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockArg {
    time: Duration,
    increment: Duration,
}

impl FromStr for ClockArg {
    type Err = String;

    fn from_str(text: &str) -> Result<ClockArg, String> {
        let (time, increment) = text.split_once('+').unwrap_or((text, "0s"));
        let (Time(time), Time(increment)) = (time.parse()?, increment.parse()?);
        Ok(ClockArg { time, increment })
    }
}

/// Two differences in Elo points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl FromStr for Bounds {
    type Err = String;

    fn from_str(text: &str) -> Result<Bounds, String> {
        let number =
            |text: &str| text.trim().parse().map_err(|_| "use two numbers, such as 0,20".to_string());
        let (low, high) = text.split_once(',').ok_or("use two numbers, such as 0,20")?;
        Ok(Bounds { low: number(low)?, high: number(high)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_blanks_outside_of_quotation_marks() {
        let command: CommandLine = " python3 'my bot.py' --name=\"A B\" '' ".parse().expect("a command");
        assert_eq!(command.program, "python3");
        assert_eq!(command.arguments, ["my bot.py", "--name=A B", ""]);
        for text in ["", "  ", "bot 'x", "bot \"x'"] {
            assert!(text.parse::<CommandLine>().is_err(), "{text}");
        }
    }

    #[test]
    fn players_read_back_as_they_are_written() {
        for text in ["3", "perfect", "random", "cmd:./bot --level 3"] {
            assert_eq!(text.parse::<Entrant>().expect(text).to_string(), text);
        }
        assert!("bot".parse::<Entrant>().expect_err("no player").contains("cmd:"));
    }

    #[test]
    fn clocks_are_read() {
        let clock = |text: &str| text.parse::<ClockArg>().map(|clock| (clock.time, clock.increment));
        assert_eq!(clock("10s+100ms"), Ok((Duration::from_secs(10), Duration::from_millis(100))));
        assert_eq!(clock("90"), Ok((Duration::from_secs(90), Duration::ZERO)));
        assert!(clock("10s+").is_err() && clock("soon").is_err());
    }
}
