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
//! - [`Table`]: the file, opened at once and read page by page. [`Oracle::value`], [`Oracle::turns`],
//!   [`Oracle::line`] and [`Oracle::next`] ask it.
//! - [`verify`]: derives values again with the readable generator; shares no generation code with the sweep.
//! - [`Statistics`] and their [`Chart`].
//! - [`index`]: how arrangements are numbered.

// The kernels of the sweep are written once and compiled for several instruction sets, which works only if they are
// inlined into the function that carries the target feature.
#![allow(clippy::inline_always)]
// A row is aligned to 64 bytes, which a pointer to its bytes does not show.
#![allow(clippy::cast_ptr_alignment)]

pub mod arrangement;
mod chart;
mod geometry;
pub mod index;
mod lanes;
mod layout;
mod masks;
mod page;
mod perfect_games;
mod plane;
mod probe;
mod resources;
pub mod solve;
mod stats;
mod table;
mod tables;
mod transpose;
mod values;
mod verify;

pub use chart::Chart;
pub use page::PackedPage;
pub use perfect_games::WalkReport;
pub use probe::{Next, Oracle, ValuedNext, ValuedTurn};
pub use resources::Resources;
pub use solve::{Counts, Options, Progress, Silent, Simd, SolveError};
pub use stats::{Margins, StartFacts, Statistics};
pub use table::{Header, Table, TableError, WriteError, solve_to_file};
pub use tables::Tables;
pub use values::Values;
pub use verify::{ALL_POSITIONS, Disagreement, Positions, Report, Verified, verify};
