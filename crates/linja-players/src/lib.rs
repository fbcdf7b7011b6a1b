//! Opponents for everyone, from a first game to perfection.
//!
//! The oracle knows the exact outcome of every turn; a player is how much of it gets lost on the way to the board.
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
//!     if let Some(turn) = choose(&table, &Position::default(), "3".parse()?, &mut chance)? {
//!         println!("Level 3 plays {}, which is worth {}.", turn.complete.turn, turn.margin);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! - [`Strength`] and [`Level`]: who chooses, and how a level errs. [`choose`] is the choice, [`Chance`] its seed.

#![forbid(unsafe_code)]

mod chance;
mod choose;
mod level;

pub use chance::Chance;
pub use choose::{choose, right_answers};
pub use level::{Habits, Level, ParseStrengthError, Strength};
