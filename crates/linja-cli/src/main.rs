//! The program `linja`; everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    linja_cli::run(std::env::args_os())
}
