use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, anyhow};
use linja::RuleSet;
use linja_oracle::{Table, TableError};

use linja_players::Judge;
use linja_players::search::Limits;

use crate::args::{DataDirArg, SearchArgs};

/// The table of a rule set, if it has been solved.
pub(crate) fn find(rules: &RuleSet, data_dir: &DataDirArg) -> anyhow::Result<Option<Table>> {
    // Without a data directory there is no table either.
    let Ok(tables) = data_dir.tables() else { return Ok(None) };
    tables.open(rules).map_err(|error| unusable(error, rules, &tables.path(rules)))
}

/// The table of a rule set, which must have been solved.
pub(crate) fn open(rules: &RuleSet, data_dir: &DataDirArg) -> anyhow::Result<Table> {
    find(rules, data_dir)?
        .with_context(|| format!("the rule set {rules} is not solved yet: run linja solve --rules {rules}"))
}

/// The table of a rule set, or the search where it has not been solved.
pub(crate) fn judge(rules: &RuleSet, args: &SearchArgs) -> anyhow::Result<Judge> {
    let table = if args.no_oracle { None } else { find(rules, &args.data_dir)? };
    Ok(match table {
        Some(table) => Judge::Oracle(Arc::new(table)),
        None => Judge::search(rules, Limits::time(args.time.0)),
    })
}

/// The option without which values would be exact.
pub(crate) const NO_ORACLE: &str = "--no-oracle";

/// What to do for exact values instead of the estimates of a search.
pub(crate) fn solve(rules: &RuleSet) -> String {
    format!("linja solve --rules {rules}")
}

/// Says which table can't be used and what to do about it.
pub(crate) fn unusable(error: TableError, rules: &RuleSet, path: &Path) -> anyhow::Error {
    let what_to_do = match error {
        TableError::Io(_) | TableError::Memory(_) => String::new(),
        _ => format!("; linja solve --again --rules {rules} makes it anew"),
    };
    anyhow!(error).context(format!("can't use the table {}{what_to_do}", path.display()))
}

/// The same for what a judge could not answer.
pub(crate) fn unusable_judge(error: TableError, judge: &Judge) -> anyhow::Error {
    match judge {
        Judge::Oracle(table) => unusable(error, table.rules(), table.path()),
        Judge::Search(..) => anyhow!(error),
    }
}

/// One thread for each core.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
