//! The thread that thinks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

use linja::{CompleteTurn, Position, RuleSet, Turn, fast, perft_after};
use linja_players::search::{Found, Limits};
use linja_players::{Chance, Judge, JudgedTurn, Level, Worth};

use super::Event;
use super::settings::Settings;
use crate::tables;
use crate::ugi::Go;

pub(super) enum Work {
    Think(Box<Job>),
    /// Look for tables again.
    Forget,
}

/// A position to think about.
pub(super) struct Job {
    pub(super) position: Position,
    pub(super) settings: Settings,
    pub(super) go: Go,
    /// Set to stop.
    pub(super) stop: Arc<AtomicBool>,
}

/// Thinks about one job after the other, until nobody sends any more.
pub(super) fn run(work: &Receiver<Work>, events: &SyncSender<Event>) {
    let mut mind = Mind { judge: None, chance: (1, Chance::new(1)), events };
    while let Ok(work) = work.recv() {
        match work {
            Work::Forget => mind.judge = None,
            Work::Think(job) => {
                let turn = mind.think(&job);
                mind.send(Event::Thought(turn));
            }
        }
    }
}

/// What is kept from one turn to the next.
struct Mind<'a> {
    /// Where values come from, for the settings it was made with.
    judge: Option<(Settings, Judge)>,
    /// Random numbers, and their seed.
    chance: (u64, Chance),
    events: &'a SyncSender<Event>,
}

impl Mind<'_> {
    fn send(&self, event: Event) {
        // Nobody listens after `quit`.
        let _ = self.events.send(event);
    }

    fn tell(&self, line: String) {
        self.send(Event::Told(line));
    }

    /// The turn to play; `None` if something else was asked for.
    fn think(&mut self, job: &Job) -> Option<Turn> {
        if let Some(depth) = job.go.perft {
            self.count(job, depth);
            return None;
        }
        let begun = Instant::now();
        let mut judge = self.judge(job);
        if let Judge::Search(_, limits) = &mut judge {
            *limits = limits_of(job);
        }
        if self.chance.0 != job.settings.seed {
            self.chance = (job.settings.seed, Chance::new(job.settings.seed));
        }
        let chosen = match &mut judge {
            // Tells what it finds while it searches.
            Judge::Search(search, limits) if job.settings.level == Level::PERFECT => {
                let found = search.best_observed(&job.position, limits, |found| self.tell_found(found));
                if found.settled {
                    self.tell("info string exact: every line was searched to the end of the game".into());
                    self.tell_found(&found);
                }
                found.turns.first().map(|turn| turn.item.turn)
            }
            judge => match judge.choose(&job.position, job.settings.level, &mut self.chance.1) {
                Ok(chosen) => chosen
                    .as_ref()
                    .inspect(|chosen| self.tell_judged(chosen, judge.is_exact(), begun))
                    .map(|chosen| chosen.item.turn),
                Err(error) => {
                    self.tell(format!("info string {}", tables::unusable_judge(error, judge)));
                    // Any legal turn is better than none.
                    job.position.turns(&job.settings.rules).first().map(|turn| turn.turn)
                }
            },
        };
        self.judge = Some((job.settings.clone(), judge));
        chosen
    }

    /// The judge kept from the turn before if it fits, or a new one.
    fn judge(&mut self, job: &Job) -> Judge {
        let new = &job.settings;
        if let Some((old, judge)) = self.judge.take()
            && old.rules == new.rules
            && old.table == new.table
            && old.data_dir == new.data_dir
        {
            return judge;
        }
        let table = if new.table { tables::find(&new.rules, &new.data_dir) } else { Ok(None) };
        match table {
            Ok(Some(table)) => return Judge::Oracle(Arc::new(table)),
            Ok(None) => {}
            Err(error) => self.tell(format!("info string searching without a table: {error:#}")),
        }
        Judge::search(&new.rules, limits_of(job))
    }

    fn tell_found(&self, found: &Found) {
        let Some(best) = found.turns.first() else { return };
        let millis = found.time.as_millis();
        let speed = found.nodes * 1000 / u64::try_from(millis).unwrap_or(u64::MAX).max(1);
        self.tell(format!(
            "info depth {} score cp {} nodes {} time {millis} nps {speed} pv {}",
            found.depth,
            best.value.0,
            found.nodes,
            best.item.turn.compact()
        ));
    }

    fn tell_judged(&self, chosen: &JudgedTurn, by_table: bool, begun: Instant) {
        let score = match chosen.value {
            Worth::Exact(margin) => {
                let why = if by_table {
                    "the value is from the table"
                } else {
                    "every line was searched to the end of the game"
                };
                self.tell(format!("info string exact: {why}"));
                100 * i32::from(margin.0)
            }
            Worth::Estimated(estimate) => estimate.0.into(),
        };
        let (time, turn) = (begun.elapsed().as_millis(), chosen.item.turn.compact());
        self.tell(format!("info score cp {score} time {time} pv {turn}"));
    }

    /// Counts sequences of turns, for each first turn.
    fn count(&self, job: &Job, depth: u32) {
        let rules = &job.settings.rules;
        let Some(below) = depth.checked_sub(1) else { return self.tell("nodes 1".into()) };
        let mut total = 0;
        for complete in fast::complete_turns(&job.position, rules) {
            let Some(count) = count_after(&complete, rules, below, &job.stop) else {
                return self.tell("info string stopped: the counts are not complete".into());
            };
            total += count;
            self.tell(format!("{}: {count}", complete.turn.compact()));
        }
        self.tell(format!("nodes {total}"));
    }
}

/// As [`perft_after`]; `None` if stopped.
fn count_after(complete: &CompleteTurn, rules: &RuleSet, depth: u32, stop: &AtomicBool) -> Option<u64> {
    /// Takes milliseconds: no need to stop in the middle.
    const QUICK: u32 = 1;
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth <= QUICK || complete.result.is_over {
        return Some(perft_after(complete, rules, depth));
    }
    let turns = fast::complete_turns(&complete.result.position, rules);
    turns.iter().map(|next| count_after(next, rules, depth - 1, stop)).sum()
}

fn limits_of(job: &Job) -> Limits {
    Limits {
        nodes: job.go.nodes,
        time: job.go.time(job.position.to_move()),
        depth: job.go.depth,
        stop: Some(Arc::clone(&job.stop)),
    }
}

#[cfg(test)]
mod tests {
    use linja::perft;

    use super::*;

    #[test]
    fn counting_that_can_be_stopped_counts_the_same() {
        let start = Position::default();
        let go_on = AtomicBool::new(false);
        for rules in RuleSet::ALL {
            let turns = fast::complete_turns(&start, &rules);
            let counts = turns.iter().map(|turn| count_after(turn, &rules, 2, &go_on));
            assert_eq!(counts.sum::<Option<u64>>(), Some(perft(&start, &rules, 3)), "{rules}");
        }
        let turn = fast::complete_turns(&start, &RuleSet::BONUS)[0];
        assert_eq!(count_after(&turn, &RuleSet::BONUS, 9, &AtomicBool::new(true)), None);
    }
}
