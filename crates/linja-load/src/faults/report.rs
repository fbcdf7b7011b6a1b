//! What happened in the rounds of each kind of fault.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::kind::Kind;
use crate::tally::Counts;

/// The counts of a run at one moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    turns: usize,
    repeated: u64,
    violations: u64,
}

impl From<&Counts> for Moment {
    fn from(counts: &Counts) -> Moment {
        let turns = counts.acknowledged.len();
        Moment { turns, repeated: counts.repeated, violations: counts.violations() }
    }
}

/// A round: the counts before and after it, and how long everything took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round {
    pub(crate) kind: Kind,
    pub(crate) before: Moment,
    pub(crate) after: Moment,
    /// How long the fault was on.
    pub(crate) fault: Duration,
    /// From its end until nothing was owed.
    pub(crate) owed: Duration,
    /// From its end until every pair had played a turn.
    pub(crate) playing: Duration,
}

/// All rounds by kind.
#[derive(Debug, Default)]
pub(crate) struct Report(BTreeMap<Kind, Vec<Round>>);

impl Report {
    pub(crate) fn add(&mut self, round: Round) {
        self.0.entry(round.kind).or_default().push(round);
    }
}

/// Writes one line for each kind.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let titles = ["rounds", "longest", "turns", "repeated", "owed paid", "all play", "violations"];
        write!(f, "  {:<16}", "fault")?;
        titles.iter().try_for_each(|title| write!(f, " {title:>10}"))?;
        for (kind, rounds) in &self.0 {
            let longest = |time: fn(&Round) -> Duration| {
                format!("{:.2} s", rounds.iter().map(time).max().unwrap_or_default().as_secs_f64())
            };
            let turns: usize = rounds.iter().map(|round| round.after.turns - round.before.turns).sum();
            let repeated: u64 = rounds.iter().map(|round| round.after.repeated - round.before.repeated).sum();
            let violations: u64 =
                rounds.iter().map(|round| round.after.violations - round.before.violations).sum();
            write!(f, "\n  {kind:<16} {:>10}", rounds.len())?;
            write!(f, " {:>10} {turns:>10} {repeated:>10}", longest(|round| round.fault))?;
            write!(f, " {:>10} {:>10}", longest(|round| round.owed), longest(|round| round.playing))?;
            write!(f, " {violations:>10}")?;
        }
        Ok(())
    }
}
