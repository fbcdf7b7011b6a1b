//! One game between levels and programs.

use std::collections::HashMap;
use std::time::Duration;

use linja::{BySide, Game, Margin, Side, Termination, Turn, Winner};
use linja_oracle::{Oracle, TableError};
use linja_players::{Decided, Fixture, Level, PlayedGame, choose};

use crate::args::{ArenaArgs, CommandLine, Entrant, TimeControl};
use crate::program::{Fault, Program, Stopped};
use crate::ugi::Go;

/// Why the arena stops.
pub(super) enum Halt {
    /// By Ctrl-C.
    Interrupted,
    Table(TableError),
    Failed(anyhow::Error),
}

impl From<TableError> for Halt {
    fn from(error: TableError) -> Halt {
        Halt::Table(error)
    }
}

/// What all games have in common.
pub(super) struct Playing<'a> {
    pub(super) args: &'a ArenaArgs,
    pub(super) players: &'a [Entrant],
    pub(super) oracle: Option<&'a dyn Oracle>,
}

/// The programs of one thread, by their place in the list of players. Each is started when it is first needed, and again
/// after a fault.
#[derive(Default)]
pub(super) struct Team(HashMap<usize, Program>);

impl Drop for Team {
    fn drop(&mut self) {
        self.0.drain().for_each(|(_, program)| program.quit());
    }
}

/// A game that goes on.
struct Running<'a> {
    playing: &'a Playing<'a>,
    fixture: Fixture,
    losses: BySide<Vec<u8>>,
    left: BySide<Duration>,
}

/// How a turn ends the game early.
enum Early {
    Halt(Halt),
    Fault(Side, Fault),
}

impl<E: Into<Halt>> From<E> for Early {
    fn from(error: E) -> Early {
        Early::Halt(error.into())
    }
}

impl Playing<'_> {
    pub(super) fn play(&self, team: &mut Team, fixture: Fixture) -> Result<PlayedGame<Entrant>, Halt> {
        let left = match self.args.time_control() {
            TimeControl::Clock { time, .. } | TimeControl::MoveTime(time) => time,
        };
        let mut running = Running {
            playing: self,
            fixture,
            losses: BySide { black: Vec::new(), red: Vec::new() },
            left: BySide { black: left, red: left },
        };
        let decided = match running.play_on(team) {
            Ok(decided) => decided,
            Err(Early::Halt(halt)) => return Err(halt),
            Err(Early::Fault(loser, fault)) => {
                // Whatever state it is in, the next game begins with a new process.
                team.0.remove(&running.fixture.seats[loser]);
                running.stop(if fault.is_about_time() {
                    Termination::Time(loser)
                } else {
                    Termination::Abandoned(Some(Winner::Side(!loser)))
                });
                Decided::ByFault { loser, reason: fault.to_string() }
            }
        };
        let Running { fixture, losses, .. } = running;
        let players = fixture.seats.map(|seat| self.players[seat].clone());
        Ok(PlayedGame { number: fixture.number, players, game: fixture.game, losses, decided })
    }

    /// The program at this place, started if need be.
    fn program<'t>(
        &self,
        team: &'t mut Team,
        seat: usize,
        command: &CommandLine,
    ) -> Result<&'t mut Program, Stopped> {
        match team.0.entry(seat) {
            std::collections::hash_map::Entry::Occupied(running) => Ok(running.into_mut()),
            std::collections::hash_map::Entry::Vacant(place) => {
                let rules = &self.args.table.rules.rules;
                Ok(place.insert(Program::start(command, rules, self.args.deadlines.patience.0)?))
            }
        }
    }
}

impl Running<'_> {
    fn game(&self) -> &Game {
        &self.fixture.game
    }

    /// Plays to the end of the game, or to where the table decides it.
    fn play_on(&mut self, team: &mut Team) -> Result<Decided, Early> {
        for side in Side::ALL {
            let seat = self.fixture.seats[side];
            if let Entrant::Program(command) = &self.playing.players[seat] {
                let ready = self.playing.program(team, seat, command).and_then(Program::new_game);
                ready.map_err(|stopped| early(side, stopped))?;
            }
        }
        let mut turns = 0;
        while !self.game().is_over() {
            if self.playing.args.adjudicate.is_some_and(|most| turns >= most.get())
                && let Some(oracle) = self.playing.oracle
            {
                return Ok(self.adjudicate(oracle)?);
            }
            self.play_turn(team)?;
            turns += 1;
        }
        Ok(Decided::OnTheBoard)
    }

    fn play_turn(&mut self, team: &mut Team) -> Result<(), Early> {
        let side = self.game().position().to_move();
        let seat = self.fixture.seats[side];
        let turn = match (&self.playing.players[seat], self.playing.oracle) {
            (Entrant::Program(command), _) => self.ask(team, side, seat, command)?,
            (Entrant::Level(level), Some(oracle)) => {
                let Fixture { game, chance, .. } = &mut self.fixture;
                let choice = choose(oracle, game.position(), *level, chance)?;
                // There is a choice as long as the game is not over.
                choice.map_or(Turn::PASS, |choice| choice.turn.item.turn)
            }
            (Entrant::Level(level), None) => {
                debug_assert_eq!(*level, Level::RANDOM, "other levels need a table");
                let turns = self.game().position().turns(self.game().rules());
                self.fixture.chance.one_of(&turns).map_or(Turn::PASS, |complete| complete.turn)
            }
        };
        let before = *self.game().position();
        let complete = match self.fixture.game.play(&turn) {
            Ok(complete) => *complete,
            Err(error) => return Err(Early::Halt(Halt::Failed(error.into()))),
        };
        if let Some(oracle) = self.playing.oracle {
            // The value of a position is that of its best turn.
            let (best, own) = (oracle.value(&before)?, oracle.value_after(&complete)?);
            self.losses[side].push((i16::from(best.0) - i16::from(own.0)).max(0) as u8);
        }
        Ok(())
    }

    /// Asks a program for its turn, and stops its clock.
    fn ask(
        &mut self,
        team: &mut Team,
        side: Side,
        seat: usize,
        command: &CommandLine,
    ) -> Result<Turn, Early> {
        let control = self.playing.args.time_control();
        let go = match control {
            TimeControl::MoveTime(time) => Go { move_time: Some(time), ..Go::default() },
            TimeControl::Clock { increment, .. } => Go {
                left: self.left.map(Some),
                increment: BySide { black: increment, red: increment },
                ..Go::default()
            },
        };
        let allowed = self.left[side] + self.playing.args.deadlines.grace.0;
        let program = self.playing.program(team, seat, command).map_err(|stopped| early(side, stopped))?;
        let answer = program.turn(&self.fixture.game, go, allowed);
        let (turn, took) = answer.map_err(|stopped| early(side, stopped))?;
        if let TimeControl::Clock { increment, .. } = control {
            self.left[side] = self.left[side].saturating_sub(took) + increment;
        }
        Ok(turn)
    }

    /// Breaks the game off: its exact margin counts.
    fn adjudicate(&mut self, oracle: &dyn Oracle) -> Result<Decided, TableError> {
        let position = self.game().position();
        let value = oracle.value(position)?;
        let margin = if position.to_move() == Side::Black { value } else { -value };
        self.stop(Termination::Abandoned(Some(match margin {
            Margin(1..) => Winner::Side(Side::Black),
            Margin(0) => Winner::Draw,
            Margin(_) => Winner::Side(Side::Red),
        })));
        Ok(Decided::ByTable(margin))
    }

    fn stop(&mut self, how: Termination) {
        // Only a game that is over can't be stopped.
        let _ = self.fixture.game.stop(how);
    }
}

fn early(side: Side, stopped: Stopped) -> Early {
    match stopped {
        Stopped::Interrupted => Early::Halt(Halt::Interrupted),
        Stopped::Fault(fault) => Early::Fault(side, fault),
    }
}
