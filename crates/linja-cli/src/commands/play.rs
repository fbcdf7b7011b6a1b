//! A game in the terminal, line by line.

mod current_game;
mod file;
mod input;
mod saving;
mod session;
mod words;

use std::io::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use linja::{BySide, Game, Side};
use linja_players::{Chance, Level};

use crate::args::{PlayArgs, SideArg};
use crate::{Exit, tables};
use current_game::CurrentGame;
use file::GameFile;
use input::Input;
use session::{Session, Step};

pub(crate) fn run(args: &PlayArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
    });
    let mut chance = Chance::new(seed);
    let file = args.file.clone().map(GameFile::new).transpose()?;
    let texts = args.lang.texts();
    let saved = file.as_ref().map(|file| file.load(&texts)).transpose()?.flatten();
    let is_new = saved.is_none();
    let mut current = if let Some(saved) = saved {
        check_arguments(&saved, args)?;
        saved
    } else {
        let first = side(args.first.unwrap_or(SideArg::Lot), &mut chance);
        CurrentGame::new(Game::new(args.rules.unwrap_or_default(), first))
    };
    if let Some(level) = args.level {
        let own = args.side.or(the_only_person(current.players).map(SideArg::Side));
        anyhow::ensure!(
            is_new || own.is_some(),
            "the game in the file is between two people; --side black or --side red says which side you play"
        );
        current.players = against(level, side(own.unwrap_or(SideArg::Lot), &mut chance));
    }
    let judge = tables::judge(current.game.rules(), &args.search)?;
    let mut session = Session::new(current, judge, &args.search, texts, file, seed);
    if is_new {
        // Fails before the game begins if the file can't be written.
        session.save()?;
    }
    let mut input = Input::new();
    session.greet(out)?;
    while session.step(&mut input, out).context("the game can't go on")? == Step::GoOn {}
    session.leave(out)?;
    Ok(Exit::Yes)
}

/// # Errors
/// If the arguments ask for another game than the saved one.
fn check_arguments(saved: &CurrentGame, args: &PlayArgs) -> anyhow::Result<()> {
    let rules = saved.game.rules();
    anyhow::ensure!(
        args.rules.is_none_or(|wanted| wanted == *rules),
        "the game in the file is played by {rules}; leave --rules out to go on with it",
    );
    let first = saved.game.start().to_move();
    anyhow::ensure!(
        args.first.is_none_or(|wanted| wanted == SideArg::Side(first)),
        "{first} began the game in the file; leave --first out to go on with it",
    );
    Ok(())
}

fn side(wanted: SideArg, chance: &mut Chance) -> Side {
    match wanted {
        SideArg::Side(side) => side,
        SideArg::Lot => Side::ALL[chance.below(2)],
    }
}

/// The side of the person, if exactly one plays.
fn the_only_person(players: BySide<Option<Level>>) -> Option<Side> {
    match (players.black, players.red) {
        (None, Some(_)) => Some(Side::Black),
        (Some(_), None) => Some(Side::Red),
        _ => None,
    }
}

/// A person on `side`, the computer on the other.
fn against(level: Level, side: Side) -> BySide<Option<Level>> {
    BySide::from_fn(|seat| (seat != side).then_some(level))
}
