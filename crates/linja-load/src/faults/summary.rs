//! The report of a run, but for its rounds.

use std::time::Duration;

use super::lossy_proxy::LossyProxy;
use super::stage::Stage;
use crate::args::FaultsArgs;
use crate::process::machine;
use crate::tally::Counts;

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Summary<'a> {
    pub(crate) args: &'a FaultsArgs,
    /// Games that were begun.
    pub(crate) played: usize,
    pub(crate) time: Duration,
    /// The counts before the last audit, and after it.
    pub(crate) during: Counts,
    pub(crate) counts: &'a Counts,
    pub(crate) stage: &'a Stage<'a>,
}

impl Summary<'_> {
    pub(crate) fn print(&self) {
        let Summary { args, played, time, during, counts, stage } = self;
        println!(
            "faults: {} rounds, {} games of two people, {} against the computer and {} on time at once, {}",
            args.rounds,
            args.games,
            args.computer_games,
            args.timed_games,
            stage.test_bed.summary()
        );
        println!("  machine           {}", machine());
        println!("  server flags      {}", super::FLAGS.join(" "));
        println!(
            "  turns             {} acknowledged in {:.0} s, {} turns a second requested for each pair",
            counts.acknowledged.len(),
            time.as_secs_f64(),
            args.rate
        );
        println!("  to the answer     {}", counts.acknowledged);
        println!(
            "  games             {} begun, {} of them rematches, {} played to their end, {} lost on time",
            played, counts.rematches, counts.finished, counts.time_losses
        );
        println!(
            "  sent again        {} commands with their id, of which {} had been stored before",
            counts.repeated, counts.found_stored
        );
        let lost: u64 = stage.proxies.iter().map(LossyProxy::lost).sum();
        println!("  lost              {lost} responses and live messages");
        println!(
            "  reconnected       {} live connections with their last number: {}",
            counts.gaps.len(),
            counts.gaps
        );
        println!("  server's time     at most {} ms off", counts.clock_off.as_millis());
        println!(
            "  read again        {} games and {} events while playing, {} games and {} events at the end after a kill",
            during.audited,
            during.audited_events,
            counts.audited - during.audited,
            counts.audited_events - during.audited_events
        );
        println!("  errors            {}", counts.errors());
    }
}
