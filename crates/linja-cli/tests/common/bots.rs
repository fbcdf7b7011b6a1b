//! Programs that play over the engine protocol. They need the path of the program in the environment, as `LINJA`.

use std::path::{Path, PathBuf};

pub const LINJA: &str = env!("CARGO_BIN_EXE_linja");

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A bot that breaks the rules of play so.
pub fn naughty(fault: &str) -> String {
    let bot = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots/naughty.py");
    format!("cmd:python3 '{}' {fault}", bot.display())
}

pub fn python_bot() -> String {
    format!("cmd:python3 '{}'", root().join("examples/ugi_bot.py").display())
}
