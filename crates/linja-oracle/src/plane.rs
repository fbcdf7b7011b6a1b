//! Cells in memory, shared by the threads of a sweep.
//!
//! A plane is a sequence of blocks, each a column of rows of 64 cells: `cell(block, row, lane)`. All rows that one task
//! of the sweep reads lie in one block, near each other, and a 64 × 64 square that it writes is 4 KiB in one piece:
//! memory is streamed.

use std::io;
use std::marker::PhantomData;
use std::ops::Range;

use crate::cell_row::CellRow;
use crate::cells::LANES;
use crate::geometry::Place;
use crate::memory::{Reserve, Zeros};

pub(crate) struct Plane<R> {
    /// Owns the memory that `start` points into; not used through this handle while the plane exists.
    memory: Zeros,
    start: *mut R,
    size: PlaneSize,
}

/// Rows of 64 cells in every block.
#[derive(Clone, Copy)]
pub(crate) struct PlaneSize {
    pub blocks: usize,
    pub rows: usize,
}

impl PlaneSize {
    pub fn bytes<R>(self) -> u64 {
        (self.blocks * self.rows * size_of::<R>()) as u64
    }
}

// SAFETY: a plane is plain bytes behind a pointer that it owns. Reads and writes are the `unsafe` methods of `Column`,
// whose callers promise that no row is written while it is used elsewhere.
unsafe impl<R: CellRow> Send for Plane<R> {}
// SAFETY: as above.
unsafe impl<R: CellRow> Sync for Plane<R> {}

impl<R: CellRow> Plane<R> {
    /// A plane of zeros.
    pub fn new(size: PlaneSize, reserve: &mut Reserve) -> io::Result<Plane<R>> {
        let bytes = usize::try_from(size.bytes::<R>()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mut memory = reserve.take(bytes)?;
        let start = memory.as_mut_ptr().cast();
        Ok(Plane { memory, start, size })
    }

    /// The memory of the plane, with cells in it.
    pub fn into_memory(self) -> Zeros {
        self.memory
    }

    /// The rows of one block.
    ///
    /// # Panics
    /// If there is no such block.
    pub fn block(&self, block: usize) -> Column<'_, R> {
        assert!(block < self.size.blocks, "no such block");
        // SAFETY: the block lies inside the plane.
        let start = unsafe { self.start.add(block * self.size.rows) };
        Column { start, rows: self.size.rows, plane: PhantomData }
    }
}

/// The rows of one block of a plane.
#[derive(Clone, Copy)]
pub(crate) struct Column<'p, R> {
    start: *mut R,
    rows: usize,
    plane: PhantomData<&'p Plane<R>>,
}

impl<'p, R: CellRow> Column<'p, R> {
    /// # Safety
    /// Nobody writes this row while the result is used.
    #[inline(always)]
    pub unsafe fn row(self, row: usize) -> &'p R {
        // SAFETY: inside the block, and not written meanwhile by the caller's promise.
        unsafe { &*self.at(row, 1) }
    }

    /// The row of a place, without a check: the innermost loops load nothing else.
    ///
    /// # Safety
    /// The plane has the rows of the [`Window`](crate::geometry::Window) of the place, and nobody writes this row while the result is
    /// used.
    #[inline(always)]
    pub unsafe fn place(self, place: Place) -> &'p R {
        debug_assert!(place.row() < self.rows);
        // SAFETY: a place is below the number of rows, and the row is not written meanwhile by the caller's promise.
        unsafe { &*self.start.add(place.row()) }
    }

    /// # Safety
    /// Nobody else uses this row while the result is used.
    #[inline(always)]
    pub unsafe fn row_mut(self, row: usize) -> &'p mut R {
        // SAFETY: inside the block, and used by nobody else by the caller's promise.
        unsafe { &mut *self.at(row, 1) }
    }

    /// The 64 rows from `row`.
    ///
    /// # Safety
    /// Nobody writes them while the result is used.
    pub unsafe fn square(self, row: usize) -> &'p [R; LANES] {
        // SAFETY: inside the block, and not written meanwhile by the caller's promise.
        unsafe { &*self.at(row, LANES).cast() }
    }

    /// The 64 rows from `row`.
    ///
    /// # Safety
    /// Nobody else uses them while the result is used.
    pub unsafe fn square_mut(self, row: usize) -> &'p mut [R; LANES] {
        // SAFETY: inside the block, and used by nobody else by the caller's promise.
        unsafe { &mut *self.at(row, LANES).cast() }
    }

    /// Several neighbouring rows.
    ///
    /// # Safety
    /// Nobody writes them while the result is used.
    pub unsafe fn rows(self, rows: Range<usize>) -> &'p [R] {
        // SAFETY: inside the block, and not written meanwhile by the caller's promise.
        unsafe { std::slice::from_raw_parts(self.at(rows.start, rows.len()), rows.len()) }
    }

    /// Brings a row into the cache, where the CPU can be asked for that.
    #[inline(always)]
    #[cfg_attr(not(target_arch = "x86_64"), allow(clippy::unused_self))]
    pub fn prefetch(self, place: Place) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing and may name any address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.start.wrapping_add(place.row()).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = place;
    }

    /// Where `rows` rows begin. Panics unless they lie inside the block.
    #[inline(always)]
    fn at(self, row: usize, rows: usize) -> *mut R {
        assert!(row + rows <= self.rows, "no such row");
        // SAFETY: `row` is at most the length of the block.
        unsafe { self.start.add(row) }
    }
}
