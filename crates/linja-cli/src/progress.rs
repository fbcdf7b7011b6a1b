//! Progress of long commands: a bar on a terminal, plain lines elsewhere. Ctrl-C stops the command.

use std::fmt;
use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use linja_oracle::Observer;

/// Set by the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Installs the handler: the first Ctrl-C asks the command to stop, the second ends the program at once.
pub(crate) fn catch_interrupts() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("can't install a handler for Ctrl-C")
}

pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The reply to a progress report: stop after Ctrl-C.
pub(crate) fn or_interrupt() -> ControlFlow<()> {
    if interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// A count of positions or games, out of a known total.
pub(crate) struct Progress {
    total: u64,
    /// The plural noun for what is counted.
    unit: &'static str,
    begun: Instant,
    /// `None` if standard error is no terminal.
    bar: Option<ProgressBar>,
    /// Without a bar: the tenths printed so far.
    printed: AtomicU64,
}

impl Progress {
    pub(crate) fn new(total: u64, unit: &'static str) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(&format!(
                "{{percent:>3}} % {{bar:24.yellow}} {{human_pos}} of {{human_len}} {unit}{{msg}}, {{speed}} a second{{left}}",
            ));
            // The template is a constant; the default bar is a fallback for a mistake in it.
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
                // Failing to draw the bar does not stop the work.
                let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
            };
            // The first layers are tiny and slow: an estimate from them would be far too high.
            let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
                if state.fraction() > 0.02 {
                    let _ = write!(out, ", {} left", HumanDuration(state.eta()));
                }
            };
            let style = style.with_key("speed", speed).with_key("left", left);
            ProgressBar::new(total).with_style(style.progress_chars("━╸─"))
        });
        Progress { total, unit, begun: Instant::now(), bar, printed: AtomicU64::new(0) }
    }

    /// Shows that `done` are done; `note` is printed after the count.
    pub(crate) fn show(&self, done: u64, note: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(note.to_string());
            bar.set_position(done);
            return;
        }
        let tenths = done * 10 / self.total.max(1);
        if self.printed.fetch_max(tenths, Ordering::Relaxed) < tenths {
            let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
            let speed = done as f64 / seconds;
            let left = (self.total.saturating_sub(done)) as f64 / speed.max(1.0);
            // A closed standard error does not stop the work.
            let _ = writeln!(
                anstream::stderr(),
                "{:>3} %  {} of {} {}{note}, {} a second, {left:.0} s left",
                tenths * 10,
                HumanCount(done),
                HumanCount(self.total),
                self.unit,
                HumanCount(speed as u64)
            );
        }
    }

    /// Removes the bar; plain lines stay.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Shows the positions and the layer, and stops after Ctrl-C.
impl Observer for Progress {
    fn report(&self, progress: linja_oracle::Progress) -> ControlFlow<()> {
        let layer = progress.layer.map_or(String::new(), |layer| format!(", layer {layer}"));
        self.show(progress.positions, &layer);
        or_interrupt()
    }
}

/// A count without a known total.
pub(crate) struct Counting {
    begun: Instant,
    unit: &'static str,
    /// `None` if standard error is no terminal.
    bar: Option<ProgressBar>,
    /// Without a bar: the count to print next.
    next: AtomicU64,
}

impl Counting {
    /// Without a bar, it prints the count at every doubling from `first` on.
    pub(crate) fn new(unit: &'static str, first: u64) -> Counting {
        let bar = std::io::stderr().is_terminal().then(ProgressBar::new_spinner);
        Counting { begun: Instant::now(), unit, bar, next: AtomicU64::new(first) }
    }

    /// Shows that `done` are done.
    pub(crate) fn show(&self, done: u64) {
        let speed = done as f64 / self.begun.elapsed().as_secs_f64().max(1e-3);
        let text = format!("{} {}, {} a second", HumanCount(done), self.unit, HumanCount(speed as u64));
        if let Some(bar) = &self.bar {
            bar.set_message(text);
            bar.tick();
        } else if done >= self.next.load(Ordering::Relaxed) {
            self.next.store(2 * done, Ordering::Relaxed);
            // A closed standard error does not stop the work.
            let _ = writeln!(anstream::stderr(), "{text}");
        }
    }

    /// Removes the bar; plain lines stay.
    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
