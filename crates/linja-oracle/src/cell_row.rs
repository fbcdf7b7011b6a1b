//! What the sweep keeps in a cell: a value, or a value with something counted beside it.

use crate::cells::{Cells, LANES};
#[cfg(target_arch = "x86_64")]
use crate::lanes::Avx2;
use crate::lanes::{Baseline, Vectors};

/// 64 neighbouring cells. A cell that is 0 is no position; of two cells, the player who chooses prefers the greater.
pub(crate) trait CellRow: Copy + Send + Sync + 'static {
    /// One of the cells.
    type Cell: Copy;
    /// What is counted beside the value.
    type Context: Copy + Send + Sync;
    /// The vectors of a CPU with AVX2.
    #[cfg(target_arch = "x86_64")]
    type Wide: Vectors<Row = Self>;
    /// The vectors of every CPU.
    type Narrow: Vectors<Row = Self>;

    const ZERO: Self;
    /// Whether a cell depends on the number of turns up to the end.
    const COUNTS_TURNS: bool;

    #[cfg(target_arch = "x86_64")]
    fn wide(avx2: Avx2, context: Self::Context) -> Self::Wide;

    fn baseline(baseline: Baseline, context: Self::Context) -> Self::Narrow;

    fn cell(&self, lane: usize) -> Self::Cell;

    fn set(&mut self, lane: usize, cell: Self::Cell);

    /// `to[j][i] = from[i][j]`.
    fn transpose(from: &[Self; LANES], to: &mut [Self; LANES]);

    /// The value alone.
    fn value(cell: Self::Cell) -> u8;

    /// The cell for a value in a position in which the game is over.
    fn ended(context: Self::Context, value: u8) -> Self::Cell;

    /// The cell for the other side, before a turn that leads to this one.
    fn before_turn(context: Self::Context, cell: Self::Cell) -> Self::Cell;
}

impl CellRow for Cells {
    type Cell = u8;
    type Context = ();
    #[cfg(target_arch = "x86_64")]
    type Wide = Avx2;
    type Narrow = Baseline;

    const ZERO: Cells = Cells::ZERO;
    const COUNTS_TURNS: bool = false;

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn wide(avx2: Avx2, (): ()) -> Avx2 {
        avx2
    }

    #[inline(always)]
    fn baseline(baseline: Baseline, (): ()) -> Baseline {
        baseline
    }

    #[inline(always)]
    fn cell(&self, lane: usize) -> u8 {
        self.0[lane]
    }

    #[inline(always)]
    fn set(&mut self, lane: usize, cell: u8) {
        self.0[lane] = cell;
    }

    #[inline(always)]
    fn transpose(from: &[Cells; LANES], to: &mut [Cells; LANES]) {
        crate::transpose::transpose(from, to);
    }

    fn value(cell: u8) -> u8 {
        cell
    }

    fn ended((): (), value: u8) -> u8 {
        value
    }

    fn before_turn((): (), cell: u8) -> u8 {
        cell.wrapping_neg()
    }
}
