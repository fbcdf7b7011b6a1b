use std::io::Write;

use anyhow::Context as _;
use indicatif::HumanBytes;
use linja_oracle::{ALL_POSITIONS, SolveError, WriteError, pack_to_file};

use crate::args::PackArgs;
use crate::{Exit, progress, tables};

pub(crate) fn run(args: &PackArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rules = &args.table.rules.rules;
    let table = tables::open(rules, &args.table.data_dir)?;
    progress::catch_interrupts()?;
    let bar = progress::Progress::new(ALL_POSITIONS, "positions");
    let packed =
        pack_to_file(&table, args.threads.map_or_else(tables::threads, usize::from), &bar, &args.file);
    bar.finish();
    match packed {
        Ok(header) => {
            let (before, after) = (table.header().file_bytes(), header.file_bytes());
            writeln!(
                anstream::stderr(),
                "{rules}: {} instead of {}.",
                HumanBytes(after),
                HumanBytes(before)
            )?;
            writeln!(out, "{rules} {:032x} {}", header.values_hash, args.file.display())?;
            out.flush()?;
            Ok(Exit::Yes)
        }
        Err(WriteError::Solve(SolveError::Interrupted)) => {
            writeln!(anstream::stderr(), "Interrupted. No partial table was left.")?;
            Ok(Exit::Interrupted)
        }
        Err(WriteError::Read(error)) => Err(tables::unusable(error, &table)),
        Err(error) => Err(error).context(format!("can't pack the table of {rules}")),
    }
}
