//! The native half of the Python package `linja`; the other half is in `python/linja`.
//!
//! Every class here wraps a type of the other crates and has its name. What is legal, exact or drawn is decided there; this
//! crate converts arguments, releases Python's lock during long work, and turns errors into exceptions.
//!
//! # Where to look
//! - [`rule_set`], [`position`], [`turn`], [`game`], [`record`], [`state`]: the rules.
//! - [`table`] and [`solving`]: exact values. [`boards`]: positions as arrays of keys.
//! - [`players`], [`search`], [`review`]: levels, the search without a table, rated games.
//! - [`work`]: long work that Ctrl-C stops. [`errors`]: exceptions.

// What Python gives is owned by the function that is called.
#![allow(clippy::needless_pass_by_value)]
// The documentation of classes and functions is Python's: plain text with examples.
#![allow(clippy::doc_link_with_quotes, clippy::doc_markdown)]
// `to_move` is a word of the game.
#![allow(clippy::wrong_self_convention)]

mod boards;
mod data_dir;
mod errors;
mod game;
mod numpy;
mod players;
mod position;
mod record;
mod review;
mod rule_set;
mod search;
mod side;
mod solving;
mod state;
mod table;
mod turn;
mod work;

use pyo3::prelude::*;

/// The native half of the package `linja`.
#[pymodule]
mod _linja {
    use pyo3::prelude::*;
    use pyo3::types::PyModule;

    #[pymodule_export]
    use crate::boards::{Turns, counts_of_keys, keys_of_counts, leads_of, sample_keys, turns_of};
    #[pymodule_export]
    use crate::data_dir::data_dir;
    #[pymodule_export]
    use crate::errors::{NotSolvedError, TableError};
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::players::Player;
    #[pymodule_export]
    use crate::position::{Position, perft};
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::review::{Review, ReviewedTurn, Summary};
    #[pymodule_export]
    use crate::rule_set::RuleSet;
    #[pymodule_export]
    use crate::search::{Found, Search};
    #[pymodule_export]
    use crate::solving::solve;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::table::{Best, Table};
    #[pymodule_export]
    use crate::turn::{Turn, turn_text};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("NO_TURN", crate::turn::NO_TURN)?;
        module.add("ACTIONS", crate::state::ACTIONS)
    }
}
