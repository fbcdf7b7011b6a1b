//! Opening tables for commands, and what to print if one is missing or damaged.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use linja::RuleSet;
use linja_oracle::{Distances, Table, TableError, Tables};
use linja_players::Judge;
use linja_players::search::Limits;

use crate::args::{DataDirArg, NAME_ANOTHER, SearchArgs};

/// The table of a rule set; `None` if the rule set is not solved.
pub(crate) fn find(rules: &RuleSet, data_dir: &DataDirArg) -> anyhow::Result<Option<Table>> {
    let Some(data_dir) = data_dir.find()? else { return Ok(None) };
    let tables = Tables::in_data_dir(&data_dir);
    tables.open(rules).map_err(|error| unusable_file(error, &tables.path(rules), rules, ""))
}

/// The table of a rule set.
///
/// # Errors
/// If the rule set is not solved.
pub(crate) fn open(rules: &RuleSet, data_dir: &DataDirArg) -> anyhow::Result<Table> {
    find(rules, data_dir)?
        .with_context(|| format!("the rule set {rules} is not solved yet: run {}", solve_command(rules)))
}

/// The table of distances of a rule set.
///
/// # Errors
/// If there is none, or it is damaged.
pub(crate) fn open_distances(rules: &RuleSet, data_dir: &DataDirArg) -> anyhow::Result<Distances> {
    let tables = Tables::in_data_dir(&data_dir.path()?);
    let opened = tables.open_distances(rules);
    opened
        .map_err(|error| unusable_file(error, &tables.distances_path(rules), rules, DISTANCE))?
        .with_context(|| {
            format!(
                "there is no table of distances of {rules} yet: run linja solve {DISTANCE}--rules {rules}"
            )
        })
}

/// The table of a rule set, or a search if the rule set is not solved.
pub(crate) fn judge(rules: &RuleSet, args: &SearchArgs) -> anyhow::Result<Judge> {
    let table = if args.no_oracle { None } else { find(rules, &args.data_dir)? };
    Ok(match table {
        Some(table) => Judge::Oracle(Arc::new(table)),
        None => Judge::search(rules, Limits::time(args.time.0)),
    })
}

/// The option that turns exact values off.
pub(crate) const NO_ORACLE: &str = "--no-oracle";

/// The command that makes values exact.
pub(crate) fn solve_command(rules: &RuleSet) -> String {
    format!("linja solve --rules {rules}")
}

/// What `linja solve` needs to make a table of distances, and a blank.
const DISTANCE: &str = "--distance ";

/// Adds to `error` which table failed and what to do.
pub(crate) fn unusable(error: TableError, table: &Table) -> anyhow::Error {
    unusable_file(error, table.path(), table.rules(), "")
}

/// The same for a table of distances.
pub(crate) fn unusable_distances(error: TableError, distances: &Distances) -> anyhow::Error {
    unusable_file(error, distances.path(), &distances.header().rules, DISTANCE)
}

fn unusable_file(error: TableError, path: &Path, rules: &RuleSet, option: &str) -> anyhow::Error {
    let what_to_do = match error {
        TableError::Io(_) => format!("; check the file, or {NAME_ANOTHER}"),
        TableError::Memory(_) => String::new(),
        _ => format!("; linja solve --again {option}--rules {rules} replaces it"),
    };
    anyhow!(error).context(format!("can't use the table {}{what_to_do}", path.display()))
}

/// Adds to `error` which table failed and what to do, if the judge uses a table.
pub(crate) fn unusable_judge(error: TableError, judge: &Judge) -> anyhow::Error {
    match judge {
        Judge::Oracle(table) => unusable(error, table),
        Judge::Search(..) => anyhow!(error),
    }
}

/// One thread per core.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
