//! A folder that appears as a whole: it is written beside its place, and then takes it.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use linja_server::site::{MARKER, version};
use serde::Deserialize;

/// The names that `linja site` writes at the top of its folder. Other files there are kept.
const OURS: [&str; 11] = [
    "404.html",
    "index.html",
    MARKER,
    "manifest.webmanifest",
    "picture",
    "puzzle",
    "puzzles",
    "rules",
    "sw.js",
    "tables",
    "v",
];

/// The new folder, until it takes the place of the old one. Removed if it never does.
pub(super) struct NewFolder {
    /// Where it will be.
    out: PathBuf,
    /// Where it is.
    new: PathBuf,
    /// The version in the folder that it will replace.
    before: Option<String>,
}

#[derive(Deserialize)]
struct Marker {
    version: String,
}

impl NewFolder {
    /// A new folder beside `out`, which may be missing, empty, or a folder of an earlier run.
    pub(super) fn beside(out: &Path) -> anyhow::Result<NewFolder> {
        // The folder itself, not a link to it.
        let out = if out.exists() {
            out.canonicalize().unwrap_or_else(|_| out.to_path_buf())
        } else {
            out.to_path_buf()
        };
        let before = check(&out)?;
        let name = out.file_name().with_context(|| format!("{} names no folder", out.display()))?;
        let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let new = parent.join(format!(".{}.{}.new", name.to_string_lossy(), std::process::id()));
        create_empty(&new)
            .with_context(|| format!("can't write a folder beside {}; name another place", out.display()))?;
        Ok(NewFolder { out, new, before })
    }

    /// The place of a file, whose folder exists.
    pub(super) fn place(&self, path: &str) -> anyhow::Result<PathBuf> {
        let place = self.new.join(path);
        let folder = place.parent().unwrap_or(&self.new);
        fs::create_dir_all(folder).with_context(|| format!("can't write {}", folder.display()))?;
        Ok(place)
    }

    pub(super) fn write(&self, path: &str, body: &[u8]) -> anyhow::Result<()> {
        let place = self.place(path)?;
        fs::write(&place, body).with_context(|| format!("can't write {}", place.display()))
    }

    /// The number of files and of bytes.
    pub(super) fn size(&self) -> io::Result<(u64, u64)> {
        let mut size = (0, 0);
        walk(&self.new, &mut |_, about| {
            size = (size.0 + 1, size.1 + about.len());
            Ok(())
        })?;
        Ok(size)
    }

    /// Takes the place of the old folder. What others have put there stays.
    pub(super) fn replace(self) -> anyhow::Result<()> {
        let failed = || format!("can't replace {}", self.out.display());
        self.keep_version_before().with_context(failed)?;
        let old = self.new.with_extension("old");
        let is_there = self.out.exists();
        if is_there {
            fs::rename(&self.out, &old).with_context(failed)?;
        }
        if let Err(error) = fs::rename(&self.new, &self.out) {
            if is_there {
                // Back to how it was; the first error tells more than a second one.
                let _ = fs::rename(&old, &self.out);
            }
            return Err(error).with_context(failed);
        }
        if is_there {
            bring_back(&old, &self.out).and_then(|()| fs::remove_dir_all(&old)).with_context(|| {
                format!("the new folder is in place, but the old one is left in {}", old.display())
            })?;
        }
        Ok(())
    }

    /// Keeps the files of the version before: pages of it may still be open.
    fn keep_version_before(&self) -> io::Result<()> {
        let Some(before) = self.before.as_deref().filter(|before| *before != version()) else {
            return Ok(());
        };
        let from = self.out.join("v").join(before);
        if !from.is_dir() {
            return Ok(());
        }
        walk(&from, &mut |file, _| {
            let to = self.new.join("v").join(before).join(file.strip_prefix(&from).unwrap_or(file));
            fs::create_dir_all(to.parent().unwrap_or(&self.new))?;
            fs::copy(file, to).map(drop)
        })
    }
}

impl Drop for NewFolder {
    fn drop(&mut self) {
        // Fails if the folder was renamed, which is fine. A folder that can't be removed has a name that says what it is.
        let _ = fs::remove_dir_all(&self.new);
    }
}

/// Creates an empty folder. One of this name may be left from a killed run with the same process id, as in containers.
fn create_empty(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => fs::create_dir_all(folder),
    }
}

/// The version of the page in a folder of an earlier run; `None` if there is nothing yet.
///
/// # Errors
/// If the folder holds something else.
fn check(out: &Path) -> anyhow::Result<Option<String>> {
    let mut entries = match fs::read_dir(out) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("can't use {} as a folder", out.display())),
    };
    if entries.next().is_none() {
        return Ok(None);
    }
    let Ok(marker) = fs::read(out.join(MARKER)) else {
        bail!(
            "{} holds other files; name a new or empty folder, or one that linja site has written",
            out.display()
        );
    };
    let marker: Marker = serde_json::from_slice(&marker)
        .with_context(|| format!("{} is damaged; name another folder", out.join(MARKER).display()))?;
    let is_plain = !marker.version.is_empty() && marker.version.bytes().all(|byte| byte.is_ascii_hexdigit());
    Ok(is_plain.then_some(marker.version))
}

/// Moves what others have put into the old folder, such as `.git` or `CNAME`, into the new one.
fn bring_back(old: &Path, new: &Path) -> io::Result<()> {
    let ours = BTreeSet::from(OURS);
    for entry in fs::read_dir(old)? {
        let name = entry?.file_name();
        if !name.to_str().is_some_and(|name| ours.contains(name)) {
            fs::rename(old.join(&name), new.join(&name))?;
        }
    }
    Ok(())
}

/// Visits all files below a folder.
fn walk(folder: &Path, visit: &mut dyn FnMut(&Path, &fs::Metadata) -> io::Result<()>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let about = entry.metadata()?;
        if about.is_dir() {
            walk(&entry.path(), visit)?;
        } else {
            visit(&entry.path(), &about)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker() -> String {
        format!("{{\"version\":\"{}\"}}", version())
    }

    #[test]
    fn new_folder_takes_the_place_of_the_old_one() {
        let folder = linja_testing::folder();
        let out = folder.path().join("site");
        // Left by a killed run.
        let leftover = folder.path().join(format!(".site.{}.new", std::process::id()));
        fs::create_dir(&leftover).expect("a folder");
        fs::write(leftover.join("stale"), "").expect("a file");
        for text in ["first", "second"] {
            let new = NewFolder::beside(&out).expect("a folder");
            new.write("index.html", text.as_bytes()).expect("written");
            new.write(MARKER, marker().as_bytes()).expect("written");
            assert_eq!(new.size().expect("readable"), (2, (text.len() + marker().len()) as u64));
            new.replace().expect("replaced");
            assert_eq!(fs::read_to_string(out.join("index.html")).expect("text"), text);
            assert!(!out.join("stale").exists(), "only files of this run");
            fs::write(out.join("CNAME"), "example.org").expect("a file");
        }
        assert!(out.join("CNAME").exists(), "what others have put there stays");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left beside it");
    }

    #[test]
    fn other_folders_are_refused_and_an_unfinished_one_is_removed() {
        let folder = linja_testing::folder();
        let out = folder.path().join("site");
        drop(NewFolder::beside(&out).expect("a new place"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        fs::create_dir(&out).expect("a folder");
        drop(NewFolder::beside(&out).expect("an empty folder"));
        fs::write(out.join("mine.txt"), "mine").expect("a file");
        assert!(NewFolder::beside(&out).is_err(), "it holds other files");
        fs::write(out.join(MARKER), "no JSON").expect("a file");
        assert!(NewFolder::beside(&out).is_err(), "the marker is damaged");
        // A version that is no name of a folder is not used as a path.
        fs::write(out.join(MARKER), r#"{"version":"../.."}"#).expect("a file");
        assert_eq!(NewFolder::beside(&out).expect("a folder of an earlier run").before, None);
    }
}
