//! The program `linja`; the code is in the library.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Faster than the system allocator for the many small allocations of a loaded server.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    linja_cli::run(std::env::args_os())
}
