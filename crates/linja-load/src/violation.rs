//! A difference between the server's behaviour and the specification.

use std::fmt::Display;

/// What was wrong, as a sentence.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Violation(String);

impl Violation {
    pub(crate) fn new(what: impl Into<String>) -> Violation {
        Violation(what.into())
    }

    /// Adds where the violation happened.
    pub(crate) fn at(self, place: &str) -> Violation {
        Violation(format!("{place}: {}", self.0))
    }
}

/// # Errors
/// If the two values differ.
pub(crate) fn same<T: PartialEq + std::fmt::Debug + ?Sized>(
    what: impl Display,
    found: &T,
    expected: &T,
) -> Result<(), Violation> {
    if found == expected {
        return Ok(());
    }
    Err(Violation::new(format!("{what} is {found:?}, must be {expected:?}")))
}
