use std::io::Write;

use indicatif::HumanCount;
use linja_games::store::upkeep::{Location, Restored, UpkeepError, restore};

use crate::args::RestoreArgs;
use crate::{Exit, progress, upkeep};

pub(crate) fn run(args: &RestoreArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let location = args.database.location()?;
    progress::catch_interrupts()?;
    let mut observer = upkeep::observer("rows");
    let restored = upkeep::wait_for(restore(&location, &args.file, args.replace, &mut observer))?;
    let keeps = match location {
        Location::Sqlite(_) => "--replace restores anyway, and keeps them in another file",
        Location::Postgres(_) => "make a backup of them; --replace then deletes them and restores",
    };
    let hint = |error: &UpkeepError| matches!(error, UpkeepError::NotEmpty).then_some(keeps);
    let Restored { header, kept } = match upkeep::settle(restored, hint)? {
        Ok(restored) => restored,
        Err(exit) => return Ok(exit),
    };
    writeln!(out, "{} rows of {} tables restored", HumanCount(header.rows()), header.tables.len())?;
    if let Some(kept) = kept {
        writeln!(out, "The games that were there before are in {}", kept.display())?;
    }
    Ok(Exit::Yes)
}
