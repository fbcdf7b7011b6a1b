use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

/// A new folder that is removed with everything in it when the value is dropped.
#[must_use]
pub fn folder() -> TempDir {
    tempfile::tempdir_in(target_tmp()).expect("a temporary folder")
}

/// `tmp` in the target folder, where Cargo's `CARGO_TARGET_TMPDIR` is: kept from run to run.
#[must_use]
pub fn target_tmp() -> PathBuf {
    // This program is target/PROFILE/deps/NAME.
    let program = std::env::current_exe().expect("the path of the test program");
    let tmp = program.ancestors().nth(3).expect("a target folder").join("tmp");
    fs::create_dir_all(&tmp).expect("a temporary folder");
    tmp
}
