//! The functions of the module. Texts and files cross as pointers and lengths: the page gets memory with `alloc`, writes
//! into it, and hands it over.

use std::cell::RefCell;

use crate::Engine;

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
    /// The last answer, until the next one.
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Memory for this many bytes, to be handed to [`answer`] or [`give`].
#[unsafe(no_mangle)]
extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Takes memory back that [`alloc`] gave.
///
/// # Safety
/// The pointer must come from `alloc` with this length, and be handed over once.
unsafe fn taken(place: *mut u8, length: usize) -> Vec<u8> {
    // SAFETY: by the conditions of this function, the memory is a boxed slice of this length that nobody else owns.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(place, length)) }.into_vec()
}

/// Answers a request in memory from [`alloc`]; returns the length of the answer, which is at [`answered`].
///
/// # Safety
/// As for `taken`.
#[unsafe(no_mangle)]
unsafe extern "C" fn answer(request: *mut u8, length: usize) -> usize {
    // SAFETY: the caller keeps the same conditions.
    let request = unsafe { taken(request, length) };
    let text = ENGINE.with_borrow_mut(|engine| engine.answer(&String::from_utf8_lossy(&request)));
    ANSWER.with_borrow_mut(|answer| {
        *answer = text;
        answer.len()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
extern "C" fn answered() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

/// Brings a file that an answer needs; its path and content are in memory from [`alloc`].
///
/// # Safety
/// As for `taken`, for both.
#[unsafe(no_mangle)]
unsafe extern "C" fn give(path: *mut u8, path_length: usize, content: *mut u8, content_length: usize) {
    // SAFETY: the caller keeps the same conditions.
    let (path, content) = unsafe { (taken(path, path_length), taken(content, content_length)) };
    ENGINE.with_borrow_mut(|engine| engine.give(String::from_utf8_lossy(&path).into_owned(), content));
}

/// Brings bytes of the table that an answer needs, from `offset` on; they are in memory from [`alloc`].
///
/// # Safety
/// As for `taken`.
#[unsafe(no_mangle)]
unsafe extern "C" fn give_part(offset: u64, content: *mut u8, length: usize) {
    // SAFETY: the caller keeps the same conditions.
    let content = unsafe { taken(content, length) };
    ENGINE.with_borrow_mut(|engine| engine.give_part(offset, content));
}
