//! Long work: shown as a bar on a terminal and as a few plain lines elsewhere, and stopped by Ctrl-C.

use std::fmt;
use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

/// Set by the first Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on the first Ctrl-C asks the work to stop, and a second one ends the program at once.
pub(crate) fn catch_interrupts() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("can't wait for Ctrl-C")
}

pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// What a report of progress returns: stop after Ctrl-C, else go on.
pub(crate) fn or_interrupt() -> ControlFlow<()> {
    if interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// Positions or games done, out of a known number.
pub(crate) struct Progress {
    total: u64,
    /// What is counted.
    unit: &'static str,
    begun: Instant,
    /// On a terminal.
    bar: Option<ProgressBar>,
    /// Elsewhere: how many tenths have been told.
    told: AtomicU64,
}

impl Progress {
    pub(crate) fn new(total: u64, unit: &'static str) -> Progress {
        let bar = std::io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template(&format!(
                "{{percent:>3}} % {{bar:24.yellow}} {{human_pos}} of {{human_len}} {unit}{{msg}}, {{speed}} a second{{left}}",
            ));
            // The template is fixed; should it be wrong, the default bar serves as well.
            let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
            let speed = |state: &ProgressState, out: &mut dyn fmt::Write| {
                // A bar that can't be drawn is no reason to stop.
                let _ = write!(out, "{}", HumanCount(state.per_sec() as u64));
            };
            // The first layers are tiny, and a guess from them would frighten people.
            let left = |state: &ProgressState, out: &mut dyn fmt::Write| {
                if state.fraction() > 0.02 {
                    let _ = write!(out, ", {} left", HumanDuration(state.eta()));
                }
            };
            let style = style.with_key("speed", speed).with_key("left", left);
            ProgressBar::new(total).with_style(style.progress_chars("━╸─"))
        });
        Progress { total, unit, begun: Instant::now(), bar, told: AtomicU64::new(0) }
    }

    /// So many are done; `note` says where the work is.
    pub(crate) fn show(&self, done: u64, note: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(note.to_string());
            bar.set_position(done);
            return;
        }
        let tenths = done * 10 / self.total.max(1);
        if self.told.fetch_max(tenths, Ordering::Relaxed) < tenths {
            let seconds = self.begun.elapsed().as_secs_f64().max(1e-3);
            let speed = done as f64 / seconds;
            let left = (self.total.saturating_sub(done)) as f64 / speed.max(1.0);
            // Progress that nobody can read is no reason to stop.
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
