//! NumPy arrays as arguments and results. NumPy is called as any Python package; the data goes through buffers.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;

/// An array of whole numbers that was given, and its shape.
pub(crate) struct Given<'py, T> {
    pub(crate) items: Vec<T>,
    shape: Bound<'py, PyAny>,
}

impl<'py> Given<'py, u64> {
    /// Keys: an array or a list of whole numbers.
    pub(crate) fn keys(keys: &Bound<'py, PyAny>) -> PyResult<Given<'py, u64>> {
        Given::read(keys, "keys", "uint64")
    }
}

impl<'py, T: pyo3::buffer::Element> Given<'py, T> {
    pub(crate) fn read(array: &Bound<'py, PyAny>, name: &str, kind: &str) -> PyResult<Given<'py, T>> {
        let py = array.py();
        let numpy = py.import("numpy")?;
        let mut array = numpy.call_method1("asarray", (array,))?;
        let found: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        let empty = array.getattr("size")?.extract::<usize>()? == 0;
        if !empty && !matches!(found.as_str(), "u" | "i") {
            let found: String = array.getattr("dtype")?.str()?.extract()?;
            return Err(PyTypeError::new_err(format!("{name} must be whole numbers ({kind}), not {found}")));
        }
        // Before the next call, which makes an array of one dimension of a single number.
        let shape = array.getattr("shape")?;
        array = numpy.call_method1("ascontiguousarray", (array, kind))?;
        let items = PyBuffer::<T>::get(&array)?.to_vec(py)?;
        Ok(Given { items, shape })
    }

    pub(crate) fn shape(&self) -> PyResult<Vec<usize>> {
        self.shape.extract()
    }

    /// A result with one item for each that was given, in the same shape.
    pub(crate) fn like(&self, bytes: &[u8], kind: &str) -> PyResult<Py<PyAny>> {
        let flat = array(self.shape.py(), bytes, kind)?;
        Ok(flat.call_method1("reshape", (&self.shape,))?.unbind())
    }
}

/// An array of this type with these bytes.
pub(crate) fn array<'py>(py: Python<'py>, bytes: &[u8], kind: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("numpy")?.call_method1("frombuffer", (PyByteArray::new(py, bytes), kind))
}

/// The bytes of many words.
pub(crate) fn words(words: impl Iterator<Item = u64>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(8 * words.size_hint().0);
    words.for_each(|word| bytes.extend_from_slice(&word.to_ne_bytes()));
    bytes
}
