use std::env;
use std::path::PathBuf;

use directories::ProjectDirs;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// The folder for tables, which need not exist yet: LINJA_HOME, or the data directory of the platform. The program `linja`
/// uses the same.
#[pyfunction]
pub(crate) fn data_dir() -> PyResult<PathBuf> {
    let named = env::var_os("LINJA_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let platform = || ProjectDirs::from("", "", "linja").map(|folders| folders.data_dir().to_path_buf());
    named.or_else(platform).ok_or_else(|| {
        PyOSError::new_err("this machine has no data directory; name one with data_dir or LINJA_HOME")
    })
}

/// The named folder, or else the one that [`data_dir`] finds.
pub(crate) fn or_default(named: Option<PathBuf>) -> PyResult<PathBuf> {
    named.map_or_else(data_dir, Ok)
}
