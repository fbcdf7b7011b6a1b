//! A page that was unpacked, of either form.

use linja::Margin;

#[cfg(feature = "native")]
use crate::dense;
use crate::page::{BadPage, Page};

/// The values of a block of movers against the opponents of an advance.
pub(crate) enum Unpacked {
    Plain(Page),
    /// The quarters that were asked for.
    #[cfg(feature = "native")]
    Dense(dense::Page),
}

impl Unpacked {
    /// The value for the mover in this lane against the opponent in this row of the page; `None` if the position is not legal.
    pub fn value(&self, row: usize, lane: usize) -> Result<Option<Margin>, BadPage> {
        match self {
            Unpacked::Plain(page) => page.value(row, lane),
            #[cfg(feature = "native")]
            Unpacked::Dense(page) => page.value(row, lane),
        }
    }

    /// Calls `visit` with the row, the lane and the value of every legal position of the page.
    pub fn for_each(&self, visit: impl FnMut(usize, usize, Margin)) -> Result<(), BadPage> {
        match self {
            Unpacked::Plain(page) => page.for_each(visit),
            #[cfg(feature = "native")]
            Unpacked::Dense(page) => page.for_each(visit),
        }
    }
}
