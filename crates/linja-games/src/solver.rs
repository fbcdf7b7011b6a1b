//! Solves missing tables in the background without slowing down games.
//!
//! The default rule set is solved first, then rule sets that are being played; the rest waits until the server is idle.
//! Solving uses half of the cores at the lowest priority.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime};

use linja::RuleSet;
use linja_api::{MissingCode, TableStatus, WaitingCode};
use linja_oracle::{ALL_POSITIONS, Lack, Observer, Options, Progress, Resources, SolveError, WriteError};
use tokio::sync::{oneshot, watch};

use crate::Boxed;
use crate::open_tables::OpenTables;
use crate::room::Rooms;

/// Interval of checks for an idle server and for tables made by other programs.
const LOOK: Duration = Duration::from_secs(2);
/// Retry delay for a table that another program is solving.
const AGAIN_IF_BUSY: Duration = Duration::from_secs(30);
/// Retry delay after a lack of memory or disk space.
const AGAIN_IF_POOR: Duration = Duration::from_mins(5);

/// Opens the tables of a server and solves the missing ones.
pub struct Solver {
    /// The tables.
    pub tables: Arc<OpenTables>,
    /// The games, to find out which rule sets are being played.
    pub rooms: Arc<Rooms>,
    /// Solve missing tables; otherwise only open tables that appear.
    pub solve: bool,
    /// The server is idle when nobody has played for this long.
    pub quiet: Duration,
    /// Turns true when the server is stopping.
    pub stopping: watch::Receiver<bool>,
}

impl Solver {
    /// Opens the existing tables and solves the missing ones, one at a time, until the server stops.
    #[must_use]
    pub fn run(self) -> Boxed<'static, ()> {
        Box::pin(async move {
            let Solver { tables, rooms, solve, quiet, mut stopping } = self;
            let begun = Instant::now();
            let opening = tables.clone();
            // `open_all` logs errors. After a panic, the tables opened so far stay open.
            let _ = tokio::task::spawn_blocking(move || opening.open_all()).await;
            let mut missing: Vec<RuleSet> =
                RuleSet::ALL.into_iter().filter(|&rules| tables.table(rules).is_none()).collect();
            missing.sort_by_key(|&rules| rules != RuleSet::default());
            let mut files = Files::default();
            // Damaged tables are already logged; retry them only after their file has changed.
            for &rules in missing.iter().filter(|&&rules| is_damaged(&tables, rules)) {
                files.know(&tables, rules);
            }
            // Tables that are not solved now, and when to retry, if ever. Another program may provide them.
            let mut of_others: Vec<(RuleSet, Option<Instant>)> = Vec::new();
            if !solve {
                for rules in missing.drain(..) {
                    if !is_damaged(&tables, rules) {
                        tables.set(rules, MissingCode::SwitchedOff);
                    }
                    of_others.push((rules, None));
                }
            }
            while !(*stopping.borrow_and_update() || missing.is_empty() && of_others.is_empty()) {
                let due =
                    of_others.extract_if(.., |(_, again)| again.is_some_and(|again| again <= Instant::now()));
                missing.extend(due.map(|(rules, _)| rules));
                let in_play = if missing.is_empty() { Vec::new() } else { rooms.in_play(quiet) };
                let is_idle = in_play.is_empty() && begun.elapsed() >= quiet;
                let next = next(&missing, &in_play, is_idle);
                missing.retain(|&rules| Some(rules) != next);
                for &rules in &missing {
                    tables.set(
                        rules,
                        if next.is_some() { WaitingCode::InLine } else { WaitingCode::UntilIdle },
                    );
                }
                if let Some(rules) = next {
                    if let Some(lacking) = make(tables.clone(), rules, stopping.clone()).await {
                        of_others.push((rules, again(lacking).map(|later| Instant::now() + later)));
                    }
                    continue;
                }
                // Ends early when the server stops.
                let _ = tokio::time::timeout(LOOK, stopping.changed()).await;
                let wanted = missing.iter().copied().chain(of_others.iter().map(|&(rules, _)| rules));
                for rules in files.changed(&tables, wanted.collect()) {
                    let opening = tables.clone();
                    // `open` logs why a table can't be used.
                    let _ = tokio::task::spawn_blocking(move || opening.open(rules)).await;
                }
                missing.retain(|&rules| tables.table(rules).is_none());
                of_others.retain(|&(rules, _)| tables.table(rules).is_none());
            }
        })
    }
}

/// The retry delay; `None` if retrying is pointless.
fn again(lacking: MissingCode) -> Option<Duration> {
    match lacking {
        MissingCode::Busy => Some(AGAIN_IF_BUSY),
        MissingCode::NoMemory | MissingCode::NoDisk => Some(AGAIN_IF_POOR),
        MissingCode::Damaged | MissingCode::Failed | MissingCode::SwitchedOff => None,
    }
}

/// Detects new and changed table files.
#[derive(Default)]
struct Files {
    last: HashMap<RuleSet, Stamp>,
    tried: HashMap<RuleSet, Stamp>,
}

/// Size and modification time, to detect changes of a file.
type Stamp = (u64, Option<SystemTime>);

impl Files {
    /// Marks the current file as tried.
    fn know(&mut self, tables: &OpenTables, rules: RuleSet) {
        self.tried.extend(stamp(tables, rules).map(|stamp| (rules, stamp)));
    }

    /// The rule sets whose file is untried and unchanged since the last call, and so no longer being copied.
    fn changed(&mut self, tables: &OpenTables, mut wanted: Vec<RuleSet>) -> Vec<RuleSet> {
        wanted.retain(|&rules| {
            let Some(now) = stamp(tables, rules) else { return false };
            let is_still = self.last.insert(rules, now) == Some(now);
            is_still && self.tried.insert(rules, now) != Some(now)
        });
        wanted
    }
}

fn stamp(tables: &OpenTables, rules: RuleSet) -> Option<Stamp> {
    let about = std::fs::metadata(tables.tables().path(&rules)).ok()?;
    Some((about.len(), about.modified().ok()))
}

/// The next rule set to solve: the default and those being played, in order; any other only if the server is idle.
fn next(missing: &[RuleSet], in_play: &[RuleSet], is_idle: bool) -> Option<RuleSet> {
    let is_wanted = |rules: &&RuleSet| **rules == RuleSet::default() || in_play.contains(rules);
    missing.iter().find(is_wanted).or_else(|| missing.first().filter(|_| is_idle)).copied()
}

fn is_damaged(tables: &OpenTables, rules: RuleSet) -> bool {
    matches!(tables.status(rules), TableStatus::Missing { code: MissingCode::Damaged, .. })
}

/// Solves a rule set on its own thread, because a lowered priority cannot be raised again. Returns the reason on
/// failure.
async fn make(
    tables: Arc<OpenTables>,
    rules: RuleSet,
    stopping: watch::Receiver<bool>,
) -> Option<MissingCode> {
    let (done, made) = oneshot::channel();
    let solving = tables.clone();
    let thread = std::thread::Builder::new().name("linja-solver".into()).spawn(move || {
        lower_priority();
        // The receiver is dropped only if the server has stopped.
        let _ = done.send(solve(&solving, rules, stopping));
    });
    let lacking = match thread {
        // Sender dropped: the solver panicked, already logged.
        Ok(_) => made.await.unwrap_or(Err(MissingCode::Failed)),
        Err(error) => {
            tracing::warn!(rules = %rules, %error, "there is no thread for solving");
            Err(MissingCode::Failed)
        }
    }
    .err()?;
    tables.set(rules, lacking);
    Some(lacking)
}

/// Lowers the priority of this thread. Threads inherit the priority, so this covers all solver threads. Only on Linux:
/// elsewhere the call would affect the whole process.
fn lower_priority() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!(%error, "solving has the usual priority");
    }
}

fn solve(
    tables: &Arc<OpenTables>,
    rules: RuleSet,
    stopping: watch::Receiver<bool>,
) -> Result<(), MissingCode> {
    let id = rules.id();
    if let Some(lack) = lack(tables, rules) {
        tracing::warn!(rules = id, reason = lack.reason(), "not solved; values of this rule set are missing");
        return Err(lack);
    }
    tracing::info!(rules = id, "solving in the background");
    tables.progress(rules, 0);
    let all = Options::default();
    let options = Options { threads: all.threads.div_ceil(2), ..all };
    let progress = Background { tables: tables.clone(), rules, stopping, shown: AtomicU64::new(0) };
    match tables.tables().solve(&rules, &options, &progress) {
        Ok(_) => {
            tracing::info!(rules = id, "solved");
            if tables.open(rules) { Ok(()) } else { Err(MissingCode::Damaged) }
        }
        Err(WriteError::Solve(SolveError::Interrupted)) => {
            tables.set(rules, WaitingCode::InLine);
            Ok(())
        }
        Err(WriteError::Busy(_)) => {
            tracing::info!(rules = id, "another program is solving this rule set");
            Err(MissingCode::Busy)
        }
        Err(error) => {
            tracing::warn!(rules = id, %error, "could not be solved");
            Err(MissingCode::Failed)
        }
    }
}

/// The resource that the machine lacks to solve a rule set.
fn lack(tables: &OpenTables, rules: RuleSet) -> Option<MissingCode> {
    let needed = Resources::needed(&rules);
    let available = Resources::available(tables.tables().folder());
    needed.lacking(&available).map(|lack| match lack {
        Lack::Memory => MissingCode::NoMemory,
        Lack::Disk => MissingCode::NoDisk,
    })
}

struct Background {
    tables: Arc<OpenTables>,
    rules: RuleSet,
    stopping: watch::Receiver<bool>,
    /// The last percentage reported.
    shown: AtomicU64,
}

impl Observer for Background {
    fn report(&self, progress: Progress) -> ControlFlow<()> {
        let percent = progress.positions * 100 / ALL_POSITIONS;
        if self.shown.fetch_max(percent, Ordering::Relaxed) < percent {
            self.tables.progress(self.rules, progress.positions);
        }
        if *self.stopping.borrow() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_played_goes_first_and_the_rest_waits_until_the_server_is_idle() {
        const CLASSIC: RuleSet = RuleSet::CLASSIC;
        const BONUS: RuleSet = RuleSet::BONUS;
        const GEEKY: RuleSet = RuleSet::GEEKY;
        const GEEKY_SPICY: RuleSet = RuleSet::GEEKY_SPICY;
        assert_eq!(next(&[BONUS, CLASSIC, GEEKY], &[], false), Some(BONUS), "the default waits for nobody");
        assert_eq!(next(&[BONUS, CLASSIC, GEEKY], &[GEEKY], false), Some(BONUS));
        assert_eq!(next(&[CLASSIC, GEEKY], &[], false), None);
        assert_eq!(next(&[CLASSIC, GEEKY], &[BONUS], false), None);
        assert_eq!(next(&[CLASSIC, GEEKY, GEEKY_SPICY], &[BONUS, GEEKY], false), Some(GEEKY));
        assert_eq!(next(&[CLASSIC, GEEKY], &[], true), Some(CLASSIC));
        assert_eq!(next(&[], &[BONUS], true), None);
    }
}
