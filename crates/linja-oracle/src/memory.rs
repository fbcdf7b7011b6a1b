//! Large memory that is zero at first and taken from the system page by page when it is first written.

use std::io;
use std::ops::{Deref, DerefMut};
use std::ptr::NonNull;

/// Zeroed bytes, aligned to 64. Given back to the system when dropped, which an allocator does not promise.
pub(crate) struct Zeros {
    start: NonNull<u8>,
    bytes: usize,
}

// SAFETY: `Zeros` owns its memory, as a boxed slice does.
unsafe impl Send for Zeros {}
// SAFETY: as above.
unsafe impl Sync for Zeros {}

impl Zeros {
    pub fn new(bytes: usize) -> io::Result<Zeros> {
        // Neither a mapping nor an allocation may be empty.
        let bytes = bytes.max(1);
        system::take(bytes).map(|start| Zeros { start, bytes })
    }

    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        self.start.as_ptr()
    }
}

/// Memory that several sweeps use one after the other: the system clears new pages, which can take a
/// fifth of a sweep.
#[derive(Default)]
pub(crate) struct Reserve(Vec<Zeros>);

impl Reserve {
    /// Returns a piece whose first `bytes` bytes are zero: the smallest that is large enough, or a new one.
    pub fn take(&mut self, bytes: usize) -> io::Result<Zeros> {
        let enough = self.0.iter().enumerate().filter(|(_, piece)| piece.bytes >= bytes);
        if let Some((at, _)) = enough.min_by_key(|(_, piece)| piece.bytes) {
            let mut piece = self.0.swap_remove(at);
            piece[..bytes].fill(0);
            return Ok(piece);
        }
        // All are too small: one gives way, so that the reserve does not grow.
        self.0.pop();
        Zeros::new(bytes)
    }

    pub fn put_back(&mut self, piece: Zeros) {
        self.0.push(piece);
    }
}

impl Deref for Zeros {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        // SAFETY: `start` points to `bytes` initialised bytes that `self` owns.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.bytes) }
    }
}

impl DerefMut for Zeros {
    fn deref_mut(&mut self) -> &mut [u8] {
        // SAFETY: as for `deref`; `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.bytes) }
    }
}

impl Drop for Zeros {
    fn drop(&mut self) {
        // SAFETY: `take` returned this memory with this length, and nothing borrows it any more.
        unsafe { system::give_back(self.start, self.bytes) }
    }
}

#[cfg(all(unix, feature = "native"))]
mod system {
    use std::io;
    use std::ptr::{NonNull, null_mut};

    use rustix::mm::{MapFlags, ProtFlags, mmap_anonymous, munmap};

    pub(super) fn take(bytes: usize) -> io::Result<NonNull<u8>> {
        let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::PRIVATE);
        // SAFETY: a new mapping at an address that the system chooses.
        let start = unsafe { mmap_anonymous(null_mut(), bytes, access, flags) }?;
        // Large pages save page faults and address look-ups; without them everything still works.
        #[cfg(target_os = "linux")]
        // SAFETY: the advice concerns the new mapping only and does not change its contents.
        let _ = unsafe { rustix::mm::madvise(start, bytes, rustix::mm::Advice::LinuxHugepage) };
        NonNull::new(start.cast()).ok_or_else(|| io::ErrorKind::OutOfMemory.into())
    }

    /// # Safety
    /// `take` returned this memory with this length, and it is not used again.
    pub(super) unsafe fn give_back(start: NonNull<u8>, bytes: usize) {
        // An error leaves the memory mapped: a leak, but no danger.
        // SAFETY: by the caller's promise.
        let _ = unsafe { munmap(start.as_ptr().cast(), bytes) };
    }
}

#[cfg(not(all(unix, feature = "native")))]
mod system {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::io;
    use std::ptr::NonNull;

    use crate::cells::LANES;

    fn layout(bytes: usize) -> io::Result<Layout> {
        Layout::from_size_align(bytes, LANES).map_err(|_| io::ErrorKind::OutOfMemory.into())
    }

    pub(super) fn take(bytes: usize) -> io::Result<NonNull<u8>> {
        // SAFETY: the layout is not empty, see `Zeros::new`.
        NonNull::new(unsafe { alloc_zeroed(layout(bytes)?) }).ok_or_else(|| io::ErrorKind::OutOfMemory.into())
    }

    /// # Safety
    /// `take` returned this memory with this length, and it is not used again.
    pub(super) unsafe fn give_back(start: NonNull<u8>, bytes: usize) {
        if let Ok(layout) = layout(bytes) {
            // SAFETY: by the caller's promise; `take` used the same layout.
            unsafe { dealloc(start.as_ptr(), layout) }
        }
    }
}
