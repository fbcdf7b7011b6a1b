//! Programs with mounts of their own.

use std::process::Command;

/// A program that runs in a private mount namespace, where it may mount file systems that nobody else sees. Root can do
/// that as it is, others become root of a user namespace.
#[must_use]
pub fn with_own_mounts(program: &str) -> Command {
    let mut command = Command::new("sh");
    let script = r#"unshare --mount true 2>/dev/null && exec unshare --mount "$@"
        exec unshare --mount --map-root-user "$@""#;
    command.args(["-c", script, "sh", program]);
    command
}
