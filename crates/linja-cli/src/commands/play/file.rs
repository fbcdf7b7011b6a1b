//! The file that a game is saved in.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use linja::BySide;
use linja_players::Level;

use super::current_game::{CurrentGame, tag};
use crate::record_file;
use crate::replace_file::replace_file;
use crate::texts::Texts;

/// A file with the record of one game.
pub(super) struct GameFile {
    path: PathBuf,
}

impl GameFile {
    /// # Errors
    /// If the path is `-`, which other commands read as standard input, or is not a regular file.
    pub(super) fn new(path: PathBuf) -> anyhow::Result<GameFile> {
        anyhow::ensure!(
            path != Path::new("-"),
            "a game is kept in a file, not in -; name one, like game.linja"
        );
        // Resolved, so that saving replaces the target of a symbolic link and not the link.
        let path = path.canonicalize().unwrap_or(path);
        let is_file = fs::metadata(&path).map_or(true, |found| found.is_file());
        anyhow::ensure!(is_file, "{} is not a file; name one, like game.linja", path.display());
        Ok(GameFile { path })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The game in the file; `None` if there is no such file yet.
    pub(super) fn load(&self, texts: &Texts) -> anyhow::Result<Option<CurrentGame>> {
        if matches!(fs::metadata(&self.path), Err(error) if error.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        let record = record_file::read(&self.path, texts)?
            .map_err(|error| anyhow::anyhow!("{}: {error}", self.path.display()))?;
        let players = BySide::from_fn(|side| record.tag(tag(side)).and_then(Level::from_name));
        let tags = record.tags().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        Ok(Some(CurrentGame { game: record.into_game(), players, tags }))
    }

    /// Replaces the file atomically: a crash leaves either the old or the new record.
    pub(super) fn save(&self, current: &CurrentGame) -> anyhow::Result<()> {
        let text = current.record()?.to_string();
        replace_file(&self.path, &text)
            .with_context(|| format!("can't save the game in {}", self.path.display()))
    }
}
