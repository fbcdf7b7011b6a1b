use anyhow::{Context as _, anyhow};
use linja::RuleSet;
use linja_oracle::{Table, TableError};

use crate::args::DataDirArg;

/// The table of a rule set, if it has been solved.
pub(crate) fn find(rules: &RuleSet, data_dir: &DataDirArg) -> anyhow::Result<Option<Table>> {
    let tables = data_dir.tables()?;
    tables.open(rules).map_err(|error| {
        let what_to_do = match error {
            TableError::Io(_) => "",
            _ => "; linja solve --again makes it anew",
        };
        let path = tables.path(rules);
        anyhow!(error).context(format!("can't use the table {}{what_to_do}", path.display()))
    })
}

/// The table of a rule set, which must have been solved.
pub(crate) fn open(rules: &RuleSet, data_dir: &DataDirArg) -> anyhow::Result<Table> {
    find(rules, data_dir)?
        .with_context(|| format!("the rule set {rules} is not solved yet: run linja solve --rules {rules}"))
}

/// One thread for each core.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
