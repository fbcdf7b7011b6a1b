//! Saving a game and going on with it later.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use linja::{BySide, Game, Record, Side};
use linja_players::{Date, Level};

use crate::record_file;

/// The record that a game is kept in.
pub(super) struct GameFile {
    path: PathBuf,
}

/// A game, who plays it, and what else its record says.
pub(super) struct SavedGame {
    pub(super) game: Game,
    /// The computer at a strength, or a person.
    pub(super) players: BySide<Option<Level>>,
    /// The tags that do not follow from the game; those that somebody has written into the file stay.
    pub(super) tags: Vec<(String, String)>,
}

impl SavedGame {
    /// A game of two people.
    pub(super) fn new(game: Game) -> SavedGame {
        SavedGame { game, players: BySide { black: None, red: None }, tags: vec![today()] }
    }

    /// The game between the same players that follows.
    pub(super) fn next(&self, first: Side) -> SavedGame {
        let is_name = |name: &str| Side::ALL.iter().any(|&side| tag(side) == name);
        let names = self.tags.iter().filter(|(name, _)| is_name(name));
        SavedGame {
            game: Game::new(*self.game.rules(), first),
            players: self.players,
            tags: names.cloned().chain([today()]).collect(),
        }
    }

    fn record(&self) -> anyhow::Result<Record> {
        let mut record = Record::new(self.game.clone());
        for (name, value) in &self.tags {
            record.set_tag(name, value)?;
        }
        for side in Side::ALL {
            let person = record.tag(tag(side)).is_some_and(|name| Level::from_name(name).is_none());
            match self.players[side] {
                Some(strength) => record.set_tag(tag(side), &strength.name())?,
                None if person => {}
                None => record.set_tag(tag(side), "Player")?,
            }
        }
        Ok(record)
    }
}

impl GameFile {
    /// # Errors
    /// If it is `-`: elsewhere that is standard input, where no game can be kept.
    pub(super) fn new(path: PathBuf) -> anyhow::Result<GameFile> {
        anyhow::ensure!(
            path != Path::new("-"),
            "a game is kept in a file, not in -; name one, like game.linja"
        );
        // A link stays a link: what it leads to is replaced.
        let path = path.canonicalize().unwrap_or(path);
        let is_file = fs::metadata(&path).map_or(true, |found| found.is_file());
        anyhow::ensure!(is_file, "{} is not a file; name one, like game.linja", path.display());
        Ok(GameFile { path })
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
        let players = BySide::from_fn(|side| record.tag(tag(side)).and_then(Level::from_name));
        let tags = record.tags().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        Ok(Some(SavedGame { game: record.into_game(), players, tags }))
    }

    /// Writes the whole record beside the old one and puts it in its place, so that one of the two is always there.
    pub(super) fn save(&self, saved: &SavedGame) -> anyhow::Result<()> {
        let text = saved.record()?.to_string();
        let mut temporary = self.path.clone().into_os_string();
        // The number of this program, so that nobody else's file is meant.
        temporary.push(format!(".{}.new", std::process::id()));
        let written = fs::write(&temporary, text).and_then(|()| fs::rename(&temporary, &self.path));
        if written.is_err() {
            // It holds nothing that the game does not.
            let _ = fs::remove_file(&temporary);
        }
        written.with_context(|| format!("can't save the game in {}", self.path.display()))
    }
}

fn today() -> (String, String) {
    ("Date".into(), Date::today().to_string())
}

fn tag(side: Side) -> &'static str {
    match side {
        Side::Black => "Black",
        Side::Red => "Red",
    }
}
