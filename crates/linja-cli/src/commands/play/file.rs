//! Saving a game and going on with it later.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use linja::{BySide, Game, Record, Side};
use linja_players::{Date, Strength};

use crate::record_file;

/// The record that a game is kept in.
pub(super) struct GameFile {
    path: PathBuf,
}

/// A game and who plays it: the computer at a strength, or a person.
pub(super) type SavedGame = (Game, BySide<Option<Strength>>);

impl GameFile {
    pub(super) fn new(path: PathBuf) -> GameFile {
        GameFile { path }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The game in the file; `None` if there is no such file yet.
    pub(super) fn load(&self) -> anyhow::Result<Option<SavedGame>> {
        if matches!(fs::metadata(&self.path), Err(error) if error.kind() == ErrorKind::NotFound) {
            return Ok(None);
        }
        let record = record_file::read(&self.path)?
            .map_err(|error| anyhow::anyhow!("{}: {error}", self.path.display()))?;
        let players = BySide::from_fn(|side| record.tag(tag(side)).and_then(Strength::from_name));
        Ok(Some((record.into_game(), players)))
    }

    /// Writes the whole record beside the old one and puts it in its place, so that one of the two is always there.
    pub(super) fn save(&self, game: &Game, players: BySide<Option<Strength>>) -> anyhow::Result<()> {
        let text = self.record(game, players)?.to_string();
        let mut temporary = self.path.clone().into_os_string();
        temporary.push(".new");
        fs::write(&temporary, text)
            .and_then(|()| fs::rename(&temporary, &self.path))
            .with_context(|| format!("can't save the game in {}", self.path.display()))
    }

    /// Tags that somebody has written into the file stay.
    fn record(&self, game: &Game, players: BySide<Option<Strength>>) -> anyhow::Result<Record> {
        let old = record_file::read(&self.path).ok().and_then(Result::ok);
        let mut record = Record::new(game.clone());
        for (name, value) in old.iter().flat_map(Record::tags) {
            record.set_tag(name, value)?;
        }
        if record.tag("Date").is_none() {
            record.set_tag("Date", &Date::today().to_string())?;
        }
        for side in Side::ALL {
            let person = record.tag(tag(side)).is_some_and(|name| Strength::from_name(name).is_none());
            match players[side] {
                Some(strength) => record.set_tag(tag(side), &strength.name())?,
                None if person => {}
                None => record.set_tag(tag(side), "Player")?,
            }
        }
        Ok(record)
    }
}

fn tag(side: Side) -> &'static str {
    match side {
        Side::Black => "Black",
        Side::Red => "Red",
    }
}
