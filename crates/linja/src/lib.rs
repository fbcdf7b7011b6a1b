//! The rules of Linja, Steffen Mühlhäuser's race game for two, exactly, in every published edition.
//!
//! Which turns are legal, and where do they lead?
//!
//! ```
//! use linja::{Position, RuleSet};
//!
//! let turns = Position::default().turns(&RuleSet::BONUS);
//! assert_eq!(turns.len(), 92);
//! assert_eq!(turns[0].turn.to_string(), "ab ac");
//! assert_eq!(turns[0].result.position.to_string(), "42211110/01111116 r");
//! ```
//!
//! A user interface plays a turn one action at a time:
//!
//! ```
//! use linja::{PartialTurn, Position, RuleSet};
//!
//! let mut turn = PartialTurn::begin(Position::default(), RuleSet::BONUS).expect("not over");
//! turn.extend("fg")?; // two pawns were on row g, so the follow-up is two rows
//! let follow_ups: Vec<String> = turn.actions().iter().map(ToString::to_string).collect();
//! assert_eq!(follow_ups, ["ac", "bd", "ce", "df", "eg", "gh"]);
//! # Ok::<(), linja::ParseTurnError>(())
//! ```
//!
//! A [`Game`] keeps its history and its result. A [`Record`] is a game as text:
//!
//! ```
//! use linja::{Game, Record, RuleSet, Side, Winner};
//!
//! let mut game = Game::new(RuleSet::CLASSIC, Side::Black);
//! game.play_text("ab ce")?;
//! game.play_text("hg ec")?;
//! game.resign(Side::Black)?;
//! let result = game.result().expect("a resignation ends the game");
//! assert_eq!(result.winner, Some(Winner::Side(Side::Red)));
//!
//! let record = Record::new(game);
//! assert_eq!(Record::parse(&record.to_string()), Ok(record));
//! # Ok::<(), linja::ParseTurnError>(())
//! ```
//!
//! # Where to look
//! - The board: [`Side`], [`Row`], [`Setup`] (unchecked) and [`Position`] (always legal). [`Board`] is a position seen
//!   from the player to move, with a stable key: for hash tables, and to use the symmetry of the game.
//! - The rules: [`RuleSet`], one choice for each [`Rule`] in which the leaflets differ. The published ones are constants.
//! - A turn: [`Action`], [`Turn`], [`Phase`], and [`PartialTurn`], the state machine that decides what is legal.
//!   [`TurnResult`] is where a turn leads.
//! - All turns: [`Position::turns`]. The [`readable`] generator follows the rules line by line, the [`fast`] one is
//!   optimized; [`perft`] counts turn sequences with them.
//! - Text for users: every error has a translatable [`Message`]; [`english`] has the English texts.
//! - The end: [`Score`], [`Margin`], [`Game`], [`Match`], [`Record`].
//!
//! # Features
//! - `serde`, off by default: values are read and written by [serde](https://serde.rs) as their notation (`"ab ce"`,
//!   `"61111110/01111116 b"`) or as the lower-case words of the HTTP API (`"black"`). It brings in `serde_core`.
//!
//! Without `serde` the crate has no dependencies. The crate is `no_std` and allocates only to return lists and strings.
//! It does no I/O, reads no clock and spawns no threads.
//!
//! # Stability
//! Enums of the game itself, such as [`Side`], [`Phase`] and [`WhyDone`], can be matched exhaustively. Enums of errors and
//! [`RuleSet`] may grow and are `#[non_exhaustive]`. The written forms and [`Board::key`] do not change.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod action;
mod board;
pub mod english;
pub mod fast;
mod game;
mod match_play;
mod message;
mod notation;
mod partial_turn;
mod perft;
mod phase;
mod play_error;
mod position;
pub mod readable;
mod record;
mod row;
mod rule_set;
mod score;
#[cfg(feature = "serde")]
mod serde;
mod setup;
mod side;
mod turn;
mod valued;

pub use action::{Action, ActionKind, Actions};
pub use board::Board;
pub use game::{Game, GameResult, ReplayError, Termination};
pub use match_play::{Match, MatchGame, MatchLength, MatchOver, MatchPoints};
pub use message::{Argument, Message};
pub use notation::{
    ParsePartialTurnError, ParsePositionError, ParseTurnError, ParseValueError, PositionFormError,
    TurnFormError, TurnPart,
};
pub use partial_turn::PartialTurn;
pub use perft::{perft, perft_after, perft_readable};
pub use phase::{Phase, WhyDone};
pub use play_error::PlayError;
pub use position::Position;
pub use record::{Note, NoteProblem, NotedLine, Record, RecordError, TagError, TagProblem, TagValueProblem};
pub use row::Row;
pub use rule_set::{Again, Bonus, Choice, End, Follow, Goal, Left, Over, ParseRuleSetError, Rule, RuleSet};
pub use score::{Margin, Score, Winner};
pub use setup::{Setup, SetupError, Violation};
pub use side::{BySide, Side};
pub use turn::{CompleteTurn, Turn, TurnResult};
pub use valued::Valued;
