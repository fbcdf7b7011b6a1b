//! The program `linja`; everything is in the library.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// Under load the server spends a good part of its time on small allocations from several threads.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    linja_cli::run(std::env::args_os())
}
