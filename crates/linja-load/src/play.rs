//! `linja-load play`: many games at a given pace.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;

use crate::args::PlayArgs;
use crate::pair::PairSettings;
use crate::pairs::Pairs;
use crate::process::machine;
use crate::test_bed::TestBed;
use crate::usage::{Meter, megabytes, memory};

/// The time between two measurements of the servers' memory.
const SAMPLE: Duration = Duration::from_millis(500);

/// Runs the mode and prints a summary; returns whether there was no violation.
pub(crate) async fn run(args: &PlayArgs) -> anyhow::Result<bool> {
    anyhow::ensure!(args.rate > 0.0 && args.rate.is_finite(), "--rate must be above 0");
    let test_bed = TestBed::start(&args.test_bed)?;
    let world = test_bed.world(Duration::from_secs(30))?;
    let processes = test_bed.processes();
    let empty = memory(&processes);
    let settings = PairSettings {
        seed: args.test_bed.seed,
        period: Some(Duration::from_secs_f64(1.0 / args.rate)),
        watched: true,
        timed: true,
    };
    let begun = Instant::now();
    let pairs = Pairs::begin(&world, args.games, settings).await?;
    let began_in = begun.elapsed();
    let before = world.tally.take();

    let meter = Meter::start(processes.clone(), test_bed.database_process());
    let playing = pairs.play();
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let mut full = memory(&processes);
    while Instant::now() < end {
        tokio::time::sleep_until(end.min(Instant::now() + SAMPLE)).await;
        full = full.max(memory(&processes));
    }
    let usage = meter.read();
    // What follows is checked, but no longer measured.
    let mut counts = world.tally.lock().clone();
    world.is_closing.store(true, Ordering::SeqCst);
    world.is_stopping.store(true, Ordering::SeqCst);
    let played = playing.end().await?;
    let after = world.tally.take();
    let turns = counts.acknowledged.len();
    let (audited, events) = (after.audited, after.audited_events);
    counts.audited = 0;
    counts.audited_events = 0;
    let is_right = {
        let mut all = after.clone();
        all.add_faults_of(before);
        let is_right = all.is_right() && all.errors.is_empty();
        println!(
            "play: {} games at once, {} live connections, {}",
            args.games,
            2 * args.games,
            test_bed.summary()
        );
        println!("  machine           {}", machine());
        println!("  server flags      {}", test_bed.flags());
        println!(
            "  pace              {} turns a second requested for each game, jittered, for {} s; games begun in {:.1} s",
            args.rate,
            args.seconds,
            began_in.as_secs_f64()
        );
        println!(
            "  turns             {turns} acknowledged, {:.0} a second",
            turns as f64 / usage.time.as_secs_f64()
        );
        println!("  to the answer     {}", counts.acknowledged);
        println!("  to the opponent   {}", counts.shown);
        println!(
            "  games             {} finished in that time, {} played in all",
            counts.finished,
            played.len()
        );
        println!(
            "  read again        {audited} games, {events} events, their records replayed; {} trees compared",
            all.trees
        );
        println!("  server's time     at most {} ms off", all.clock_off.as_millis());
        println!(
            "  processor time    {usage}; {} µs of the server a turn",
            usage.per_turn(turns).as_micros()
        );
        if let (Some(empty), Some(full)) = (empty, full) {
            let each = full.saturating_sub(empty) / args.games.max(1) as u64;
            println!(
                "  server's memory   {} empty, {} at most, {:.1} KB a game with its 2 connections",
                megabytes(empty),
                megabytes(full),
                each as f64 / 1e3
            );
        }
        println!("  errors            {}", all.errors());
        println!("  verdict           {all}");
        is_right
    };
    Ok(is_right)
}
