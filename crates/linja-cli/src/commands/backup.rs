use std::io::Write;

use indicatif::HumanCount;
use linja_games::store::upkeep::{UpkeepError, backup};

use crate::args::BackupArgs;
use crate::{Exit, progress, upkeep};

pub(crate) fn run(args: &BackupArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let location = args.database.location()?;
    progress::catch_interrupts()?;
    let mut observer = upkeep::observer("rows");
    let written = upkeep::wait_for(backup(&location, &args.file, args.force, &mut observer))?;
    let hint = |error: &UpkeepError| {
        matches!(error, UpkeepError::Exists(_)).then_some("name another file, or replace it with --force")
    };
    let header = match upkeep::settle(written, hint)? {
        Ok(header) => header,
        Err(exit) => return Ok(exit),
    };
    let rows = |name: &str| {
        let table = header.tables.iter().find(|table| table.name == name);
        HumanCount(table.map_or(0, |table| table.rows))
    };
    writeln!(out, "{}: {} games, {} events", args.file.display(), rows("games"), rows("events"))?;
    Ok(Exit::Yes)
}
