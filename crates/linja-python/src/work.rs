//! Long work: runs on another thread, without Python's lock, while this one waits and looks for Ctrl-C.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use linja_oracle::{Observer, Progress};
use pyo3::prelude::*;

/// How often Python is asked whether to go on.
const EVERY: Duration = Duration::from_millis(50);

/// Does the work and calls `look` now and then, with Python's lock. If it fails (Ctrl-C included), sets `stop`, waits for
/// the end of the work, and returns the error.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (result, failed) = py.detach(|| {
        thread::scope(|scope| {
            let (done, finished) = mpsc::channel::<()>();
            let worker = scope.spawn(move || {
                // Dropped at the end, also by a panic.
                let _done = done;
                work()
            });
            let mut failed = None;
            while finished.recv_timeout(EVERY) == Err(mpsc::RecvTimeoutError::Timeout) {
                if failed.is_none() {
                    let looked = Python::attach(|py| py.check_signals().and_then(|()| look(py)));
                    failed = looked.err();
                    if failed.is_some() {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
            }
            (worker.join(), failed)
        })
    });
    match (failed, result) {
        (Some(error), _) => Err(error),
        (None, Ok(result)) => Ok(result),
        (None, Err(panic)) => std::panic::resume_unwind(panic),
    }
}

/// Does work that a flag stops; Ctrl-C sets it.
pub(crate) fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let given = Arc::clone(&stop);
    watched(py, &stop, |_| Ok(()), move || work(given))
}

/// Does work with an observer, and tells `progress` the positions so far and the total; an exception in it stops the work.
pub(crate) fn observed<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&dyn Observer) -> T + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    let last: Mutex<Option<Progress>> = Mutex::new(None);
    let observer = |report: Progress| {
        *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(report);
        if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let tell = |py: Python<'_>| -> PyResult<()> {
        let report = last.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(progress), Some(report)) = (progress, report) {
            progress.call1(py, (report.positions, report.total))?;
        }
        Ok(())
    };
    let done = watched(py, &stop, tell, || work(&observer))?;
    // The last report, which nobody waited for.
    tell(py)?;
    Ok(done)
}
