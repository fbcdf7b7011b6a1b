//! The wall clock of the servers, moved by libfaketime.

use std::path::{Path, PathBuf};

/// Where Linux distributions put the library.
const LIBRARIES: [&str; 5] = [
    "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1",
    "/usr/lib64/faketime/libfaketimeMT.so.1",
    "/usr/lib/faketime/libfaketimeMT.so.1",
    "/usr/local/lib/faketime/libfaketimeMT.so.1",
];

/// A wall clock that can jump. The monotonic clock does not.
#[derive(Debug)]
pub(crate) struct WallClock {
    library: &'static str,
    file: PathBuf,
}

impl WallClock {
    /// A clock without a jump yet, controlled by a file in this folder; `None` without libfaketime.
    pub(crate) fn find(folder: &Path) -> Option<WallClock> {
        let library = LIBRARIES.into_iter().find(|library| Path::new(library).exists())?;
        Some(WallClock { library, file: folder.join("clock") })
    }

    /// The environment of a program that uses this clock.
    pub(crate) fn environment(&self) -> Vec<(&'static str, String)> {
        vec![
            ("LD_PRELOAD", self.library.to_string()),
            ("FAKETIME_TIMESTAMP_FILE", self.file.display().to_string()),
            // How long a program may use the last content of the file, in seconds.
            ("FAKETIME_CACHE_DURATION", "1".to_string()),
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_string()),
            // The name of the same setting in older versions.
            ("DONT_FAKE_MONOTONIC", "1".to_string()),
        ]
    }

    /// Moves the clock to this many seconds from the right time.
    pub(crate) fn set(&self, seconds: i64) -> std::io::Result<()> {
        // Never half a file.
        let new = self.file.with_extension("new");
        std::fs::write(&new, format!("{seconds:+}\n"))?;
        std::fs::rename(new, &self.file)
    }
}
