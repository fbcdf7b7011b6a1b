//! The page from a folder, for people who work on it: every change shows at the next request.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use linja_text::Catalogues;

use super::site::Site;

/// A folder with `web` and `locales` in it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    last: Mutex<Option<(Vec<Entry>, Arc<Site>)>>,
}

/// A file as it was when the page was put together.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    path: PathBuf,
    changed: SystemTime,
    length: u64,
}

impl Folder {
    pub(super) fn new(path: PathBuf) -> Folder {
        Folder { path, last: Mutex::new(None) }
    }

    /// The page as it is now, or what is wrong with it.
    pub(super) fn site(&self) -> Result<Arc<Site>, String> {
        let (web, locales) = (self.path.join("web"), self.path.join("locales"));
        let list = |folder: &Path| {
            entries(folder).map_err(|error| format!("can't read {}: {error}", folder.display()))
        };
        let files = list(&web)?;
        let mut all = [&*files, &list(&locales)?].concat();
        all.sort();
        let mut known = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, site)) = known.as_ref().filter(|(entries, _)| *entries == all) {
            return Ok(site.clone());
        }
        let mut sources = Vec::new();
        for Entry { path, .. } in files {
            let body =
                std::fs::read(&path).map_err(|error| format!("can't read {}: {error}", path.display()))?;
            let name = path.strip_prefix(&web).ok().and_then(Path::to_str).unwrap_or_default();
            sources.push((name.replace(std::path::MAIN_SEPARATOR, "/"), body));
        }
        let catalogues = Catalogues::read(&locales).map_err(|error| error.to_string())?;
        let site = Arc::new(Site::new(sources, &catalogues, false));
        *known = Some((all, site.clone()));
        Ok(site)
    }
}

/// All files in a folder and the folders in it. What is not in this list is not served, whatever an address says. Links
/// are passed over: they could lead out of the folder.
fn entries(root: &Path) -> io::Result<Vec<Entry>> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir()? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                let about = entry.metadata()?;
                found.push(Entry { path: entry.path(), changed: about.modified()?, length: about.len() });
            }
        }
    }
    Ok(found)
}
