//! Opponents for everyone, from a first game to perfection.
//!
//! The oracle knows the exact value of every turn; a player's level says how often it chooses a worse one.
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
//! - [`Level`] and its [`ErrorModel`]: how strong a player is, and how it errs. [`choose`] is the choice, [`Chance`] its seed.
//! - [`Hint`]: the best turns, each with [`Reason`]s that are facts. [`results`] is what a player chooses between.
//! - [`Review`]: a game seen by the oracle, and its [`MarginGraph`].
//! - [`Judge`]: a table or the search, whichever there is, and the [`Worth`] of turns.
//! - [`Arena`]: many games between players of any level, and the [`Tally`] of how they did.
//! - [`Puzzle`]: positions where only one result is right, one for each [`Date`].
//! - [`search`]: looks ahead where there is no table, and estimates turns. An [`Estimate`] is a type of its own, so that it is
//!   never taken for an exact margin.

#![forbid(unsafe_code)]

mod arena;
mod chance;
mod choose;
mod date;
mod estimate;
mod facts;
mod hint;
mod judge;
mod level;
mod outcome;
mod puzzle;
mod reason;
mod results;
mod review;
pub mod search;
mod tally;

pub use arena::{Arena, OddGames, Pairing, PlayedGame, play_game};
pub use chance::Chance;
pub use choose::{Choice, choose};
pub use date::{Date, ParseDateError};
pub use estimate::Estimate;
pub use hint::{Hint, HintedTurn};
pub use judge::{Judge, JudgedTurn, Worth};
pub use level::{ErrorModel, Level, ParseLevelError};
pub use outcome::Outcome;
pub use puzzle::{Aim, Puzzle};
pub use reason::Reason;
pub use results::{distinct_results, results, right_answers};
pub use review::{Grade, MarginGraph, Review, ReviewedTurn, Summary};
pub use tally::{Interval, Tally};
