//! The page embedded in the program by `build.rs`.

use super::file::{Embedded, File};

/// A document in a language.
pub(super) struct Page {
    /// The text, to which some responses add something.
    pub(super) html: &'static str,
    pub(super) file: File,
}

/// The module of the engine.
const MODULE: &str = "engine/linja.wasm";

include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A file by its path, such as `js/main.js`.
pub(crate) fn file(path: &str) -> Option<&'static File> {
    find(FILES, path)
}

/// A document by its language and name, such as `fr/index.html`.
pub(super) fn document(path: &str) -> Option<&'static Page> {
    find(DOCUMENTS, path)
}

/// Whether the page has an engine.
pub(crate) fn has_engine() -> bool {
    file(MODULE).is_some()
}

/// All files by their paths.
pub(crate) fn all() -> impl Iterator<Item = (&'static str, &'static File)> {
    FILES.iter().map(|(path, file)| (*path, file))
}

/// The paths of the files below a folder, such as `engine/`.
pub(super) fn paths(folder: &str) -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|(path, _)| *path).filter(move |path| path.starts_with(folder))
}

fn find<T>(table: &'static [(&str, T)], path: &str) -> Option<&'static T> {
    let place = table.binary_search_by_key(&path, |(path, _)| path).ok()?;
    Some(&table[place].1)
}
