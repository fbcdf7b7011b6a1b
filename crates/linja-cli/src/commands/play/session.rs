//! One game under way: what was typed, and what follows from it.

use std::io::{BufRead, Write};
use std::path::PathBuf;

use anyhow::Context as _;
use linja::{BySide, Game, PartialTurn, Phase, Side};
use linja_players::{Chance, Hint, Judge, Strength};

use super::file::GameFile;
use super::words;
use crate::args::SearchArgs;
use crate::commands::hint;
use crate::{board, lines, oracle};

pub(super) struct Session<'a> {
    game: Game,
    /// The actions that have not been handed over yet; `None` if the game is over.
    turn: Option<PartialTurn>,
    /// The computer at a strength, or a person.
    players: BySide<Option<Strength>>,
    judge: Judge,
    /// Where to look for a table if another game is loaded.
    search: &'a SearchArgs,
    file: Option<GameFile>,
    seed: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    GoOn,
    Leave,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        game: Game,
        players: BySide<Option<Strength>>,
        judge: Judge,
        search: &'a SearchArgs,
        file: Option<GameFile>,
        seed: u64,
    ) -> Session<'a> {
        let turn = game.begin_turn();
        Session { game, turn, players, judge, search, file, seed }
    }

    /// Says who plays whom, and shows the board.
    pub(super) fn greet(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let player = |side| self.players[side].map_or("you".into(), Strength::name);
        if self.players.black.or(self.players.red).is_some() {
            let (black, red) = (player(Side::Black), player(Side::Red));
            writeln!(out, "Black: {black}, Red: {red}. Type ? for help.")?;
            if !self.judge.is_exact() {
                let rules = self.game.rules();
                writeln!(out, "{rules} is not solved, so the computer guesses; linja solve changes that.")?;
            }
        } else {
            writeln!(out, "Two people play. Type ? for help.")?;
        }
        self.draw(out)
    }

    /// Lets the computer play, or asks a person for one line.
    pub(super) fn step(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Step> {
        let Some(turn) = self.turn else {
            writeln!(out, "{}", words::result(&self.game))?;
            return Ok(Step::Leave);
        };
        if let Some(strength) = self.players[turn.side()] {
            self.computer(strength, out)?;
            return Ok(Step::GoOn);
        }
        writeln!(out, "{}", words::expected(&turn))?;
        write!(out, "> ")?;
        out.flush()?;
        match lines::read_line(input)? {
            None => {
                writeln!(out)?;
                self.leave(out)
            }
            Some(Ok(line)) => self.obey(line.trim(), out),
            Some(Err(error)) => complain(&error, out),
        }
    }

    fn computer(&mut self, strength: Strength, out: &mut impl Write) -> anyhow::Result<()> {
        // By the number of turns, so that after an undo the same position gets the same answer.
        let mut chance = Chance::from_parts(&[self.seed, self.game.turns().len() as u64]);
        let chosen = self.judge.choose(self.game.position(), strength, &mut chance)?;
        let chosen = chosen.context("the computer finds no turn")?;
        writeln!(out, "{} plays {}", self.game.position().to_move(), chosen.complete.turn)?;
        self.game.play(&chosen.complete.turn)?;
        self.played(out)
    }

    fn obey(&mut self, line: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match command.to_ascii_lowercase().as_str() {
            "?" | "help" => write!(out, "{}", words::HELP)?,
            "board" => self.draw(out)?,
            "hint" => self.hint(out)?,
            "turns" => self.list(out)?,
            "undo" => return self.undo(out),
            "save" => return self.save_as(rest.trim(), out),
            "load" => return self.load(rest.trim(), out),
            "resign" => {
                self.game.resign(self.game.position().to_move())?;
                self.played(out)?;
            }
            "quit" | "exit" => return self.leave(out),
            "" | "pass" | "done" => return self.hand_over(out),
            _ => return self.act(line, out),
        }
        Ok(Step::GoOn)
    }

    /// One or more actions of the turn under way.
    fn act(&mut self, line: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        let Some(mut turn) = self.turn else { return Ok(Step::GoOn) };
        if let Err(error) = turn.extend(line) {
            return complain(&error.to_string(), out);
        }
        self.turn = Some(turn);
        if turn.phase() != Phase::Done {
            self.draw(out)?;
            return Ok(Step::GoOn);
        }
        if let Some(remark) = words::remark(&turn) {
            writeln!(out, "{remark}")?;
        }
        self.hand_over(out)
    }

    /// Ends the turn as it stands.
    fn hand_over(&mut self, out: &mut impl Write) -> anyhow::Result<Step> {
        let Some(turn) = self.turn else { return Ok(Step::GoOn) };
        match turn.finish() {
            Ok(complete) => {
                self.game.play(&complete.turn)?;
                self.played(out)?;
                Ok(Step::GoOn)
            }
            Err(error) => complain(&error.to_string(), out),
        }
    }

    fn played(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        self.turn = self.game.begin_turn();
        self.save()?;
        self.draw(out)
    }

    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<Step> {
        if let Some(turn) = &mut self.turn
            && turn.undo().is_some()
        {
            self.draw(out)?;
            return Ok(Step::GoOn);
        }
        if self.game.undo().is_none() {
            return complain("there is nothing to take back", out);
        }
        // Back to a turn of a person: the computer would only play the same again.
        while self.players[self.game.position().to_move()].is_some() && self.game.undo().is_some() {}
        self.played(out)?;
        Ok(Step::GoOn)
    }

    /// The best turns, with reasons if they are known; in the middle of a turn those that go on from what has been done.
    fn hint(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let so_far = self.turn.map(|turn| *turn.so_far());
        let begun = so_far.as_ref().map_or(&[][..], |turn| turn.actions());
        let position = self.game.position();
        if let Judge::Oracle(table) = &self.judge
            && begun.is_empty()
            && let Some(found) = Hint::new(&**table, position, hint::TURNS)?
        {
            return Ok(hint::write_hint(position, &found, out)?);
        }
        let turns = self.judge.turns(position)?;
        let fitting = turns.iter().filter(|judged| judged.complete.turn.actions().starts_with(begun));
        for judged in fitting.take(hint::TURNS) {
            writeln!(out, "{:>6}  {}", judged.worth.to_string(), judged.complete.turn)?;
        }
        Ok(())
    }

    fn list(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        let turns = linja::fast::complete_turns(self.game.position(), self.game.rules());
        for line in turns.chunks(6) {
            let written: Vec<String> = line.iter().map(|complete| complete.turn.to_string()).collect();
            writeln!(out, "  {}", written.join(", "))?;
        }
        Ok(())
    }

    fn save_as(&mut self, path: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        if !path.is_empty() {
            let file = GameFile::new(PathBuf::from(path));
            // A name typed by mistake must not cost another game its record.
            if self.file.as_ref().is_none_or(|own| own.path() != file.path()) && file.path().exists() {
                return complain(&format!("{path} exists already; choose another name"), out);
            }
            if let Err(error) = file.save(&self.game, self.players) {
                return complain(&format!("{error:#}"), out);
            }
            self.file = Some(file);
        } else if self.file.is_none() {
            return complain("name a file: save game.linja", out);
        }
        self.save()?;
        self.say_where(out)?;
        Ok(Step::GoOn)
    }

    fn load(&mut self, path: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        if path.is_empty() {
            return complain("name a file: load game.linja", out);
        }
        let file = GameFile::new(PathBuf::from(path));
        let (game, players) = match file.load() {
            Ok(Some(saved)) => saved,
            Ok(None) => return complain(&format!("there is no file {path}"), out),
            Err(error) => return complain(&format!("{error:#}"), out),
        };
        self.save()?;
        if game.rules().id != self.game.rules().id {
            self.judge = oracle::judge(game.rules(), self.search)?;
        }
        self.turn = game.begin_turn();
        self.game = game;
        self.players = players;
        self.file = Some(file);
        self.greet(out)?;
        Ok(Step::GoOn)
    }

    fn leave(&mut self, out: &mut impl Write) -> anyhow::Result<Step> {
        self.save()?;
        self.say_where(out)?;
        Ok(Step::Leave)
    }

    fn save(&self) -> anyhow::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| file.save(&self.game, self.players))
    }

    fn say_where(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if let Some(file) = &self.file {
            let path = file.path().display();
            writeln!(out, "Saved in {path}; linja play {path} goes on from here.")?;
        }
        Ok(())
    }

    fn draw(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let position = self.turn.as_ref().map_or(self.game.position(), |turn| turn.now());
        write!(out, "\n{}\n", board::Drawing { position, rules: self.game.rules() })?;
        Ok(())
    }
}

fn complain(error: &str, out: &mut impl Write) -> anyhow::Result<Step> {
    writeln!(out, "No: {error}. Type ? for help.")?;
    Ok(Step::GoOn)
}
