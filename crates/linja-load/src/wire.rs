//! The parts of the server's JSON that are checked. Strings are borrowed for speed: a thousand turns a second arrive
//! three times each.

use serde::Deserialize;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::violation::Violation;

/// The response to a command.
#[derive(Debug, Deserialize)]
pub(crate) struct CommandResponse<'a> {
    #[serde(borrow)]
    pub(crate) event: Numbered<'a>,
    pub(crate) you: Vec<&'a str>,
    pub(crate) invitation: Option<Invitation<'a>>,
    pub(crate) game: GameView<'a>,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Invitation<'a> {
    pub(crate) code: &'a str,
}

/// An event with its number, time and command.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Numbered<'a> {
    pub(crate) seq: u64,
    pub(crate) at: u64,
    pub(crate) command: Option<Uuid>,
    #[serde(borrow)]
    pub(crate) event: Event<'a>,
}

/// What happened.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) struct Event<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: &'a str,
    #[serde(default)]
    pub(crate) side: Option<&'a str>,
    #[serde(default)]
    pub(crate) turn: Option<&'a str>,
    /// Network lag that does not count as the player's time.
    #[serde(default)]
    pub(crate) lag: u64,
    #[serde(default)]
    pub(crate) milliseconds: Option<u64>,
    /// The game that began.
    #[serde(default)]
    pub(crate) game: Option<&'a str>,
}

/// A list of events.
#[derive(Debug, Deserialize)]
pub(crate) struct Events<'a> {
    #[serde(borrow)]
    pub(crate) events: Vec<Numbered<'a>>,
}

/// A message on a live connection. Which fields are there depends on its kind.
#[derive(Debug, Deserialize)]
pub(crate) struct Message<'a> {
    #[serde(rename = "type")]
    pub(crate) kind: &'a str,
    #[serde(default)]
    pub(crate) seq: Option<u64>,
    #[serde(default)]
    pub(crate) at: Option<u64>,
    #[serde(default)]
    pub(crate) command: Option<Uuid>,
    #[serde(default, borrow)]
    pub(crate) event: Option<Event<'a>>,
    #[serde(default)]
    pub(crate) game: Option<GameView<'a>>,
    #[serde(default)]
    pub(crate) you: Option<Vec<&'a str>>,
}

/// A game as everybody sees it.
#[derive(Debug, Deserialize)]
pub(crate) struct GameView<'a> {
    pub(crate) id: &'a str,
    pub(crate) seq: u64,
    pub(crate) status: &'a str,
    pub(crate) rules: &'a str,
    pub(crate) start: &'a str,
    pub(crate) turns: Vec<&'a str>,
    pub(crate) position: &'a str,
    pub(crate) to_move: Option<&'a str>,
    pub(crate) score: Points,
    pub(crate) result: Option<Outcome<'a>>,
    pub(crate) clock: Option<Clocks<'a>>,
    #[serde(borrow)]
    pub(crate) tree: Option<&'a RawValue>,
    pub(crate) updated_at: u64,
    /// The game after this one.
    #[serde(default)]
    pub(crate) next: Option<&'a str>,
}

/// A game as the client sees it.
#[derive(Debug, Deserialize)]
pub(crate) struct OwnGame<'a> {
    pub(crate) you: Vec<&'a str>,
    #[serde(borrow)]
    pub(crate) game: GameView<'a>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Points {
    pub(crate) black: i8,
    pub(crate) red: i8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Outcome<'a> {
    pub(crate) termination: &'a str,
    pub(crate) winner: Option<&'a str>,
    pub(crate) score: Points,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Clocks<'a> {
    pub(crate) black: u64,
    pub(crate) red: u64,
    pub(crate) running: Option<&'a str>,
    pub(crate) at: u64,
}

/// A token for a program.
#[derive(Debug, Deserialize)]
pub(crate) struct NewToken {
    pub(crate) token: String,
}

/// An error of the server.
#[derive(Debug, Deserialize)]
pub(crate) struct Problem {
    pub(crate) code: String,
    pub(crate) detail: String,
}

/// Parses JSON; a parse error is a violation.
pub(crate) fn read<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, Violation> {
    serde_json::from_slice(bytes).map_err(|error| {
        let text: String = String::from_utf8_lossy(bytes).chars().take(300).collect();
        Violation::new(format!("can't read a response ({error}): {text}"))
    })
}
