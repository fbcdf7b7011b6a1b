//! What was counted over all games.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::latency::Latencies;
use crate::violation::Violation;

/// So many violations are told; of the others only the number.
const TOLD: usize = 20;

/// Counts, shared by all games.
#[derive(Debug, Default)]
pub(crate) struct Tally(Mutex<Counts>);

/// The counts at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// From sending a turn to its answer.
    pub(crate) acknowledged: Latencies,
    /// From sending a turn to the opponent's live connection.
    pub(crate) shown: Latencies,
    /// Games that were played to their end.
    pub(crate) finished: u64,
    /// Games whose events were read again and compared, with their record if they were over.
    pub(crate) audited: u64,
    /// Events compared when reading again.
    pub(crate) audited_events: u64,
    /// Trees of what can be done next that were compared turn by turn; of all others only whether they are there.
    pub(crate) trees: u64,
    /// Commands that were sent more than once.
    pub(crate) repeated: u64,
    /// Of those, commands whose event an earlier try had stored.
    pub(crate) found_stored: u64,
    /// Live connections that broke and were made again: how long each client was without.
    pub(crate) gaps: Latencies,
    /// The longest time between two events that one client saw.
    pub(crate) longest_silence: Duration,
    /// How far the server's time for an event was outside the time in which it can have happened.
    pub(crate) clock_off: Duration,
    /// Errors by their code.
    pub(crate) errors: BTreeMap<String, u64>,
    /// What was wrong.
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
        if counts.violations.len() < TOLD {
            eprintln!("violation: {violation}");
            counts.violations.push(violation);
        } else {
            counts.more_violations += 1;
        }
    }

    /// Everything so far, and zero from here on.
    pub(crate) fn take(&self) -> Counts {
        std::mem::take(&mut *self.lock())
    }
}

impl Counts {
    /// Nothing was wrong.
    pub(crate) fn is_right(&self) -> bool {
        self.violations.is_empty()
    }

    /// Adds what was counted before. Times are kept apart: only violations, errors and audits carry over.
    pub(crate) fn add_faults_of(&mut self, before: Counts) {
        self.audited += before.audited;
        self.audited_events += before.audited_events;
        self.more_violations += before.more_violations;
        self.violations.extend(before.violations);
        for (code, count) in before.errors {
            *self.errors.entry(code).or_default() += count;
        }
    }

    /// The errors by code, or that there was none.
    pub(crate) fn errors(&self) -> String {
        if self.errors.is_empty() {
            return "none".into();
        }
        let list: Vec<String> = self.errors.iter().map(|(code, count)| format!("{count} {code}")).collect();
        list.join(", ")
    }
}

/// Writes what was wrong.
impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_right() {
            return f.write_str("nothing lost, doubled, out of order or wrong");
        }
        write!(f, "{} VIOLATIONS", self.violations.len() as u64 + self.more_violations)?;
        self.violations.iter().try_for_each(|violation| write!(f, "\n    {violation}"))
    }
}
