//! Values as bytes, 64 at a time.
//!
//! A cell is a biased byte: [`BIAS`] + value, and 0 for "no such position". So the better of two options is an unsigned
//! maximum, and the value for the other side is `0 − cell` (which keeps 0).

/// Cells of one [`Cells`], bytes in a cache line.
pub(crate) const LANES: usize = 64;

/// The cell of the value 0.
pub(crate) const BIAS: u8 = 128;

/// 64 neighbouring cells.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(crate) struct Cells(pub [u8; LANES]);

impl Cells {
    pub const ZERO: Cells = Cells([0; LANES]);

    /// The cells of several rows, one after another.
    pub fn bytes(rows: &[Cells]) -> &[u8] {
        // SAFETY: a `Cells` is an array of 64 bytes and nothing else.
        unsafe { std::slice::from_raw_parts(rows.as_ptr().cast(), rows.len() * LANES) }
    }
}
