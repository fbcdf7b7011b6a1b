//! Exceptions. Bad arguments are a `ValueError` with the message of the other crates.

use std::error::Error;
use std::path::Path;

use linja::RuleSet;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyMemoryError, PyOSError, PyValueError};

create_exception!(linja, TableError, PyException, "A table can't be used, or can't be written.");
create_exception!(
    linja,
    NotSolvedError,
    TableError,
    "The rule set has no table yet; `linja.solve` makes it."
);

/// A `ValueError` that says what is wrong.
pub(crate) fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The error and what caused it, in one line.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}

/// Says which table can't be used, why, and what to do.
pub(crate) fn unusable(error: &linja_oracle::TableError, rules: &RuleSet, path: &Path) -> PyErr {
    unusable_file(error, rules, path, "")
}

/// The same for a table of distances.
pub(crate) fn unusable_distances(error: &linja_oracle::TableError, rules: &RuleSet, path: &Path) -> PyErr {
    unusable_file(error, rules, path, "distance=True, ")
}

fn unusable_file(error: &linja_oracle::TableError, rules: &RuleSet, path: &Path, arguments: &str) -> PyErr {
    let said = format!("can't use the table {}: {}", path.display(), with_causes(error));
    match error {
        linja_oracle::TableError::Io(_) => PyOSError::new_err(said),
        linja_oracle::TableError::Memory(_) => PyMemoryError::new_err(said),
        _ => TableError::new_err(format!(
            "{said}; linja.solve(\"{rules}\", {arguments}again=True) replaces it"
        )),
    }
}

/// Says what to do about a missing table.
pub(crate) fn not_solved(rules: &RuleSet, data_dir: &Path) -> PyErr {
    NotSolvedError::new_err(format!(
        "the rule set {rules} is not solved yet in {}: linja.solve(\"{rules}\") solves it in about ten seconds of CPU time",
        data_dir.display()
    ))
}

/// Says what to do about a missing table of distances.
pub(crate) fn without_distances(rules: &RuleSet, path: &Path) -> PyErr {
    NotSolvedError::new_err(format!(
        "the rule set {rules} has no table of distances yet, {}: linja.solve(\"{rules}\", distance=True) makes it",
        path.display()
    ))
}

/// Says why no table was written.
pub(crate) fn unwritten(error: &linja_oracle::WriteError) -> PyErr {
    let said = with_causes(error);
    match error {
        linja_oracle::WriteError::Io { .. } => PyOSError::new_err(said),
        linja_oracle::WriteError::Solve(linja_oracle::SolveError::Memory(_)) => PyMemoryError::new_err(said),
        _ => TableError::new_err(said),
    }
}
