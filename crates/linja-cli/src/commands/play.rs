//! A game in the terminal, line by line.

mod file;
mod session;
mod words;

use std::io::{self, BufReader, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context as _;
use linja::{BySide, Game, Side};
use linja_players::{Chance, Strength};

use crate::args::{PlayArgs, SideArg};
use crate::{Answer, oracle};
use file::GameFile;
use session::{Session, Step};

pub(crate) fn run(args: &PlayArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let seed = args.seed.unwrap_or_else(|| {
        SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
    });
    let mut chance = Chance::new(seed);
    let file = args.file.clone().map(GameFile::new);
    let saved = file.as_ref().map(GameFile::load).transpose()?.flatten();
    let (game, saved_players) = if let Some((game, players)) = saved {
        anyhow::ensure!(
            args.rules.is_none_or(|rules| rules == *game.rules()),
            "the game in the file is played by {}; leave --rules out to go on with it",
            game.rules(),
        );
        (game, players)
    } else {
        let first = side(args.first, &mut chance);
        (Game::new(args.rules.unwrap_or_default(), first), BySide { black: None, red: None })
    };
    let players = match args.level {
        Some(level) => against(level, side(args.side, &mut chance)),
        None => saved_players,
    };
    let judge = oracle::judge(game.rules(), &args.search)?;
    let mut session = Session::new(game, players, judge, &args.search, file, seed);
    let mut input = BufReader::new(io::stdin());
    session.greet(out)?;
    loop {
        match session.step(&mut input, out).context("the game can't go on")? {
            Step::GoOn => {}
            Step::Leave => return Ok(Answer::Yes),
        }
    }
}

fn side(wanted: SideArg, chance: &mut Chance) -> Side {
    match wanted {
        SideArg::Side(side) => side,
        SideArg::Lot => Side::ALL[chance.below(2)],
    }
}

/// A person on `side`, the computer on the other.
fn against(level: Strength, side: Side) -> BySide<Option<Strength>> {
    BySide::from_fn(|seat| (seat != side).then_some(level))
}
