//! Computer players of every strength, from beginner to perfect.
//!
//! The oracle knows the exact value of every turn; a player's level determines how often it plays a worse one.
//!
//! ```no_run
//! use std::path::Path;
//! use linja::{Position, RuleSet};
//! use linja_oracle::Tables;
//! use linja_players::{Chance, choose};
//!
//! let tables = Tables::in_data_dir(Path::new("data"));
//! if let Some(table) = tables.open(&RuleSet::BONUS)? {
//!     let mut chance = Chance::new(1);
//!     if let Some(choice) = choose(&table, &Position::default(), "3".parse()?, &mut chance)? {
//!         println!("Level 3 plays {} and gives away {}.", choice.turn.item.turn, choice.loss);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! - [`Level`] and its [`ErrorModel`]: a player's strength and its errors. [`choose`] picks a turn, at random from a
//!   [`Chance`].
//! - [`Hint`]: the best turns, each with factual [`Reason`]s. [`results`] lists the distinct results of a turn.
//! - [`Review`]: a game rated by the oracle, and its [`MarginGraph`]. [`Strength`]: the level that somebody played like.
//! - [`Judge`]: a table, or the search if there is none, and the [`Worth`] of turns.
//! - [`Arena`]: many games between players of any level, or between players of the caller's, and a [`Tally`] of their
//!   results. [`Sprt`] stops as soon as two players can be told apart.
//! - [`exploit`]: the worst result that a player without chance can be forced into, and the expected one of a level against
//!   the best play. [`probabilities`]: how probable each turn of a level is.
//! - [`Puzzle`]: positions with exactly one right result, one for each [`Date`].
//! - [`search`]: looks ahead and estimates turns if there is no table. [`Estimate`] is a separate type, so that it
//!   can't be mistaken for an exact margin.

#![forbid(unsafe_code)]

mod arena;
mod chance;
mod choose;
mod date;
mod estimate;
pub mod exploit;
mod facts;
mod hint;
mod judge;
mod level;
mod outcome;
mod probabilities;
mod puzzle;
mod reason;
mod results;
mod review;
pub mod search;
mod sprt;
mod strength;
mod tally;

pub use arena::{Arena, Decided, Fixture, OddGames, Pairing, PlayedGame, Results, play_game};
pub use chance::Chance;
pub use choose::{Choice, choose};
pub use date::{Date, ParseDateError};
pub use estimate::Estimate;
pub use hint::{Hint, HintedTurn};
pub use judge::{Judge, JudgedTurn, Worth};
pub use level::{ErrorModel, Level, ParseLevelError};
pub use outcome::Outcome;
pub use probabilities::probabilities;
pub use puzzle::{Aim, Puzzle};
pub use reason::Reason;
pub use results::{distinct_results, results, right_answers};
pub use review::{Grade, MarginGraph, Review, ReviewedTurn, Summary};
pub use sprt::{Decision, Sprt, SprtResult};
pub use strength::{PlayedLike, Strength};
pub use tally::{Interval, Tally};
