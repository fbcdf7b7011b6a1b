//! A session and its file: saving, loading, and the next game.

use std::io::Write;
use std::path::PathBuf;

use linja::{Game, Side, Winner};

use super::file::GameFile;
use super::session::{Session, Step};
use crate::oracle;

impl Session<'_> {
    pub(super) fn save_as(&mut self, path: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        if path.is_empty() && self.file.is_none() {
            return self.ask_for_name("save game.linja", out);
        }
        if !path.is_empty() {
            let file = match GameFile::new(PathBuf::from(path)) {
                Ok(file) => file,
                Err(error) => return self.complain(&error.to_string(), out),
            };
            // A name typed by mistake must not cost another game its record.
            if self.file.as_ref().is_none_or(|own| own.path() != file.path()) && file.path().exists() {
                let reason = self.texts.say("terminal.no_other_file", &[("file", &path)]);
                return self.complain(&reason, out);
            }
            if let Err(error) = file.save(&self.saved) {
                return self.complain(&format!("{error:#}"), out);
            }
            self.file = Some(file);
            self.is_unsaved = false;
        } else if let Err(error) = self.save() {
            return self.complain(&format!("{error:#}"), out);
        }
        self.say_where(out)?;
        Ok(Step::GoOn)
    }

    pub(super) fn load(&mut self, path: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        if path.is_empty() {
            return self.ask_for_name("load game.linja", out);
        }
        if self.would_be_lost() {
            return self.refuse("terminal.no_loss", out);
        }
        let loaded = GameFile::new(PathBuf::from(path)).and_then(|file| Ok((file.load()?, file)));
        let (saved, file) = match loaded {
            Ok((Some(saved), file)) => (saved, file),
            Ok((None, _)) => {
                let reason = self.texts.say("terminal.no_file", &[("file", &path)]);
                return self.complain(&reason, out);
            }
            Err(error) => return self.complain(&format!("{error:#}"), out),
        };
        if saved.game.rules() != self.saved.game.rules() {
            match oracle::judge(saved.game.rules(), self.search) {
                Ok(judge) => self.judge = judge,
                Err(error) => return self.complain(&format!("{error:#}"), out),
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
            return self.refuse("terminal.no_next_game", out);
        };
        if self.is_unsaved {
            return self.refuse("terminal.no_next_game_unsaved", out);
        }
        self.games += 1;
        self.saved = self.saved.next(first);
        self.turn = self.saved.game.begin_turn();
        // The record of the last game stays as it is.
        self.file = None;
        self.is_unsaved = false;
        self.greet(out)?;
        Ok(Step::GoOn)
    }

    /// Another game in its place would be the end of it: it is under way and in no file.
    fn would_be_lost(&self) -> bool {
        let begun = !self.saved.game.turns().is_empty() && !self.saved.game.is_over();
        self.is_unsaved || (self.file.is_none() && begun)
    }

    pub(super) fn save(&self) -> anyhow::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.save(&self.saved))
    }

    pub(super) fn say_where(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let path = file.path().display();
        let (key, command) = if self.saved.game.is_over() {
            ("terminal.saved_over", format!("linja review {path}"))
        } else if self.turn.is_some_and(|turn| !turn.so_far().is_pass()) {
            ("terminal.saved_before_turn", format!("linja play {path}"))
        } else {
            ("terminal.saved", format!("linja play {path}"))
        };
        writeln!(out, "{}", self.texts.say(key, &[("file", &path), ("command", &command)]))?;
        Ok(())
    }

    fn ask_for_name(&self, command: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        self.complain(&self.texts.say("terminal.no_name", &[("command", &command)]), out)
    }
}

/// Who begins the game after this one; `None` if it is not over.
fn next_starter(game: &Game) -> Option<Side> {
    Some(match game.result()?.winner {
        Some(Winner::Side(winner)) => !winner,
        Some(Winner::Draw) | None => !game.start().to_move(),
    })
}
