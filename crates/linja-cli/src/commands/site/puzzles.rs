//! The puzzles of a site, made beforehand.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use linja_api::PuzzleFile;
use linja_oracle::Table;
use linja_players::{Date, Judge, Puzzle};
use linja_server::site::{PuzzleDays, Site};

use super::folder::NewFolder;
use crate::{progress, tables};

/// The most past days to include, so that a first-time visitor has puzzles to practise with.
const BEFORE: u32 = 30;

/// Puzzles of some days from some tables.
pub(super) struct Puzzles {
    tables: Vec<Arc<Table>>,
    days: Vec<Date>,
}

impl Puzzles {
    /// Puzzles from these tables, for `ahead` days starting today, and some days before.
    pub(super) fn new(ahead: u32, tables: Vec<Table>) -> Puzzles {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let before = Duration::from_hours(24) * ahead.min(BEFORE);
        let first = Date::at(now.saturating_sub(before)).max(Puzzle::FIRST_DAY);
        let today = Date::at(now).max(first);
        let from = |date| std::iter::successors(Some(date), |date: &Date| date.next());
        let before = from(first).take_while(|date| *date < today);
        let days =
            if ahead == 0 { Vec::new() } else { before.chain(from(today).take(ahead as usize)).collect() };
        Puzzles { days, tables: tables.into_iter().map(Arc::new).collect() }
    }

    /// The days, for the page; `None` if there are no puzzles.
    pub(super) fn days(&self) -> Option<PuzzleDays> {
        let rules: Vec<_> = self.tables.iter().map(|table| *table.rules()).collect();
        let (&first, &last) = (self.days.first()?, self.days.last()?);
        (!rules.is_empty()).then_some(PuzzleDays { rules, first, last })
    }

    /// Finds and writes all puzzles, with one thread per core.
    pub(super) fn write(&self, site: &Site, folder: &NewFolder) -> anyhow::Result<ControlFlow<()>> {
        let work: Vec<(&Arc<Table>, Date)> =
            self.tables.iter().flat_map(|table| self.days.iter().map(move |date| (table, *date))).collect();
        if work.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        let bar = progress::Progress::new(work.len() as u64, "puzzles");
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let failure = Mutex::new(None);
        let run = || {
            while let Some((table, date)) = work.get(next.fetch_add(1, Ordering::Relaxed)) {
                if progress::interrupted() {
                    return;
                }
                if let Err(error) = write_one(table, *date, site, folder) {
                    // The others stop as well.
                    next.store(work.len(), Ordering::Relaxed);
                    *failure.lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(error);
                    return;
                }
                bar.show(done.fetch_add(1, Ordering::Relaxed) as u64 + 1, "");
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..tables::threads().min(work.len()) {
                scope.spawn(run);
            }
        });
        bar.finish();
        match failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(progress::or_interrupt()),
        }
    }
}

fn write_one(table: &Arc<Table>, date: Date, site: &Site, folder: &NewFolder) -> anyhow::Result<()> {
    let unusable = |error| tables::unusable(error, table);
    let puzzle = Puzzle::of_the_day(&**table, date).map_err(unusable)?;
    let file = PuzzleFile::new(&puzzle, date, &mut Judge::Oracle(table.clone())).map_err(unusable)?;
    folder.write(&format!("puzzles/{}/{date}.json", table.rules()), &serde_json::to_vec(&file)?)?;
    for file in site.puzzle_preview(&puzzle, date) {
        folder.write(&file.path, &file.body)?;
    }
    Ok(())
}
