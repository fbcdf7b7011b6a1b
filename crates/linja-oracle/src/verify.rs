//! The verifiers: derive values again from the values of the positions that turns lead to.
//!
//! [`verify`] takes the turns of each position from the readable generator of the rules crate, which is slow.
//! [`verify_all`] checks all positions, an opponent's arrangement at a time. Neither shares generation code with the sweep
//! or with the other.

mod by_opponent;
mod by_turns;
mod moves;
mod opponent;

use linja::{Margin, Position};

pub use self::by_opponent::{verify_against, verify_all};
pub use self::by_turns::{explain, verify};

/// Which positions [`verify`] checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Positions {
    /// Every legal position.
    All,
    /// A random sample, the same for the same seed.
    Sample {
        /// The number of positions.
        count: u64,
        /// The seed of the random numbers.
        seed: u64,
    },
}

/// What a verifier found.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// The number of legal positions checked.
    pub checked: u64,
    /// The positions whose values do not follow from their turns. [`verify`] stops at the first one, [`verify_all`] lists
    /// all, in the order of their arrangements' numbers, up to [`Verified::MOST_DISAGREEMENTS`].
    pub disagreements: Vec<Disagreement>,
    /// Whether the observer stopped the work.
    pub interrupted: bool,
}

impl Verified {
    /// [`verify_all`] stops when it has found this many disagreements.
    pub const MOST_DISAGREEMENTS: usize = 1_000_000;
}

/// A value that does not follow from the turns of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disagreement {
    /// The position.
    pub position: Position,
    /// The value in the table; `None` if there is none.
    pub stored: Option<Margin>,
    /// The value that follows from the turns, or from the score if the position is over.
    pub derived: Margin,
}
