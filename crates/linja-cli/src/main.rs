//! The program `linja`; everything is in the library.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A turn on the server is some hundred small allocations on whichever thread is free; this one is made for that.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    linja_cli::run(std::env::args_os())
}
