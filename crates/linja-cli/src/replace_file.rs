use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Replaces a file atomically: a crash leaves either the old or the new text.
pub(crate) fn replace_file(path: &Path, text: &str) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.replace()
}

/// A file that appears at its path only when it is complete. Dropping it earlier removes what was written.
///
/// Devices and pipes can't be replaced by a file: they are written directly.
pub(crate) struct NewFile {
    /// `None` for a device or a pipe, and after the file was put in its place.
    replacement: Option<Replacement>,
    /// `None` after the file was closed.
    file: Option<BufWriter<File>>,
}

struct Replacement {
    path: PathBuf,
    temporary: PathBuf,
}

impl NewFile {
    /// Begins the file beside the one that it will replace.
    ///
    /// # Errors
    /// If the file can't be created, or `path` is a folder.
    pub(crate) fn create(path: &Path) -> io::Result<NewFile> {
        // What a symbolic link points to is replaced, not the link.
        let path = match fs::canonicalize(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_path_buf(),
            found => found?,
        };
        if fs::metadata(&path).is_ok_and(|about| !about.is_file()) {
            let file = Some(BufWriter::new(File::options().write(true).open(&path)?));
            return Ok(NewFile { replacement: None, file });
        }
        let mut temporary = path.clone().into_os_string();
        // With the process id, so that two programs do not share a temporary file.
        temporary.push(format!(".{}.new", std::process::id()));
        let temporary = PathBuf::from(temporary);
        let file = Some(BufWriter::new(File::create(&temporary)?));
        Ok(NewFile { replacement: Some(Replacement { path, temporary }), file })
    }

    /// Puts the file in its place.
    pub(crate) fn replace(mut self) -> io::Result<()> {
        self.flush()?;
        let Some(Replacement { path, temporary }) = &self.replacement else { return Ok(()) };
        // Closed first: Windows does not rename open files.
        if let Some(file) = self.file.take() {
            // Without this a power failure could leave an empty file under the new name.
            file.get_ref().sync_all()?;
        }
        fs::rename(temporary, path)?;
        self.replacement = None;
        Ok(())
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
        if let Some(Replacement { temporary, .. }) = &self.replacement {
            self.file = None;
            // The caller has the error that led here, or was interrupted.
            let _ = fs::remove_file(temporary);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn file_appears_when_it_is_complete() {
        let folder = linja_testing::folder();
        let path = folder.path().join("file");
        let mut file = NewFile::create(&path).expect("a file");
        file.write_all(b"half").expect("written");
        drop(file);
        assert_eq!(names(folder.path()), [""; 0], "an incomplete file is removed");
        replace_file(&path, "old").expect("written");
        replace_file(&path, "new").expect("written");
        assert_eq!(fs::read_to_string(&path).expect("text"), "new");
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[test]
    fn folder_is_refused_at_once() {
        let folder = linja_testing::folder();
        assert!(NewFile::create(folder.path()).is_err());
        assert!(NewFile::create(&folder.path().join("missing").join("file")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn link_stays_a_link() {
        let folder = linja_testing::folder();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").expect("a file");
        std::os::unix::fs::symlink(&file, &link).expect("a link");
        replace_file(&link, "new").expect("written");
        assert!(fs::symlink_metadata(&link).expect("it exists").is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("text"), "new");
    }

    #[cfg(unix)]
    #[test]
    fn pipe_is_written_and_not_replaced() {
        use std::os::unix::fs::FileTypeExt as _;

        let folder = linja_testing::folder();
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).expect("text")
        });
        replace_file(&pipe, "through the pipe").expect("written");
        assert!(fs::symlink_metadata(&pipe).expect("it exists").file_type().is_fifo());
        assert_eq!(reader.join().expect("read"), "through the pipe");
        assert_eq!(names(folder.path()), ["pipe"]);
    }
}
