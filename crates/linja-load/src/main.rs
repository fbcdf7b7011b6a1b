//! `linja-load`: see [`linja_load`].

use std::process::ExitCode;

fn main() -> ExitCode {
    linja_load::run()
}
