use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context as _, bail};
use indicatif::{HumanBytes, HumanCount};
use linja::RuleSet;
use linja_oracle::{
    ALL_POSITIONS, Header, Lack, Observer, Options, Progress, Resources, Simd, SolveError, Table, TableError,
    Tables, WriteError,
};

use crate::args::{NAME_ANOTHER, SolveArgs};
use crate::{Exit, progress};

pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let tables = Tables::in_data_dir(&args.table.data_dir.path()?);
    let rule_sets = if args.all { RuleSet::ALL.to_vec() } else { vec![args.table.rules.rules] };
    let mut options = Options::default();
    if let Some(threads) = args.threads {
        options.threads = threads.get();
    }
    if args.no_wide_vectors {
        options.simd = Simd::BASELINE;
    }
    progress::catch_interrupts()?;
    for rules in &rule_sets {
        if progress::interrupted() || solve_one(rules, args, &tables, &options, out)? == Exit::Interrupted {
            writeln!(anstream::stderr(), "Interrupted. No partial table was left.")?;
            return Ok(Exit::Interrupted);
        }
    }
    Ok(Exit::Yes)
}

fn solve_one(
    rules: &RuleSet,
    args: &SolveArgs,
    tables: &Tables,
    options: &Options,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    if !args.again {
        match tables.open(rules).and_then(|table| table.map(checked).transpose()) {
            Ok(Some(table)) => {
                tables.remove_leftover(rules);
                writeln!(anstream::stderr(), "{rules} is solved already.")?;
                write_solved(table.header(), tables, out)?;
                return Ok(Exit::Yes);
            }
            Ok(None) => {}
            Err(error) => writeln!(anstream::stderr(), "Replacing the table of {rules}: {error}.")?,
        }
    }
    check_resources(rules, tables, args.anyway)?;
    let bar = Bar(progress::Progress::new(ALL_POSITIONS, "positions"));
    let begun = std::time::Instant::now();
    let solved = tables.solve(rules, options, &bar);
    bar.0.finish();
    match solved {
        Ok(header) => {
            writeln!(anstream::stderr(), "{rules}: solved in {:.1} s.", begun.elapsed().as_secs_f64())?;
            write_solved(&header, tables, out)?;
            Ok(Exit::Yes)
        }
        Err(WriteError::Solve(SolveError::Interrupted)) => Ok(Exit::Interrupted),
        Err(error @ WriteError::Io { .. }) => {
            Err(error).context(format!("can't write the table of {rules}; {NAME_ANOTHER}"))
        }
        Err(error) => Err(error).context(format!("can't solve {rules}")),
    }
}

/// The table, if none of its pages is damaged.
fn checked(table: Table) -> Result<Table, TableError> {
    table.check().map(|()| table)
}

/// Prints the rule set, the hash of all values, and the path of the table.
fn write_solved(header: &Header, tables: &Tables, out: &mut impl Write) -> anyhow::Result<()> {
    let path = tables.path(&header.rules);
    writeln!(out, "{} {:032x} {}", header.rules, header.values_hash, path.display())?;
    Ok(out.flush()?)
}

/// Prints what solving needs.
///
/// # Errors
/// If there is too little memory or disk space.
fn check_resources(rules: &RuleSet, tables: &Tables, anyway: bool) -> anyhow::Result<()> {
    let needed = Resources::needed(rules);
    let available = Resources::available(tables.folder());
    let shown =
        |bytes: Option<u64>| bytes.map_or("unknown".to_string(), |bytes| HumanBytes(bytes).to_string());
    writeln!(
        anstream::stderr(),
        "Solving {rules}: {} positions. Needs {} of memory ({} free) and up to {} in {} ({} free).",
        HumanCount(ALL_POSITIONS),
        shown(needed.memory),
        shown(available.memory),
        shown(needed.disk),
        tables.folder().display(),
        shown(available.disk),
    )?;
    match needed.lacking(&available).filter(|_| !anyway) {
        None => Ok(()),
        Some(Lack::Memory) => {
            bail!("not enough memory to solve {rules}; close other programs, or try --anyway")
        }
        Some(Lack::Disk) => {
            bail!("not enough disk space for the table of {rules}; {NAME_ANOTHER}, or try --anyway")
        }
    }
}

struct Bar(progress::Progress);

impl Observer for Bar {
    fn report(&self, progress: Progress) -> ControlFlow<()> {
        let layer = progress.layer.map_or(String::new(), |layer| format!(", layer {layer}"));
        self.0.show(progress.positions, &layer);
        progress::or_interrupt()
    }
}
