//! The functions of the module. One rule set at a time; a page that is done with it ends its worker, which frees the memory.

use std::cell::RefCell;
use std::io;

use linja::RuleSet;
use linja_oracle::SolveError;

use crate::{Done, Job, Output};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Writes bytes of the module's memory to the table's file at an offset; 0 if that failed.
    fn write(bytes: *const u8, length: usize, offset: f64) -> u32;
}

/// The file that the page has opened.
struct File;

impl Output for File {
    fn write_at(&mut self, bytes: &[u8], offset: u64) -> io::Result<()> {
        // SAFETY: the page reads these bytes before it returns.
        let is_written = unsafe { write(bytes.as_ptr(), bytes.len(), offset as f64) } != 0;
        if is_written { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
    }
}

/// How a function ended: what `web/js/engine/solver-module.js` knows as well.
#[repr(i32)]
#[derive(Clone, Copy)]
enum Outcome {
    /// All layers are solved; or the table is complete.
    Done = 0,
    /// There is more to do.
    More = 1,
    /// There is no such rule set, or a function was called out of order.
    Misuse = -1,
    Memory = -2,
    Output = -3,
}

impl From<SolveError> for Outcome {
    fn from(error: SolveError) -> Outcome {
        match error {
            SolveError::Memory(_) => Outcome::Memory,
            SolveError::Sink(_) => Outcome::Output,
            _ => Outcome::Misuse,
        }
    }
}

#[derive(Default)]
struct State {
    job: Option<Job<File>>,
    positions: u64,
    hash: String,
    done: Option<Done>,
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// Memory for this many bytes, to be handed to [`begin`].
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Begins to solve the rule set with this id, which is in memory from [`alloc`].
///
/// # Safety
/// The pointer must come from `alloc` with this length, and be handed over once.
#[unsafe(no_mangle)]
unsafe extern "C" fn begin(id: *mut u8, length: usize) -> i32 {
    // SAFETY: by the conditions of this function, the memory is a boxed slice of this length that nobody else owns.
    let id = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(id, length)) };
    let rules = std::str::from_utf8(&id).ok().and_then(|id| id.parse::<RuleSet>().ok());
    let Some(rules) = rules else { return Outcome::Misuse as i32 };
    let outcome = match Job::new(&rules, File) {
        Ok(job) => {
            STATE.set(State { job: Some(job), ..State::default() });
            Outcome::More
        }
        Err(error) => error.into(),
    };
    outcome as i32
}

/// Solves the next layer.
#[unsafe(no_mangle)]
extern "C" fn layer() -> i32 {
    let outcome = STATE.with_borrow_mut(|state| match state.job.as_mut().map(Job::layer) {
        Some(Ok(Some(progress))) => {
            state.positions = progress.positions;
            Outcome::More
        }
        Some(Ok(None)) => Outcome::Done,
        Some(Err(error)) => error.into(),
        None => Outcome::Misuse,
    });
    outcome as i32
}

/// The positions solved so far.
#[unsafe(no_mangle)]
extern "C" fn positions() -> f64 {
    STATE.with_borrow(|state| state.positions as f64)
}

/// Completes the table.
#[unsafe(no_mangle)]
extern "C" fn finish() -> i32 {
    let outcome = STATE.with_borrow_mut(|state| match state.job.take().map(Job::finish) {
        Some(Ok(done)) => {
            state.hash = format!("{:032x}", done.hash);
            state.done = Some(done);
            Outcome::Done
        }
        Some(Err(error)) => error.into(),
        None => Outcome::Misuse,
    });
    outcome as i32
}

/// Where the hash of the values is, 32 hexadecimal digits, once the table is complete.
#[unsafe(no_mangle)]
extern "C" fn hash() -> *const u8 {
    STATE.with_borrow(|state| state.hash.as_ptr())
}

/// Whether the hash is the published one: 1 or 0; −1 if none is published, or the table is not complete.
#[unsafe(no_mangle)]
extern "C" fn is_published() -> i32 {
    STATE.with_borrow(|state| state.done.and_then(|done| done.is_published).map_or(-1, i32::from))
}
