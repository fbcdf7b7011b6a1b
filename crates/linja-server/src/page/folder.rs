//! The files of the page from a folder, for people who work on it.

use std::io;
use std::path::Path;

/// All files by their paths. What is not in this list is not served, whatever an address says.
pub(super) fn files(root: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    let mut folders = vec![String::new()];
    while let Some(folder) = folders.pop() {
        for entry in root.join(&folder).read_dir()? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            // Links are neither: they could lead out of the folder.
            let kind = entry.file_type()?;
            if kind.is_dir() && path != "test" {
                folders.push(path);
            } else if kind.is_file() {
                let body = std::fs::read(entry.path())?;
                files.push((path, body));
            }
        }
    }
    Ok(files)
}
