use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context as _, bail};
use indicatif::{HumanBytes, HumanCount};
use linja::RuleSet;
use linja_oracle::{
    ALL_POSITIONS, Header, Observer, Options, Progress, Resources, Simd, SolveError, Table, TableError,
    Tables, WriteError,
};

use crate::args::SolveArgs;
use crate::{Answer, progress};

pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let tables = args.data_dir.tables()?;
    let rule_sets = if args.all { RuleSet::ALL.to_vec() } else { vec![args.rules.rules] };
    let mut options = Options::default();
    if let Some(threads) = args.threads {
        options.threads = threads.get();
    }
    if args.no_wide_vectors {
        options.simd = Simd::BASELINE;
    }
    progress::catch_interrupts()?;
    for rules in &rule_sets {
        if progress::interrupted() || solve_one(rules, args, &tables, &options, out)? == Answer::Interrupted {
            writeln!(anstream::stderr(), "Interrupted. Nothing was left behind.")?;
            return Ok(Answer::Interrupted);
        }
    }
    Ok(Answer::Yes)
}

fn solve_one(
    rules: &RuleSet,
    args: &SolveArgs,
    tables: &Tables,
    options: &Options,
    out: &mut impl Write,
) -> anyhow::Result<Answer> {
    if !args.again {
        match tables.open(rules).and_then(|table| table.map(checked).transpose()) {
            Ok(Some(table)) => {
                tables.remove_leftover(rules);
                writeln!(anstream::stderr(), "{rules} is solved already.")?;
                write_solved(table.header(), tables, out)?;
                return Ok(Answer::Yes);
            }
            Ok(None) => {}
            Err(error) => writeln!(anstream::stderr(), "The table of {rules} is made anew: {error}.")?,
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
            Ok(Answer::Yes)
        }
        Err(WriteError::Solve(SolveError::Interrupted)) => Ok(Answer::Interrupted),
        Err(error) => Err(error).context(format!("can't solve {rules}")),
    }
}

/// The table, if none of its pages is damaged.
fn checked(table: Table) -> Result<Table, TableError> {
    table.check().map(|()| table)
}

/// Rule set, hash of all values, and where the table is.
fn write_solved(header: &Header, tables: &Tables, out: &mut impl Write) -> anyhow::Result<()> {
    let path = tables.path(&header.rules);
    writeln!(out, "{} {:032x} {}", header.rules, header.values_hash, path.display())?;
    Ok(out.flush()?)
}

/// Says what solving needs, and refuses if that is not there.
fn check_resources(rules: &RuleSet, tables: &Tables, anyway: bool) -> anyhow::Result<()> {
    let needed = Resources::needed(rules);
    let available = Resources::available(tables.folder());
    let tell =
        |bytes: Option<u64>| bytes.map_or("unknown".to_string(), |bytes| HumanBytes(bytes).to_string());
    writeln!(
        anstream::stderr(),
        "Solving {rules}: {} positions. Needs {} of memory ({} free) and up to {} in {} ({} free).",
        HumanCount(ALL_POSITIONS),
        tell(needed.memory),
        tell(available.memory),
        tell(needed.disk),
        tables.folder().display(),
        tell(available.disk),
    )?;
    let lacks = |needed: Option<u64>, available: Option<u64>| {
        needed.zip(available).is_some_and(|(needed, available)| available < needed)
    };
    if !anyway && lacks(needed.memory, available.memory) {
        bail!("not enough memory to solve {rules}; close something, or try --anyway");
    }
    if !anyway && lacks(needed.disk, available.disk) {
        bail!(
            "not enough room on the disk for the table of {rules}; name another folder with --data-dir, or try --anyway"
        );
    }
    Ok(())
}

struct Bar(progress::Progress);

impl Observer for Bar {
    fn report(&self, progress: Progress) -> ControlFlow<()> {
        let layer = progress.layer.map_or(String::new(), |layer| format!(", layer {layer}"));
        self.0.show(progress.positions, &layer);
        progress::or_interrupt()
    }
}
