//! Helpers for the tests, benches and developers' tools of this workspace.
//!
//! Integration tests, benches and examples of any crate may use them, as a dev-dependency. Unit tests inside `linja` and
//! `linja-oracle` can't: for them this crate is linked with a second copy of the crate under test.

#![allow(clippy::missing_panics_doc, reason = "a helper that fails is a test that fails")]

mod chance;
mod folder;
mod games;
mod house_rules;
#[cfg(unix)]
mod mounts;
#[cfg(unix)]
mod postgres;
#[cfg(unix)]
mod proxy;
#[cfg(unix)]
mod signal;
mod solved;

pub use chance::Chance;
pub use folder::{folder, target_tmp};
pub use games::{random_game, random_positions};
pub use house_rules::{SOLVED_HOUSE_RULES, house_rules};
#[cfg(unix)]
pub use mounts::with_own_mounts;
#[cfg(unix)]
pub use postgres::Postgres;
#[cfg(unix)]
pub use proxy::{Line, Proxy};
#[cfg(unix)]
pub use signal::send_signal;
pub use solved::{solved, table};

/// The examples in Rust of the guide for builders, run as doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/building.md")]
struct BuildersGuide;

/// Whether tests check everything instead of a sample: set by `scripts/sweep`.
#[must_use]
pub fn is_sweep() -> bool {
    std::env::var_os("LINJA_SWEEP").is_some_and(|value| !value.is_empty())
}
