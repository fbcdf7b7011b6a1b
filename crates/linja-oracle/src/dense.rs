//! The dense form of pages: smaller than nibbles under zstd, cut for readers that fetch single pages, and slower.
//!
//! A page holds 16 movers, a quarter of a block, against all opponents of one advance. Every cell is predicted from cells
//! before it, and what it really is takes a few decisions (*is it the prediction? above or below? by one?*), each written
//! by an arithmetic coder with a probability that a *model* gives. The model is learned from the table that is packed, once, and
//! stored beside the index. `docs/table-format.md` describes all of it.
//!
//! - `neighbours.rs`: which cells are the alike ones, seen from the arrangements
//! - `context.rs`: goes through the cells of a page and looks at what is known before each
//! - `model.rs`: from what is known to probabilities; how a model is stored
//! - `coder.rs`: the arithmetic coder
//! - `learn.rs`: makes a model

mod coder;
mod context;
mod learn;
mod model;
mod neighbours;

use std::sync::Arc;

use linja::Margin;

pub(crate) use self::context::Shape;
pub(crate) use self::learn::Lessons;
pub(crate) use self::model::Model;

use self::coder::Decoder;
use self::context::{Context, Visit};
use crate::cells::LANES;
use crate::page::{BadPage, margin};

/// The movers of a page.
pub(crate) const MOVERS: usize = 16;
/// The dense pages that have the movers of a block.
pub(crate) const QUARTERS: usize = LANES / MOVERS;

/// The cells of a page against one opponent; 0 if the position is not legal.
pub(crate) type Row = [u8; MOVERS];

/// Packs the cells of a page.
pub(crate) fn pack(shape: &Shape, model: &Model, cells: &[Row]) -> Vec<u8> {
    let mut packing = Packing { model, cells, coder: coder::Encoder::default() };
    let walked = shape.walk(&mut packing);
    debug_assert!(walked.is_ok(), "known cells are legal values");
    packing.coder.finish()
}

/// Unpacks a page; the caller has compared its checksum.
pub(crate) fn unpack(shape: &Shape, model: &Model, payload: &[u8]) -> Result<Arc<[Row]>, BadPage> {
    let mut unpacking = Unpacking { model, coder: Decoder::new(payload) };
    let cells = shape.walk(&mut unpacking)?;
    if unpacking.coder.is_done() { Ok(cells.into()) } else { Err(BadPage) }
}

struct Packing<'a> {
    model: &'a Model,
    cells: &'a [Row],
    coder: coder::Encoder,
}

impl Visit for Packing<'_> {
    fn cell(&mut self, row: usize, lane: usize, context: &Context) -> Result<u8, BadPage> {
        let cell = self.cells[row][lane];
        model::decisions(context.prediction, cell, |decision, yes| {
            self.coder.write(yes, self.model.probability(&context.features, decision));
        });
        Ok(cell)
    }
}

struct Unpacking<'a> {
    model: &'a Model,
    coder: Decoder<'a>,
}

impl Visit for Unpacking<'_> {
    #[inline]
    fn cell(&mut self, _row: usize, _lane: usize, context: &Context) -> Result<u8, BadPage> {
        model::decide(context.prediction, |decision| {
            self.coder.read(self.model.probability(&context.features, decision))
        })
    }
}

/// The cells of a block of movers against the opponents of an advance, as far as they were unpacked: in quarters.
#[derive(Default)]
pub(crate) struct Page {
    pub quarters: [Option<Arc<[Row]>>; QUARTERS],
}

impl Page {
    /// The value for the mover in this lane against the opponent in this row of the page; `None` if the position is not legal.
    pub fn value(&self, row: usize, lane: usize) -> Result<Option<Margin>, BadPage> {
        let rows = self.quarters[lane / MOVERS].as_ref().ok_or(BadPage)?;
        match rows.get(row).ok_or(BadPage)?[lane % MOVERS] {
            0 => Ok(None),
            cell => margin(cell).map(Some),
        }
    }

    /// Calls `visit` with the row, the lane and the value of every legal position that was unpacked, by row, then by lane.
    pub fn for_each(&self, mut visit: impl FnMut(usize, usize, Margin)) -> Result<(), BadPage> {
        let rows = self.quarters.iter().flatten().map(|rows| rows.len()).max().unwrap_or(0);
        for row in 0..rows {
            for (quarter, cells) in self.quarters.iter().enumerate() {
                let Some(cells) = cells.as_ref().and_then(|rows| rows.get(row)) else { continue };
                for (lane, &cell) in cells.iter().enumerate().filter(|(_, cell)| **cell != 0) {
                    visit(row, quarter * MOVERS + lane, margin(cell)?);
                }
            }
        }
        Ok(())
    }
}
