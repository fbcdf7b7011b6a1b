//! File permissions of the SQLite database: it holds the hashes of tokens, names and private games, so only its owner may
//! read it.

use std::fs;
use std::io;
use std::path::Path;

/// The files of the database. SQLite gives files that it creates the permissions of `games.db`.
#[cfg(unix)]
const FILES: [&str; 4] = ["games.db", "games.db-wal", "games.db-shm", "games.lock"];

/// Creates the data directory and the database files that are missing, for their owner only, whatever the umask is.
/// Removes the permissions of others from existing files. An existing directory is left as it is, because others may
/// share it on purpose.
///
/// # Errors
/// If a missing directory or file can't be created.
#[cfg(unix)]
pub(super) fn prepare(data_dir: &Path) -> io::Result<()> {
    use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _};
    fs::DirBuilder::new().recursive(true).mode(0o700).create(data_dir)?;
    for name in ["games.db", "games.lock"] {
        match fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(data_dir.join(name)) {
            // A strict umask may have removed permissions of the owner.
            Ok(file) => file.set_permissions(fs::Permissions::from_mode(0o600))?,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    restrict(data_dir);
    Ok(())
}

/// Removes the permissions of others from the database files. Failure is not fatal: the files may belong to another
/// user, who shares them with this one.
#[cfg(unix)]
fn restrict(data_dir: &Path) {
    use std::os::unix::fs::PermissionsExt as _;
    let mut restricted = Vec::new();
    for name in FILES {
        let path = data_dir.join(name);
        let Ok(about) = fs::metadata(&path) else { continue };
        let mode = about.permissions().mode() & 0o777;
        let own = mode & 0o700;
        if mode == own || !about.is_file() {
            continue;
        }
        match fs::set_permissions(&path, fs::Permissions::from_mode(own)) {
            Ok(()) => restricted.push(name),
            Err(error) => {
                let path = path.display();
                tracing::warn!(%path, %error, "other users of this machine can read the games; change the file's mode to 600");
            }
        }
    }
    if !restricted.is_empty() {
        let folder = data_dir.display();
        let files = restricted.join(", ");
        tracing::warn!(%folder, files, "other users of this machine could read the games; now only the owner can");
    }
}

/// Creates the data directory. On this system its files have the permissions of their folder.
///
/// # Errors
/// If the directory can't be created.
#[cfg(not(unix))]
pub(super) fn prepare(data_dir: &Path) -> io::Result<()> {
    fs::create_dir_all(data_dir)
}
