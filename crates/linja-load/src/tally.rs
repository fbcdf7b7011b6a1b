//! Counts and latencies over all games.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::latency::Latencies;
use crate::violation::Violation;

/// The number of violations that are printed; the others are only counted.
const PRINTED: usize = 20;

/// Counts, shared by all games.
#[derive(Debug, Default)]
pub(crate) struct Tally(Mutex<Counts>);

/// The counts at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// From sending a turn to its acknowledgement.
    pub(crate) acknowledged: Latencies,
    /// From sending a turn to its event on the opponent's live connection.
    pub(crate) shown: Latencies,
    /// Games played to their end.
    pub(crate) finished: u64,
    /// Games that followed another one.
    pub(crate) rematches: u64,
    /// Games that the clock ended.
    pub(crate) time_losses: u64,
    /// Audited games.
    pub(crate) audited: u64,
    /// Audited events.
    pub(crate) audited_events: u64,
    /// Trees compared turn by turn.
    pub(crate) trees: u64,
    /// Commands sent more than once.
    pub(crate) repeated: u64,
    /// Commands sent more than once whose event was stored by an earlier attempt.
    pub(crate) found_stored: u64,
    /// How long each broken live connection took to reconnect.
    pub(crate) gaps: Latencies,
    /// The longest time between two events that one client saw.
    pub(crate) longest_silence: Duration,
    /// The largest difference between an event's time and the interval in which it must have happened.
    pub(crate) clock_off: Duration,
    /// Requests that the server refused because it could not serve them at the time.
    pub(crate) refused: u64,
    /// Errors by their code.
    pub(crate) errors: BTreeMap<String, u64>,
    /// Violations, as far as they are printed.
    violations: Vec<Violation>,
    more_violations: u64,
}

impl Tally {
    pub(crate) fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn error(&self, code: &str) {
        *self.lock().errors.entry(code.to_string()).or_default() += 1;
    }

    pub(crate) fn violation(&self, violation: Violation) {
        let mut counts = self.lock();
        if counts.violations.len() < PRINTED {
            eprintln!("violation: {violation}");
            counts.violations.push(violation);
        } else {
            counts.more_violations += 1;
        }
    }

    /// Returns the counts and resets them.
    pub(crate) fn take(&self) -> Counts {
        std::mem::take(&mut *self.lock())
    }
}

impl Counts {
    /// There was no violation.
    pub(crate) fn is_right(&self) -> bool {
        self.violations.is_empty()
    }

    /// The number of violations.
    pub(crate) fn violations(&self) -> u64 {
        self.violations.len() as u64 + self.more_violations
    }

    /// Adds the violations, errors and audits of an earlier phase, but not its latencies.
    pub(crate) fn add_faults_of(&mut self, before: Counts) {
        self.audited += before.audited;
        self.audited_events += before.audited_events;
        self.more_violations += before.more_violations;
        self.violations.extend(before.violations);
        for (code, count) in before.errors {
            *self.errors.entry(code).or_default() += count;
        }
    }

    /// The errors by code, or `none`.
    pub(crate) fn errors(&self) -> String {
        if self.errors.is_empty() {
            return "none".into();
        }
        let list: Vec<String> = self.errors.iter().map(|(code, count)| format!("{count} {code}")).collect();
        list.join(", ")
    }
}

/// Writes the violations.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_right() {
            return f.write_str("nothing lost, doubled, out of order or wrong");
        }
        write!(f, "{} VIOLATIONS", self.violations())?;
        self.violations.iter().try_for_each(|violation| write!(f, "\n    {violation}"))
    }
}
