//! What the commands for operators share: they wait for the database, show progress, and stop after Ctrl-C.

use std::future::Future;
use std::io::Write as _;
use std::ops::ControlFlow;

use anyhow::Context as _;
use linja_games::store::upkeep::{self, UpkeepError};

use crate::{Exit, progress};

/// Runs an operation on the database.
pub(crate) fn wait_for<T>(operation: impl Future<Output = T>) -> anyhow::Result<T> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.context("can't start a thread")?.block_on(operation))
}

/// Shows the progress of an operation on `unit`s, and stops it after Ctrl-C.
pub(crate) fn observer(unit: &'static str) -> impl FnMut(upkeep::Progress) -> ControlFlow<()> {
    let mut bar = None;
    move |upkeep::Progress { done, total }| {
        let bar = bar.get_or_insert_with(|| progress::Progress::new(total, unit));
        bar.show(done, "");
        if done == total {
            bar.finish();
        }
        progress::or_interrupt()
    }
}

/// The result of an operation; `Err` with the exit code if it was interrupted.
///
/// # Errors
/// If the operation failed; `hint` adds what to do about it.
pub(crate) fn settle<T>(
    result: Result<T, UpkeepError>,
    hint: impl FnOnce(&UpkeepError) -> Option<&'static str>,
) -> anyhow::Result<Result<T, Exit>> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(UpkeepError::Interrupted) => {
            writeln!(anstream::stderr(), "Interrupted; nothing was changed.")?;
            Ok(Err(Exit::Interrupted))
        }
        Err(error) => {
            let hint = hint(&error);
            let error = anyhow::Error::new(error);
            Err(match hint {
                Some(hint) => anyhow::anyhow!("{error}; {hint}"),
                None => error,
            })
        }
    }
}
