//! Solves missing tables in the background without slowing down games.
//!
//! The default rule set is solved first, then published ones that are being played or asked for, then house rules in the
//! order in which they were asked for; the rest waits until the server is idle. Solving uses half of the cores at the lowest
//! priority, for one rule set at a time.

mod files;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use linja::RuleSet;
use linja_api::{MissingCode, TableStatus, WaitingCode};
use linja_oracle::{ALL_POSITIONS, Lack, Observer, Options, Progress, Resources, SolveError, WriteError};
use tokio::sync::{oneshot, watch};

use self::files::Files;
use crate::Boxed;
use crate::open_tables::{OpenTables, is_house};
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
            let mut work = Work::begin(self).await;
            while !*work.solver.stopping.borrow_and_update() {
                match work.next() {
                    Some(rules) => work.solve(rules).await,
                    None => work.rest().await,
                }
            }
            blocking(&work.solver.tables, |tables| tables.note_uses(true)).await;
        })
    }
}

/// The work of a solver.
struct Work {
    solver: Solver,
    begun: Instant,
    /// Published rule sets to solve.
    missing: Vec<RuleSet>,
    /// Published rule sets that are not solved now, and when to retry, if ever. Another program may provide their tables.
    of_others: Vec<(RuleSet, Option<Instant>)>,
    files: Files,
}

impl Work {
    /// Opens the existing tables.
    async fn begin(solver: Solver) -> Work {
        let tables = solver.tables.clone();
        blocking(&tables, |tables| {
            // Nobody may ever ask for those house rules again.
            tables.tables().remove_leftovers();
            tables.open_all();
            tables.delete_beyond_limit();
        })
        .await;
        let mut missing: Vec<RuleSet> =
            RuleSet::ALL.into_iter().filter(|rules| !tables.is_solved(rules)).collect();
        missing.sort_by_key(|&rules| rules != RuleSet::default());
        let mut files = Files::default();
        // Damaged tables are already logged; retry them only after their file has changed.
        for &rules in missing.iter().chain(&tables.house_tables()).filter(|rules| is_damaged(&tables, rules))
        {
            files.know(&tables, rules);
        }
        let mut of_others = Vec::new();
        if !tables.policy().solves {
            for rules in missing.drain(..) {
                if !is_damaged(&tables, &rules) {
                    tables.set(rules, MissingCode::SwitchedOff);
                }
                of_others.push((rules, None));
            }
        }
        Work { solver, begun: Instant::now(), missing, of_others, files }
    }

    /// The next rule set to solve, which is then neither missing nor wished for.
    fn next(&mut self) -> Option<RuleSet> {
        let Work { solver: Solver { tables, rooms, quiet, .. }, begun, missing, of_others, .. } = self;
        let wishes = tables.wishes().all();
        let is_due = |(rules, again): &mut (RuleSet, Option<Instant>)| {
            again.is_some_and(|again| again <= Instant::now()) || wishes.contains(rules)
        };
        missing.extend(of_others.extract_if(.., is_due).map(|(rules, _)| rules));
        let mut wanted = if missing.is_empty() { Vec::new() } else { rooms.in_play(*quiet) };
        let is_idle = wanted.is_empty() && begun.elapsed() >= *quiet;
        wanted.extend(wishes.iter().filter(|rules| !is_house(rules)));
        let house = wishes.iter().find(|rules| is_house(rules)).copied();
        let next = next(missing, &wanted, house, is_idle);
        missing.retain(|&rules| Some(rules) != next);
        for &rules in &*missing {
            let is_next = next.is_some() || wishes.contains(&rules);
            tables.set(rules, if is_next { WaitingCode::InLine } else { WaitingCode::UntilIdle });
        }
        if let Some(rules) = &next {
            tables.wishes().remove(rules);
        }
        // Wishes for what has been solved meanwhile.
        for rules in wishes.iter().filter(|rules| tables.is_solved(rules)) {
            tables.wishes().remove(rules);
        }
        next
    }

    async fn solve(&mut self, rules: RuleSet) {
        let Solver { tables, stopping, .. } = &self.solver;
        let lacking = make(tables.clone(), rules, stopping.clone()).await;
        if is_house(&rules) {
            blocking(tables, OpenTables::delete_beyond_limit).await;
        } else if let Some(lacking) = lacking {
            self.of_others.push((rules, again(lacking).map(|later| Instant::now() + later)));
        }
    }

    /// Waits for something to do, and opens tables made by other programs.
    async fn rest(&mut self) {
        let Work { solver: Solver { tables, stopping, .. }, missing, of_others, files, .. } = self;
        tokio::select! {
            () = tokio::time::sleep(LOOK) => {}
            // Fails only if the server is gone.
            _ = stopping.changed() => return,
            () = tables.wishes().next() => return,
        }
        let published = missing.iter().copied().chain(of_others.iter().map(|&(rules, _)| rules));
        let house = tables.house_tables().into_iter().filter(|rules| !tables.is_solved(rules));
        for rules in files.changed(tables, published.chain(house).collect()) {
            // `open` logs why a table can't be used.
            blocking(tables, move |tables| tables.open(rules)).await;
        }
        missing.retain(|rules| !tables.is_solved(rules));
        of_others.retain(|(rules, _)| !tables.is_solved(rules));
        blocking(tables, |tables| tables.note_uses(false)).await;
    }
}

/// Runs something that blocks. After a panic, which is logged, the tables are as they were left.
async fn blocking<T: Send + 'static>(
    tables: &Arc<OpenTables>,
    job: impl FnOnce(&OpenTables) -> T + Send + 'static,
) {
    let tables = tables.clone();
    let _ = tokio::task::spawn_blocking(move || job(&tables)).await;
}

/// The retry delay; `None` if retrying is pointless.
fn again(lacking: MissingCode) -> Option<Duration> {
    match lacking {
        MissingCode::Busy => Some(AGAIN_IF_BUSY),
        MissingCode::NoMemory | MissingCode::NoDisk => Some(AGAIN_IF_POOR),
        MissingCode::Damaged | MissingCode::Failed | MissingCode::SwitchedOff => None,
    }
}

/// The next rule set to solve: the default and the published ones that are wanted, in order; then the house rules asked for
/// first; any other only if the server is idle.
fn next(missing: &[RuleSet], wanted: &[RuleSet], house: Option<RuleSet>, is_idle: bool) -> Option<RuleSet> {
    let is_wanted = |rules: &&RuleSet| **rules == RuleSet::default() || wanted.contains(rules);
    let rest = || missing.first().filter(|_| is_idle).copied();
    missing.iter().find(is_wanted).copied().or(house).or_else(rest)
}

fn is_damaged(tables: &OpenTables, rules: &RuleSet) -> bool {
    matches!(tables.status(rules), Some(TableStatus::Missing { code: MissingCode::Damaged, .. }))
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

/// What is missing to solve a rule set. Reads about the disk, so it may block.
#[must_use]
pub fn lack(tables: &OpenTables, rules: RuleSet) -> Option<MissingCode> {
    let policy = tables.policy();
    if !policy.solves || is_house(&rules) && policy.limit == 0 {
        return Some(MissingCode::SwitchedOff);
    }
    let needed = Resources::needed(&rules);
    if is_house(&rules) && needed.disk.is_some_and(|bytes| bytes > policy.limit) {
        return Some(MissingCode::NoDisk);
    }
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
        let house = Some("bonus+follow-may".parse().unwrap());
        assert_eq!(next(&[BONUS, CLASSIC], &[], None, false), Some(BONUS), "the default waits for nobody");
        assert_eq!(next(&[BONUS, CLASSIC, GEEKY], &[GEEKY], house, false), Some(BONUS));
        assert_eq!(next(&[CLASSIC, GEEKY], &[], None, false), None);
        assert_eq!(next(&[CLASSIC, GEEKY], &[BONUS], None, false), None);
        assert_eq!(next(&[CLASSIC, GEEKY, GEEKY_SPICY], &[BONUS, GEEKY], house, false), Some(GEEKY));
        assert_eq!(next(&[CLASSIC, GEEKY], &[BONUS], house, false), house, "before what nobody plays");
        assert_eq!(next(&[CLASSIC, GEEKY], &[], house, true), house);
        assert_eq!(next(&[CLASSIC, GEEKY], &[], None, true), Some(CLASSIC));
        assert_eq!(next(&[], &[BONUS], None, true), None);
    }
}
