use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Replaces a file atomically: a crash leaves either the old or the new text.
pub(crate) fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.replace()
}

/// A file that takes its place only when it is complete: dropped before, it leaves nothing.
pub(crate) struct NewFile {
    path: PathBuf,
    temporary: PathBuf,
    /// `None` when the file is complete.
    file: Option<BufWriter<File>>,
}

impl NewFile {
    /// Begins the file beside the one that it will replace.
    pub(crate) fn create(path: &Path) -> io::Result<NewFile> {
        let mut temporary = path.to_path_buf().into_os_string();
        // With the process id, so that two programs do not share a temporary file.
        temporary.push(format!(".{}.new", std::process::id()));
        let temporary = PathBuf::from(temporary);
        let file = Some(BufWriter::new(File::create(&temporary)?));
        Ok(NewFile { path: path.to_path_buf(), temporary, file })
    }

    /// Puts the file in its place.
    pub(crate) fn replace(mut self) -> io::Result<()> {
        self.flush()?;
        // Closed first: Windows does not rename open files.
        self.file = None;
        let renamed = fs::rename(&self.temporary, &self.path);
        if renamed.is_err() {
            // The caller gets the error that led here.
            let _ = fs::remove_file(&self.temporary);
        }
        renamed
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().map_or(Ok(0), |file| file.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            // The caller has the error that led here, or was interrupted.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}
