//! The page from a folder, for people who work on it: every request reads the files as they are now.

use std::path::PathBuf;

use linja_text::{Catalogues, Language};

use super::compose;

/// A folder with `web` and `locales` in it.
#[derive(Debug)]
pub struct Folder(pub(super) PathBuf);

impl Folder {
    /// A file by its path and its media type, `None` if there is none, or what is wrong with it.
    pub(super) fn file(&self, path: &str) -> Result<Option<(&'static str, Vec<u8>)>, String> {
        let Some(media) = compose::media(path) else { return Ok(None) };
        let body = if path.starts_with("locales/") {
            compose::catalogue_files(&self.catalogues()?).remove(path).map(String::into_bytes)
        } else {
            self.read(path)?
        };
        Ok(body.map(|body| (media, body)))
    }

    /// A document in a language, or what is wrong with it.
    pub(super) fn document(&self, name: &str, language: Language) -> Result<Option<String>, String> {
        let Some(template) = self.read(name)? else { return Ok(None) };
        let template = String::from_utf8_lossy(&template);
        Ok(Some(compose::document(&template, language, &self.catalogues()?)))
    }

    fn catalogues(&self) -> Result<Catalogues, String> {
        Catalogues::read(&self.0.join("locales")).map_err(|error| error.to_string())
    }

    /// No path leads out of the folder: neither names with a meaning of their own nor links are followed.
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
