//! The loop of `linja play`: reads what the player types and plays the game.

use std::io::Write;

use anyhow::Context as _;
use linja::{PartialTurn, Phase, PlayError, Side, Termination};
use linja_api::HintView;
use linja_players::{Chance, Hint, Judge, Level, distinct_results};

use super::current_game::CurrentGame;
use super::file::GameFile;
use super::input::Input;
use super::words;
use crate::args::SearchArgs;
use crate::commands::hint;
use crate::lines::BadLine;
use crate::texts::Texts;
use crate::{board, tables};

pub(super) struct Session<'a> {
    pub(super) current: CurrentGame,
    /// The turn in progress; `None` if the game is over.
    pub(super) turn: Option<PartialTurn>,
    pub(super) judge: Judge,
    /// Selects the judge again when a game with other rules is loaded.
    pub(super) search: &'a SearchArgs,
    pub(super) texts: Texts,
    pub(super) file: Option<GameFile>,
    /// The last save failed.
    pub(super) is_unsaved: bool,
    seed: u64,
    /// Games played before the current one.
    pub(super) games: u64,
    /// The board has changed since it was drawn.
    is_changed: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    GoOn,
    Leave,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        current: CurrentGame,
        judge: Judge,
        search: &'a SearchArgs,
        texts: Texts,
        file: Option<GameFile>,
        seed: u64,
    ) -> Session<'a> {
        let turn = current.game.begin_turn();
        Session {
            current,
            turn,
            judge,
            search,
            texts,
            file,
            is_unsaved: false,
            seed,
            games: 0,
            is_changed: true,
        }
    }

    /// Prints who plays whom.
    pub(super) fn greet(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        self.is_changed = true;
        let (players, rules, texts) = (self.current.players, self.current.game.rules(), &self.texts);
        if players.black.or(players.red).is_none() {
            writeln!(out, "{}", texts.say("terminal.two_people", &[]))?;
            return Ok(());
        }
        let player = |side| words::player(players[side], texts);
        let (black, red) = (player(Side::Black), player(Side::Red));
        writeln!(out, "{}", texts.say("terminal.players", &[("black", &black), ("red", &red)]))?;
        if !self.judge.is_exact() {
            let text = if self.search.no_oracle {
                texts.say("terminal.looks_ahead_chosen", &[("option", &tables::NO_ORACLE)])
            } else {
                texts.say("terminal.looks_ahead", &[("command", &tables::solve_command(rules))])
            };
            writeln!(out, "{text}")?;
        }
        Ok(())
    }

    /// Plays a turn of the computer, or reads and executes one line.
    pub(super) fn step(&mut self, input: &mut Input, out: &mut impl Write) -> anyhow::Result<Step> {
        if let Some(turn) = &self.turn
            && let Some(strength) = self.current.players[turn.side()]
        {
            self.computer(strength, out)?;
            return Ok(Step::GoOn);
        }
        self.ask(out)?;
        match input.next_line(out)? {
            None => Ok(Step::Leave),
            Some(Ok(line)) => self.obey(line.trim(), out),
            Some(Err(BadLine::TooLong)) => self.refuse("terminal.no_end_of_line", out),
            Some(Err(BadLine::NotText)) => self.refuse("terminal.no_text", out),
        }
    }

    /// Retries a failed save and prints where the game is saved.
    pub(super) fn leave(&self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.is_unsaved {
            self.save()?;
        }
        self.say_where(out)
    }

    /// Draws the board if it has changed, and says what to type.
    fn ask(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        if self.is_changed {
            self.draw(out)?;
        }
        if let Some(turn) = &self.turn {
            writeln!(out, "{}", words::expected(turn, &self.texts))?;
        } else {
            if self.is_changed {
                writeln!(out, "{}", words::result(&self.current.game, &self.texts))?;
            }
            writeln!(out, "{}", words::after_the_end(&self.current.game, &self.texts))?;
        }
        self.is_changed = false;
        Ok(())
    }

    fn computer(&mut self, strength: Level, out: &mut impl Write) -> anyhow::Result<()> {
        let game = &mut self.current.game;
        // Seeded by game and turn number: after an undo the computer repeats its reply, in the next game it need not.
        let mut chance = Chance::from_parts(&[self.seed, self.games, game.turns().len() as u64]);
        let chosen = self.judge.choose(game.position(), strength, &mut chance);
        let chosen = chosen.map_err(|error| tables::unusable_judge(error, &self.judge))?;
        let chosen = chosen.context("the computer has no legal turn")?;
        let (side, turn) = (self.texts.side(game.position().to_move()), chosen.item.turn);
        writeln!(out, "{}", self.texts.say("terminal.plays", &[("side", &side), ("turn", &turn)]))?;
        game.play(&chosen.item.turn)?;
        self.played(out)
    }

    fn obey(&mut self, line: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (command.to_ascii_lowercase().as_str(), self.turn) {
            ("?" | "help", _) => write!(out, "{}", words::help(&self.texts))?,
            ("board", _) => self.draw(out)?,
            ("undo", _) => return self.undo(out),
            ("save", _) => return self.save_as(rest.trim(), out),
            ("load", _) => return self.load(rest.trim(), out),
            ("new", _) => return self.next_game(out),
            ("quit" | "exit", _) | ("", None) => return Ok(Step::Leave),
            (_, None) => {
                return self.complain(&self.texts.message(&PlayError::GameOver.message()), out);
            }
            ("hint", Some(turn)) => self.hint(&turn, out)?,
            ("turns", Some(turn)) => write!(out, "{}", words::list(&turn))?,
            ("resign", Some(turn)) => {
                self.current.game.resign(turn.side())?;
                self.played(out)?;
            }
            ("pass", Some(turn)) if turn.phase() == Phase::Opening => {
                let error = PlayError::CannotPass { side: turn.side() };
                return self.complain(&self.texts.message(&error.message()), out);
            }
            ("" | "pass" | "done", Some(turn)) => return self.hand_over(&turn, out),
            (_, Some(turn)) => return self.act(turn, line, out),
        }
        Ok(Step::GoOn)
    }

    /// Applies one or more actions to the turn in progress.
    fn act(&mut self, mut turn: PartialTurn, line: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        // The `/` before another turn is optional here: the prompt has already asked for that turn.
        let is_unsigned = turn.phase() == Phase::AnotherTurn && !line.starts_with('/');
        let signed = if is_unsigned { format!("/ {line}") } else { line.into() };
        if let Err(error) = turn.extend(&signed) {
            return self.complain(&self.texts.message(&error.message()), out);
        }
        self.turn = Some(turn);
        self.is_changed = true;
        if turn.phase() != Phase::Done {
            return Ok(Step::GoOn);
        }
        if let Some(remark) = words::remark(&turn, &self.texts) {
            writeln!(out, "{remark}")?;
        }
        self.hand_over(&turn, out)
    }

    /// Ends the turn as it stands.
    fn hand_over(&mut self, turn: &PartialTurn, out: &mut impl Write) -> anyhow::Result<Step> {
        match turn.finish() {
            Ok(complete) => {
                self.current.game.play(&complete.turn)?;
                self.played(out)?;
                Ok(Step::GoOn)
            }
            Err(error) => self.complain(&self.texts.message(&error.message()), out),
        }
    }

    fn played(&mut self, out: &mut impl Write) -> anyhow::Result<()> {
        self.turn = self.current.game.begin_turn();
        self.is_changed = true;
        // A failed save does not end the game: the player can save to another file.
        let result = self.save();
        self.is_unsaved = result.is_err();
        if let Err(error) = result {
            let reason = format!("{error:#}");
            writeln!(out, "{}", self.texts.say("terminal.not_saved", &[("reason", &reason)]))?;
        }
        Ok(())
    }

    fn undo(&mut self, out: &mut impl Write) -> anyhow::Result<Step> {
        if let Some(turn) = &mut self.turn
            && turn.undo().is_some()
        {
            self.is_changed = true;
            return Ok(Step::GoOn);
        }
        let game = &mut self.current.game;
        if !matches!(game.termination(), None | Some(Termination::Normal)) {
            return self.refuse("terminal.no_way_back", out);
        }
        let first = game.start().to_move();
        let side = |number: usize| if number.is_multiple_of(2) { first } else { !first };
        // Back to a person's turn: the computer would only repeat its reply.
        let played = game.turns().len();
        let Some(last) = (0..played).rfind(|&number| self.current.players[side(number)].is_none()) else {
            return self.refuse("terminal.no_undo", out);
        };
        for _ in last..played {
            game.undo();
        }
        self.played(out)?;
        Ok(Step::GoOn)
    }

    /// Prints the best turns, with reasons if there is a table. During a turn, only those that begin with its actions.
    fn hint(&mut self, turn: &PartialTurn, out: &mut impl Write) -> anyhow::Result<()> {
        let begun = turn.so_far().actions();
        if let Judge::Oracle(table) = &self.judge
            && begun.is_empty()
            && let Some(found) = Hint::new(&**table, turn.start(), HintView::TURNS)?
        {
            return Ok(hint::write_hint(turn.start(), &found, &self.texts, out)?);
        }
        let mut turns = self.judge.turns(turn.start())?;
        turns.retain(|judged| judged.item.turn.actions().starts_with(begun));
        let turns = distinct_results(turns);
        if self.judge.is_exact() {
            return Ok(hint::write_turns(&turns, out)?);
        }
        Ok(hint::estimated::write(&turns, turn.rules(), self.search, &self.texts, out)?)
    }

    fn draw(&self, out: &mut impl Write) -> anyhow::Result<()> {
        let game = &self.current.game;
        let position = self.turn.as_ref().map_or(game.position(), |turn| turn.now());
        let drawing =
            board::Drawing { position, rules: game.rules(), over: game.is_over(), texts: &self.texts };
        Ok(write!(out, "\n{drawing}\n")?)
    }

    /// Prints why a command is refused, by catalogue key.
    pub(super) fn refuse(&self, key: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        self.complain(&self.texts.say(key, &[]), out)
    }

    /// Prints why a command is refused.
    pub(super) fn complain(&self, reason: &str, out: &mut impl Write) -> anyhow::Result<Step> {
        writeln!(out, "{}", self.texts.say("terminal.no", &[("reason", &reason)]))?;
        Ok(Step::GoOn)
    }
}
