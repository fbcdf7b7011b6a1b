//! `linja-load`: see [`linja_load`].

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// As in the server. The players run on the same machine, so their CPU time counts, too.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    linja_load::run()
}
