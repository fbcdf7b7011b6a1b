//! The commands of a session that change files: saving, loading, and the next game.

use std::io::Write;
use std::path::PathBuf;

use linja::{Game, MatchGame, Side, Winner};

use super::file::GameFile;
use super::session::{Session, Step};
use crate::tables;

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
            // A mistyped name must not overwrite another game.
            if self.file.as_ref().is_none_or(|own| own.path() != file.path()) && file.path().exists() {
                let reason = self.texts.say("terminal.no_other_file", &[("file", &path)]);
                return self.complain(&reason, out);
            }
            if let Err(error) = file.save(&self.current) {
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
        let loaded = GameFile::new(PathBuf::from(path)).and_then(|file| Ok((file.load(&self.texts)?, file)));
        let (loaded, file) = match loaded {
            Ok((Some(loaded), file)) => (loaded, file),
            Ok((None, _)) => {
                let reason = self.texts.say("terminal.no_file", &[("file", &path)]);
                return self.complain(&reason, out);
            }
            Err(error) => return self.complain(&format!("{error:#}"), out),
        };
        if loaded.game.rules() != self.current.game.rules() {
            match tables::judge(loaded.game.rules(), self.search) {
                Ok(judge) => self.judge = judge,
                Err(error) => return self.complain(&format!("{error:#}"), out),
            }
        }
        self.turn = loaded.game.begin_turn();
        self.current = loaded;
        self.file = Some(file);
        self.is_unsaved = false;
        self.greet(out)?;
        Ok(Step::GoOn)
    }

    /// Starts another game between the same players.
    pub(super) fn next_game(&mut self, out: &mut impl Write) -> anyhow::Result<Step> {
        let Some(first) = next_starter(&self.current.game) else {
            return self.refuse("terminal.no_next_game", out);
        };
        if self.is_unsaved {
            return self.refuse("terminal.no_next_game_unsaved", out);
        }
        self.games += 1;
        self.current = self.current.next(first);
        self.turn = self.current.game.begin_turn();
        // The file keeps the finished game.
        self.file = None;
        self.is_unsaved = false;
        self.greet(out)?;
        Ok(Step::GoOn)
    }

    /// Whether replacing the current game would lose turns that are in no file.
    fn would_be_lost(&self) -> bool {
        let begun = !self.current.game.turns().is_empty() && !self.current.game.is_over();
        self.is_unsaved || (self.file.is_none() && begun)
    }

    pub(super) fn save(&self) -> anyhow::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.save(&self.current))
    }

    pub(super) fn say_where(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let path = file.path().display();
        let (key, command) = if self.current.game.is_over() {
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

/// The side that starts the next game; `None` if this game is not over. A game without a winner counts as drawn.
fn next_starter(game: &Game) -> Option<Side> {
    let winner = game.result()?.winner.unwrap_or(Winner::Draw);
    Some(MatchGame { starter: game.start().to_move(), winner }.next_starter())
}
