//! Sides are the words `black` and `red`.

use linja::Side;
use pyo3::PyResult;

use crate::errors::value_error;

pub(crate) fn read(side: &str) -> PyResult<Side> {
    side.parse().map_err(value_error)
}
