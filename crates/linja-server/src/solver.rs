//! Making missing tables in the background.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use linja_oracle::{ALL_POSITIONS, Options, Progress, Resources, SolveError, WriteError};

use crate::app::App;
use crate::oracle::TableStatus;
use crate::words::RulesWord;

/// Opens the tables that are there and makes those that are not, one after the other, the default rule set first.
pub async fn run(app: Arc<App>) {
    let opening = app.clone();
    // It logs what goes wrong by itself; a panic leaves the tables that were opened.
    let _ = tokio::task::spawn_blocking(move || opening.oracle.open_all()).await;
    if !app.config.solve {
        return;
    }
    let mut missing: Vec<RulesWord> =
        RulesWord::ALL.into_iter().filter(|&rules| app.oracle.table(rules).is_none()).collect();
    missing.sort_by_key(|&rules| rules != RulesWord::default());
    for &rules in &missing {
        app.oracle.set(rules, TableStatus::Waiting);
    }
    for rules in missing {
        let solving = app.clone();
        let _ = tokio::task::spawn_blocking(move || solve(&solving, rules)).await;
        if *app.stopping.borrow() {
            return;
        }
    }
}

fn solve(app: &Arc<App>, rules: RulesWord) {
    let oracle = &app.oracle;
    let id = rules.rules().id;
    if let Some(reason) = lack(app, rules) {
        tracing::warn!(rules = id, reason, "not solved; values of this rule set are missing");
        oracle.set(rules, TableStatus::Missing { reason: Some(reason.into()) });
        return;
    }
    tracing::info!(rules = id, "solving in the background");
    oracle.progress(rules, 0);
    // Half of the cores, so that games go on; solving is a matter of seconds anyway.
    let all = Options::default();
    let options = Options { threads: all.threads.div_ceil(2), ..all };
    let progress = Background { app: app.clone(), rules, told: AtomicU64::new(0) };
    match oracle.tables().solve(&rules.rules(), &options, &progress) {
        Ok(_) => {
            tracing::info!(rules = id, "solved");
            if !oracle.open(rules) {
                oracle.set(rules, TableStatus::Missing { reason: Some("the table can't be read".into()) });
            }
        }
        Err(WriteError::Solve(SolveError::Interrupted)) => {
            oracle.set(rules, TableStatus::Missing { reason: None });
        }
        Err(WriteError::Busy(_)) => {
            tracing::info!(rules = id, "another program is solving this rule set");
            oracle.set(rules, TableStatus::Missing { reason: Some("another program is solving it".into()) });
        }
        Err(error) => {
            tracing::warn!(rules = id, %error, "could not be solved");
            oracle.set(rules, TableStatus::Missing { reason: Some("solving failed".into()) });
        }
    }
}

/// What the machine lacks to solve a rule set.
fn lack(app: &App, rules: RulesWord) -> Option<&'static str> {
    let needed = Resources::needed(&rules.rules());
    let available = Resources::available(app.oracle.tables().folder());
    let lacks = |needed: Option<u64>, available: Option<u64>| {
        needed.zip(available).is_some_and(|(needed, available)| available < needed)
    };
    if lacks(needed.memory, available.memory) {
        return Some("not enough memory");
    }
    lacks(needed.disk, available.disk).then_some("not enough room on the disk")
}

struct Background {
    app: Arc<App>,
    rules: RulesWord,
    /// Whole percents told.
    told: AtomicU64,
}

impl Progress for Background {
    fn layer_done(&self, _: usize, positions: u64) {
        let percent = positions * 100 / ALL_POSITIONS;
        if self.told.fetch_max(percent, Ordering::Relaxed) < percent {
            self.app.oracle.progress(self.rules, positions);
        }
    }

    fn interrupted(&self) -> bool {
        *self.app.stopping.borrow()
    }
}
