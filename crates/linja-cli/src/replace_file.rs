use std::fs;
use std::io;
use std::path::Path;

/// Replaces a file atomically: a crash leaves either the old or the new text.
pub(crate) fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    let mut temporary = path.to_path_buf().into_os_string();
    // With the process id, so that two programs do not share a temporary file.
    temporary.push(format!(".{}.new", std::process::id()));
    let written = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // The caller still has the text, and gets the error that led here.
        let _ = fs::remove_file(&temporary);
    }
    written
}
