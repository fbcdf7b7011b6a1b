//! The page from a directory, for development: every request reads the current files.

use std::path::PathBuf;

use linja_text::{Catalogues, Language};

use super::{compose, embedded};

/// The directories of the files that the service worker keeps.
const LISTED: [&str; 3] = ["css", "icons", "js"];

/// A directory that contains `web` and `locales`.
#[derive(Debug)]
pub struct Folder(pub(super) PathBuf);

impl Folder {
    /// The media type and content of a file; `None` if there is no such file.
    pub(super) fn file(&self, path: &str) -> Result<Option<(&'static str, Vec<u8>)>, String> {
        let Some(media) = compose::media(path) else { return Ok(None) };
        let body = if path.starts_with("locales/") {
            compose::catalogue_files(&self.catalogues()?).remove(path).map(String::into_bytes)
        } else if path == compose::LIST {
            Some(compose::list(self.list()?.iter()).into_bytes())
        } else if path == compose::WORKER {
            self.read(path)?.map(|script| compose::worker(&String::from_utf8_lossy(&script), "").into_bytes())
        } else {
            self.read(path)?
        };
        Ok(body.map(|body| (media, body)))
    }

    /// A document in a language; `None` if there is no such document.
    pub(super) fn document(&self, name: &str, language: Language) -> Result<Option<String>, String> {
        let Some(template) = self.read(name)? else { return Ok(None) };
        let template = String::from_utf8_lossy(&template);
        Ok(Some(compose::document(&template, language, &self.catalogues()?)))
    }

    /// The paths of all files of the page, with those of the catalogues and of the engine.
    fn list(&self) -> Result<Vec<String>, String> {
        let mut paths: Vec<String> = compose::catalogue_files(&self.catalogues()?).into_keys().collect();
        paths.extend(embedded::paths("engine/").map(String::from));
        let mut waiting: Vec<String> = LISTED.map(String::from).into();
        while let Some(folder) = waiting.pop() {
            let place = self.0.join("web").join(&folder);
            let unreadable = |error| format!("can't read {}: {error}", place.display());
            for entry in place.read_dir().map_err(unreadable)? {
                let entry = entry.map_err(unreadable)?;
                let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
                match entry.file_type().map_err(unreadable)?.is_dir() {
                    true => waiting.push(path),
                    false if compose::media(&path).is_some() => paths.push(path),
                    false => {}
                }
            }
        }
        paths.sort_unstable();
        Ok(paths)
    }

    fn catalogues(&self) -> Result<Catalogues, String> {
        Catalogues::read(&self.0.join("locales")).map_err(|error| error.to_string())
    }

    /// Reads a file inside the directory. Special names such as `..` and links are rejected.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let mut place = self.0.join("web");
        for name in path.split('/') {
            place.push(name);
            let is_plain = !name.is_empty() && !name.starts_with('.') && !name.contains(['\\', ':', '\0']);
            if !is_plain || place.symlink_metadata().map_or(true, |about| about.is_symlink()) {
                return Ok(None);
            }
        }
        let body =
            std::fs::read(&place).map_err(|error| format!("can't read {}: {error}", place.display()))?;
        Ok(Some(body))
    }
}
