//! Who plays Linja: the search that stands in where no solved table exists.
//!
//! # Where to look
//! - [`search`]: looks ahead from a position and guesses what its turns are worth.
//! - [`Estimate`]: a guessed margin, never to be taken for an exact one.

#![forbid(unsafe_code)]

mod estimate;
pub mod search;

pub use estimate::Estimate;
