//! Facts about all positions of a rule set.

/// Facts counted while solving.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that keep the row limit.
    pub positions: u64,
    /// Positions in which the end condition of the rule set holds: for `over passed` those in which the colours have passed.
    pub ended: u64,
    /// Positions in which the player to move has no opening, ended or not.
    pub without_opening: u64,
    /// Positions that have not ended and in which neither player has an opening.
    pub stuck: u64,
}
