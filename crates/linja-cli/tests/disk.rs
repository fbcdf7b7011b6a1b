//! `linja solve` on full, too small and read-only disks: file systems in memory, mounted in a private namespace.
//!
//! Needs `unshare` and `mount`, so it is not part of a plain `cargo test`: `./test` runs it.

use std::path::{Path, PathBuf};
use std::process::Output;

/// Runs a script in its own mount namespace, with a file system of 30 MB at `$DIR`.
fn on_a_small_disk(name: &str, script: &str) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("disk-{name}"));
    std::fs::create_dir_all(&folder).expect("a folder to mount on");
    let script = format!("set -e; mount -t tmpfs -o size=30m linja \"$DIR\"; {script}");
    linja_testing::with_own_mounts("sh")
        .args(["-c", &script])
        .env("DIR", &folder)
        .env("LINJA", PathBuf::from(env!("CARGO_BIN_EXE_linja")))
        .output()
        .expect("sh runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn full_disk_in_mid_solve_is_an_error_and_leaves_nothing() {
    let output = on_a_small_disk(
        "full",
        r#"set +e; "$LINJA" solve --anyway --data-dir "$DIR"; code=$?; ls -A "$DIR/tables"; exit $code"#,
    );
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("No space left on device"), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "", "nothing is left");
}

#[test]
fn disk_that_is_too_small_is_refused_with_the_numbers() {
    let output = on_a_small_disk("small", r#""$LINJA" solve --data-dir "$DIR""#);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let message = text(&output.stderr);
    assert!(message.contains("up to 429.15 MiB"), "{message}");
    assert!(message.contains("(30.00 MiB free)"), "{message}");
    assert!(message.contains("not enough disk space"), "{message}");
}

#[test]
fn read_only_folder_is_told() {
    let output = on_a_small_disk(
        "read-only",
        r#"mkdir "$DIR/tables"; mount -o remount,ro "$DIR"; "$LINJA" solve --anyway --data-dir "$DIR""#,
    );
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let message = text(&output.stderr);
    assert!(message.contains("bonus.partial can't be written: Read-only file system"), "{message}");
}
