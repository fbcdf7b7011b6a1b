use std::io::Write;

use linja::Side;
use linja_games::id::GameId;
use linja_games::store::upkeep::{
    ChangeError, Closed, Location, UpkeepError, close, remove, rename, seats_named, withdraw,
};

use crate::args::AdminCommand;
use crate::{Exit, upkeep};

pub(crate) fn run(command: &AdminCommand, out: &mut impl Write) -> anyhow::Result<Exit> {
    let done = match command {
        AdminCommand::Close(args) => {
            let closed = upkeep::wait_for(close(&args.database.location()?, args.game))?;
            closed.map(|closed| match closed {
                Closed::Ended => format!("{}: ended, nobody has lost", args.game),
                Closed::Withdrawn => format!("{}: withdrawn", args.game),
                Closed::Before => format!("{}: was over already", args.game),
            })
        }
        AdminCommand::Withdraw(args) => upkeep::wait_for(withdraw(&args.database.location()?, args.game))?
            .map(|()| format!("{}: withdrawn", args.game)),
        AdminCommand::Remove { game, .. } => upkeep::wait_for(remove(&game.database.location()?, game.game))?
            .map(|()| format!("{}: removed", game.game)),
        AdminCommand::Rename { game, side, name } => {
            let seats = vec![(game.game, *side)];
            rename_seats(&game.database.location()?, &seats, name.as_deref(), out)?
        }
        AdminCommand::RenameAll { old, new, database } => {
            let location = database.location()?;
            let seats = upkeep::wait_for(seats_named(&location, old))??;
            rename_seats(&location, &seats, new.as_deref(), out)?
        }
    };
    match done {
        Ok(line) => {
            writeln!(out, "{line}")?;
            Ok(Exit::Yes)
        }
        // The command was right, but there is nothing to change.
        Err(UpkeepError::Change(
            error @ (ChangeError::NoSuchGame(_) | ChangeError::NotWaiting(_) | ChangeError::NoPerson(..)),
        )) => {
            writeln!(anstream::stderr(), "linja: {error}")?;
            Ok(Exit::No)
        }
        Err(error) => Err(error.into()),
    }
}

/// Renames seats one by one and prints each. Returns the last line.
fn rename_seats(
    location: &Location,
    seats: &[(GameId, Side)],
    name: Option<&str>,
    out: &mut impl Write,
) -> anyhow::Result<Result<String, UpkeepError>> {
    for &(game, side) in seats {
        if let Err(error) = upkeep::wait_for(rename(location, game, side, name))? {
            return Ok(Err(error));
        }
        writeln!(out, "{game}: {side} renamed")?;
    }
    Ok(Ok(format!("names replaced: {}", seats.len())))
}
