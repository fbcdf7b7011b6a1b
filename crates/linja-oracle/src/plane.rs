//! Cells in memory, shared by the threads of a sweep.
//!
//! A plane is a sequence of blocks, each a column of rows of 64 cells: `cell(block, row, lane)`. All
//! rows that one task of the sweep reads lie in one block, near each other, and a 64 × 64 square
//! that it writes is 4 KiB in one piece: memory is streamed, never hopped through.

use std::io;
use std::marker::PhantomData;
use std::ops::Range;

use memmap2::MmapMut;

use crate::lanes::{LANES, Row};
use crate::transpose::Square;

pub(crate) struct Plane {
    /// Keeps the memory that `start` points into; never used through this handle.
    _memory: MmapMut,
    start: *mut Row,
    size: PlaneSize,
}

/// Rows of 64 cells in every block.
#[derive(Clone, Copy)]
pub(crate) struct PlaneSize {
    pub blocks: usize,
    pub rows: usize,
}

impl PlaneSize {
    pub fn bytes(self) -> u64 {
        (self.blocks * self.rows * size_of::<Row>()) as u64
    }
}

// SAFETY: a plane is plain bytes behind a pointer that it owns. What may be read and written when
// is the contract of the `unsafe` methods below.
unsafe impl Send for Plane {}
// SAFETY: as above.
unsafe impl Sync for Plane {}

impl Plane {
    /// A plane of zeros; memory is taken when it is first written.
    pub fn new(size: PlaneSize) -> io::Result<Plane> {
        let bytes = usize::try_from(size.bytes()).map_err(|_| io::ErrorKind::OutOfMemory)?;
        let mut memory = MmapMut::map_anon(bytes.max(1))?;
        prefer_large_pages(&memory);
        let start = memory.as_mut_ptr().cast();
        Ok(Plane { _memory: memory, start, size })
    }

    /// The rows of one block.
    pub fn block(&self, block: usize) -> Column<'_> {
        assert!(block < self.size.blocks);
        // SAFETY: the block lies inside the plane.
        let start = unsafe { self.start.add(block * self.size.rows) };
        Column { start, rows: self.size.rows, plane: PhantomData }
    }
}

/// Large pages save page faults and look-ups of addresses. Where the system has none, all still works.
pub(crate) fn prefer_large_pages(memory: &MmapMut) {
    #[cfg(target_os = "linux")]
    let _ = memory.advise(memmap2::Advice::HugePage);
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

/// The rows of one block of a plane.
#[derive(Clone, Copy)]
pub(crate) struct Column<'p> {
    start: *mut Row,
    rows: usize,
    plane: PhantomData<&'p Plane>,
}

impl<'p> Column<'p> {
    /// # Safety
    /// `row` is below the plane's rows, and nobody writes this row while the result is used.
    #[inline(always)]
    pub unsafe fn row(self, row: usize) -> &'p Row {
        debug_assert!(row < self.rows);
        // SAFETY: inside the block by the caller's promise, and not written meanwhile.
        unsafe { &*self.start.add(row) }
    }

    /// # Safety
    /// `row` is below the plane's rows, and nobody else uses this row while the result is used.
    #[inline(always)]
    pub unsafe fn row_mut(self, row: usize) -> &'p mut Row {
        debug_assert!(row < self.rows);
        // SAFETY: inside the block by the caller's promise, and ours alone.
        unsafe { &mut *self.start.add(row) }
    }

    /// Brings a row near, if the CPU can be asked for that.
    #[inline(always)]
    pub fn prefetch(self, row: usize) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch reads nothing and may name any address.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.start.wrapping_add(row).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = row;
    }

    /// The 64 rows from `row`.
    ///
    /// # Safety
    /// They are below the plane's rows, and nobody writes them while the result is used.
    pub unsafe fn square(self, row: usize) -> &'p Square {
        debug_assert!(row + LANES <= self.rows);
        // SAFETY: inside the block by the caller's promise, and not written meanwhile.
        unsafe { &*self.start.add(row).cast() }
    }

    /// The 64 rows from `row`.
    ///
    /// # Safety
    /// They are below the plane's rows, and nobody else uses them while the result is used.
    pub unsafe fn square_mut(self, row: usize) -> &'p mut Square {
        debug_assert!(row + LANES <= self.rows);
        // SAFETY: inside the block by the caller's promise, and ours alone.
        unsafe { &mut *self.start.add(row).cast() }
    }

    /// Some neighbouring rows.
    ///
    /// # Safety
    /// They are below the plane's rows, and nobody writes them while the result is used.
    pub unsafe fn rows(self, rows: Range<usize>) -> &'p [Row] {
        debug_assert!(rows.end <= self.rows);
        // SAFETY: inside the block by the caller's promise, and not written meanwhile.
        unsafe { std::slice::from_raw_parts(self.start.add(rows.start), rows.len()) }
    }
}
