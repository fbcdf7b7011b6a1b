//! A game in the terminal, line by line.

mod file;
mod keeping;
mod refusal;
mod session;
mod words;

use std::io::{self, BufReader, IsTerminal as _, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use linja::{BySide, Game, Side};
use linja_players::{Chance, Level};

use crate::args::{PlayArgs, SideArg};
use crate::{Answer, oracle};
use file::{GameFile, SavedGame};
use session::{Session, Step};

pub(crate) fn run(args: &PlayArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
    });
    let mut chance = Chance::new(seed);
    let file = args.file.clone().map(GameFile::new).transpose()?;
    let saved = file.as_ref().map(GameFile::load).transpose()?.flatten();
    let is_new = saved.is_none();
    let mut saved = if let Some(saved) = saved {
        fitting(saved, args)?
    } else {
        let first = side(args.first.unwrap_or(SideArg::Lot), &mut chance);
        SavedGame::new(Game::new(args.rules.unwrap_or_default(), first))
    };
    if let Some(level) = args.level {
        let own = args.side.or(the_only_person(saved.players).map(SideArg::Side));
        anyhow::ensure!(
            is_new || own.is_some(),
            "two people play the game in the file; say with --side which of them plays on"
        );
        saved.players = against(level, side(own.unwrap_or(SideArg::Lot), &mut chance));
    }
    let judge = oracle::judge(saved.game.rules(), &args.search)?;
    let mut session = Session::new(saved, judge, &args.search, args.lang.texts(), file, seed);
    if is_new {
        // A file that can't be written is better known before the game than after it.
        session.save()?;
    }
    // Where nobody types, the lines that are read are shown, so that the output is a whole conversation.
    let echo = !io::stdin().is_terminal();
    let mut input = BufReader::new(io::stdin());
    session.greet(out)?;
    while session.step(&mut input, echo, out).context("the game can't go on")? == Step::GoOn {}
    session.leave(out)?;
    Ok(Answer::Yes)
}

/// A saved game, if the other arguments do not ask for another one.
fn fitting(saved: SavedGame, args: &PlayArgs) -> anyhow::Result<SavedGame> {
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
    Ok(saved)
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
