use std::path::PathBuf;

use linja_oracle::{Observer, Options, Tables};
use pyo3::prelude::*;

use crate::errors::unwritten;
use crate::rule_set::{Rules, or_bonus};
use crate::table::Table;
use crate::{data_dir, work};

/// The number of threads: one for each core unless it is given.
pub(crate) fn threads(threads: Option<usize>) -> usize {
    threads.map_or_else(|| Options::default().threads, |threads| threads.max(1))
}

/// Solves a rule set and opens its table: about ten seconds of CPU time, 1.1 GB of memory and 350 MB on the disk. A table
/// that is there already is opened, unless `again` is true.
///
/// With `distance=True` it also makes the table for `Table.distance`, unless that is there: about twenty seconds of CPU time more,
/// and twice the memory.
///
/// `progress` is called now and then with the number of positions solved so far and their total, and for the distances from the
/// beginning. Ctrl-C, or an exception in `progress`, stops the work and leaves no partial file.
#[pyfunction]
#[pyo3(signature = (rules = None, *, data_dir = None, threads = None, progress = None, again = false, distance = false))]
pub(crate) fn solve(
    py: Python<'_>,
    rules: Option<Rules<'_>>,
    data_dir: Option<PathBuf>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    again: bool,
    distance: bool,
) -> PyResult<Table> {
    let rules = or_bonus(rules)?;
    let folder = data_dir::or_default(data_dir)?;
    let tables = Tables::in_data_dir(&folder);
    let options = Options { threads: self::threads(threads), ..Options::default() };
    if again || !tables.path(&rules).exists() {
        let solve = |observer: &dyn Observer| tables.solve(&rules, &options, observer);
        work::observed(py, progress.as_ref(), solve)?.map_err(|error| unwritten(&error))?;
    }
    if distance && (again || !tables.distances_path(&rules).exists()) {
        let solve = |observer: &dyn Observer| tables.solve_distances(&rules, &options, observer);
        work::observed(py, progress.as_ref(), solve)?.map_err(|error| unwritten(&error))?;
    }
    Table::open(&rules, Some(folder))
}
