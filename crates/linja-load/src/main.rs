//! `linja-load`: see [`linja_load`].

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// As in the server: on the same machine, what the players use is missing there.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    linja_load::run()
}
