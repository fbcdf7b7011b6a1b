//! A session and its file: saving, loading, and the next game.

use std::io::Write;
use std::path::PathBuf;

use linja::{Game, Side, Winner};

use super::file::GameFile;
use super::session::{Session, Step, complain};
use crate::oracle;

impl Session<'_> {
    pub(super) fn save_as(&mut self, path: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        if path.is_empty() && self.file.is_none() {
            return complain("name a file: save game.linja", out);
        }
        if !path.is_empty() {
            let file = match GameFile::new(PathBuf::from(path)) {
                Ok(file) => file,
                Err(error) => return complain(&error.to_string(), out),
            };
            // A name typed by mistake must not cost another game its record.
            if self.file.as_ref().is_none_or(|own| own.path() != file.path()) && file.path().exists() {
                return complain(&format!("{path} exists already; choose another name"), out);
            }
            if let Err(error) = file.save(&self.saved) {
                return complain(&format!("{error:#}"), out);
            }
            self.file = Some(file);
            self.is_unsaved = false;
        } else if let Err(error) = self.save() {
            return complain(&format!("{error:#}"), out);
        }
        self.say_where(out)?;
        Ok(Step::GoOn)
    }

    pub(super) fn load(&mut self, path: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        if path.is_empty() {
            return complain("name a file: load game.linja", out);
        }
        let loaded = GameFile::new(PathBuf::from(path)).and_then(|file| Ok((file.load()?, file)));
        let (saved, file) = match loaded {
            Ok((Some(saved), file)) => (saved, file),
            Ok((None, _)) => return complain(&format!("there is no file {path}"), out),
            Err(error) => return complain(&format!("{error:#}"), out),
        };
        if saved.game.rules() != self.saved.game.rules() {
            match oracle::judge(saved.game.rules(), self.search) {
                Ok(judge) => self.judge = judge,
                Err(error) => return complain(&format!("{error:#}"), out),
            }
        }
        self.turn = saved.game.begin_turn();
        self.saved = saved;
        self.file = Some(file);
        self.is_unsaved = false;
        self.greet(out)?;
        Ok(Step::GoOn)
    }

    /// Another game after this one, begun by the loser, or after a draw by who did not begin this one.
    pub(super) fn next_game(&mut self, out: &mut impl Write) -> anyhow::Result<Step> {
        let Some(first) = next_starter(&self.saved.game) else {
            return complain("this game is not over; resign gives it up", out);
        };
        self.saved = self.saved.next(first);
        self.turn = self.saved.game.begin_turn();
        // The record of the last game stays as it is.
        self.file = None;
        self.is_unsaved = false;
        self.greet(out)?;
        Ok(Step::GoOn)
    }

    pub(super) fn save(&self) -> anyhow::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.save(&self.saved))
    }

    pub(super) fn say_where(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let path = file.path().display();
        if self.saved.game.is_over() {
            writeln!(out, "Saved in {path}; linja review {path} tells what each turn was worth.")?;
        } else if self.turn.is_some_and(|turn| !turn.so_far().is_pass()) {
            writeln!(
                out,
                "Saved in {path} up to the last whole turn; linja play {path} goes on from there."
            )?;
        } else {
            writeln!(out, "Saved in {path}; linja play {path} goes on from here.")?;
        }
        Ok(())
    }
}

/// Who begins the game after this one; `None` if it is not over.
fn next_starter(game: &Game) -> Option<Side> {
    Some(match game.result()?.winner {
        Some(Winner::Side(winner)) => !winner,
        Some(Winner::Draw) | None => !game.start().to_move(),
    })
}
