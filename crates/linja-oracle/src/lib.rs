//! The exact outcome of every Linja position: solving, the table file, probing, verifying.
//!
//! ```no_run
//! use std::path::Path;
//! use linja::{Position, RuleSet};
//! use linja_oracle::{Options, Oracle as _, Silent, Tables};
//!
//! let tables = Tables::in_data_dir(Path::new("data"));
//! tables.solve(&RuleSet::BONUS, &Options::default(), &Silent)?;
//! if let Some(table) = tables.open(&RuleSet::BONUS)? {
//!     let start = Position::default();
//!     println!("The player who begins gets {}.", table.value(&start)?);
//!     for turn in table.turns(&start)? {
//!         println!("{:>4}  {}", turn.value.to_string(), turn.item.turn);
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//! - [`solve`]: one sweep over all positions, from the end of the game to its beginning. [`Tables::solve`] puts the
//!   result into the data directory.
//! - [`Table`]: the file, read page by page. [`Oracle::value`], [`Oracle::turns`], [`Oracle::line`] and [`Oracle::next`]
//!   probe it; [`Table::positions`] goes through all of it.
//! - [`verify`]: derives values again with the readable generator; shares no generation code with the sweep.
//! - [`Statistics`] and their [`Chart`].
//! - [`turns_to_end`]: how many turns a game takes in which nobody errs. [`Distances`] is a table of that number for every
//!   position.
//! - [`Selection`]: the positions of some advances in a useful order, all or a sample; [`Reachable`]: those of games.
//! - [`survey`]: the value of the start position and a few more facts for many of the 648 rule sets.
//! - [`Arrangement`]: one side's pawns, and how arrangements are numbered.
//! - [`Observer`]: how all long work reports progress and is stopped.
//!
//! # Features
//! `native` (default) has everything that needs files or threads: verifying, statistics and the data directory. It includes
//! `solve`, solving alone, which writes a table to anything ([`Solving`]) and needs a gigabyte of memory. Without both a table
//! is read from any [`ReadAt`] and probed. Where there is no C compiler, as for browsers, `portable` reads tables. `survey`, a part of
//! `solve`, compares tables of house rules with the hashes of the survey.

// The kernels of the sweep are written once and compiled for several instruction sets, which works only if they are
// inlined into the function that carries the target feature.
#![allow(clippy::inline_always)]
// `Cells` is aligned to 64 bytes, which a pointer to its bytes does not show.
#![allow(clippy::cast_ptr_alignment)]
// Without `native` some helpers that solving and reading share have one user less.
#![cfg_attr(not(feature = "native"), allow(dead_code))]

mod arrangement;
mod cells;
mod codec;
mod counts;
#[cfg(feature = "native")]
mod dense;
#[cfg(any(not(feature = "native"), test))]
mod inflate;
mod layout;
mod numbers;
mod order;
mod page;
mod probe;
mod published;
mod read_at;
pub mod survey;
mod table;
mod threads;

pub use arrangement::Arrangement;
pub use codec::Codec;
pub use counts::Counts;
pub use layout::ALL_POSITIONS;
pub use order::sort_by_number;
pub use probe::{Next, Oracle, ValuedNext, ValuedTurn};
pub use published::published_hash;
pub use read_at::ReadAt;
pub use table::{Form, Header, Part, Parts, Table, TableError};
pub use threads::on_threads;

#[cfg(feature = "native")]
mod native {
    pub use crate::chart::Chart;
    pub use crate::cpu_time::cpu_time;
    pub use crate::distances::Distances;
    pub use crate::lengths::{Lengths, turns_to_end};
    pub use crate::reachable::Reachable;
    pub use crate::resources::{Lack, Resources};
    pub use crate::selection::Selection;
    pub use crate::stats::{GameFacts, Margins, StartFacts, Statistics};
    pub use crate::table::{WriteError, pack_to_file, solve_to_file};
    pub use crate::tables::Tables;
    pub use crate::values::Values;
    pub use crate::verify::{Disagreement, Positions, Verified, explain, verify, verify_against, verify_all};
}
#[cfg(feature = "native")]
pub use native::*;

#[cfg(feature = "solve")]
mod solving {
    pub use crate::lanes::Simd;
    pub use crate::pack::PackedPage;
    pub use crate::progress::{Interrupted, Observer, Progress, Silent};
    pub use crate::solve::{Options, SolveError};
    pub use crate::table::Solving;
}
#[cfg(feature = "solve")]
pub use solving::*;

#[cfg(feature = "solve")]
mod cell_row;
#[cfg(feature = "solve")]
mod geometry;
#[cfg(feature = "solve")]
mod lanes;
#[cfg(feature = "solve")]
mod masks;
#[cfg(feature = "solve")]
mod memory;
#[cfg(feature = "solve")]
mod pack;
#[cfg(feature = "solve")]
mod plane;
#[cfg(feature = "solve")]
mod progress;
#[cfg(feature = "solve")]
pub mod solve;
#[cfg(feature = "solve")]
mod transpose;

#[cfg(feature = "native")]
mod chart;
#[cfg(feature = "native")]
mod cpu_time;
#[cfg(feature = "native")]
mod distances;
#[cfg(feature = "native")]
mod lengths;
#[cfg(feature = "native")]
mod perfect_games;
#[cfg(feature = "native")]
mod reachable;
#[cfg(feature = "native")]
mod resources;
#[cfg(feature = "native")]
mod selection;
#[cfg(feature = "native")]
mod stats;
#[cfg(feature = "native")]
mod tables;
#[cfg(feature = "native")]
mod timed;
#[cfg(feature = "native")]
mod values;
#[cfg(feature = "native")]
mod verify;
