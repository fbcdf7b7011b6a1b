use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use indicatif::{HumanBytes, HumanCount};
use linja::RuleSet;
use linja_oracle::{
    ALL_POSITIONS, Header, Lack, Options, Resources, Simd, SolveError, TableError, Tables, WriteError,
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

/// Makes the table of a rule set, and the table of distances if it is wanted.
fn solve_one(
    rules: &RuleSet,
    args: &SolveArgs,
    tables: &Tables,
    options: &Options,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let solved = make(Kind::Values, rules, args, tables, options, out)?;
    if solved != Exit::Yes || !args.distance {
        return Ok(solved);
    }
    if progress::interrupted() {
        return Ok(Exit::Interrupted);
    }
    make(Kind::Distances, rules, args, tables, options, out)
}

/// What is found for every position.
#[derive(Clone, Copy)]
enum Kind {
    Values,
    Distances,
}

impl Kind {
    fn path(self, tables: &Tables, rules: &RuleSet) -> PathBuf {
        match self {
            Kind::Values => tables.path(rules),
            Kind::Distances => tables.distances_path(rules),
        }
    }

    /// What the file is called in messages.
    fn name(self) -> &'static str {
        match self {
            Kind::Values => "table",
            Kind::Distances => "table of distances",
        }
    }

    /// The header of an existing file; `None` if there is none.
    ///
    /// # Errors
    /// If any part of the file is damaged.
    fn existing(self, tables: &Tables, rules: &RuleSet) -> Result<Option<Header>, TableError> {
        match self {
            Kind::Values => {
                let table = tables.open(rules)?;
                table.map(|table| table.check().map(|()| *table.header())).transpose()
            }
            Kind::Distances => {
                let distances = tables.open_distances(rules)?;
                distances.map(|table| table.check().map(|()| *table.header())).transpose()
            }
        }
    }

    fn needed(self, rules: &RuleSet) -> Resources {
        match self {
            Kind::Values => Resources::needed(rules),
            Kind::Distances => Resources::needed_for_distances(rules),
        }
    }
}

/// Makes one file of a rule set, unless it exists.
fn make(
    kind: Kind,
    rules: &RuleSet,
    args: &SolveArgs,
    tables: &Tables,
    options: &Options,
    out: &mut impl Write,
) -> anyhow::Result<Exit> {
    let (name, path) = (kind.name(), kind.path(tables, rules));
    if !args.again {
        match kind.existing(tables, rules) {
            Ok(Some(header)) => {
                tables.remove_leftover(rules);
                writeln!(anstream::stderr(), "{}", already(kind, rules))?;
                write_solved(&header, &path, out)?;
                return Ok(Exit::Yes);
            }
            Ok(None) => {}
            Err(error) => writeln!(anstream::stderr(), "Replacing the {name} of {rules}: {error}.")?,
        }
    }
    check_resources(kind, rules, tables, args.anyway)?;
    let bar = progress::Progress::new(ALL_POSITIONS, "positions");
    let begun = std::time::Instant::now();
    let solved = match kind {
        Kind::Values => tables.solve(rules, options, &bar),
        Kind::Distances => tables.solve_distances(rules, options, &bar),
    };
    bar.finish();
    match solved {
        Ok(header) => {
            writeln!(anstream::stderr(), "{rules}: solved in {:.1} s.", begun.elapsed().as_secs_f64())?;
            write_solved(&header, &path, out)?;
            Ok(Exit::Yes)
        }
        Err(WriteError::Solve(SolveError::Interrupted)) => Ok(Exit::Interrupted),
        Err(error @ WriteError::Io { .. }) => {
            Err(error).context(format!("can't write the {name} of {rules}; {NAME_ANOTHER}"))
        }
        Err(error) => Err(error).context(format!("can't solve {rules}")),
    }
}

fn already(kind: Kind, rules: &RuleSet) -> String {
    match kind {
        Kind::Values => format!("{rules} is solved already."),
        Kind::Distances => format!("{rules} has a table of distances already."),
    }
}

/// Prints the rule set, the hash of all values or distances, and the path of the file.
fn write_solved(header: &Header, path: &Path, out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "{} {:032x} {}", header.rules, header.values_hash, path.display())?;
    Ok(out.flush()?)
}

/// Prints what solving needs.
///
/// # Errors
/// If there is too little memory or disk space.
fn check_resources(kind: Kind, rules: &RuleSet, tables: &Tables, anyway: bool) -> anyhow::Result<()> {
    let needed = kind.needed(rules);
    let available = Resources::available(tables.folder());
    let shown =
        |bytes: Option<u64>| bytes.map_or("unknown".to_string(), |bytes| HumanBytes(bytes).to_string());
    writeln!(
        anstream::stderr(),
        "{} {rules}: {} positions. Needs {} of memory ({} free) and up to {} in {} ({} free).",
        match kind {
            Kind::Values => "Solving",
            Kind::Distances => "Finding the distances of",
        },
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
            bail!("not enough disk space for the {} of {rules}; {NAME_ANOTHER}, or try --anyway", kind.name())
        }
    }
}
