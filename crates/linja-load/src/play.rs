//! `linja-load play`: many games at a given pace.

use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::time::Instant;

use crate::args::PlayArgs;
use crate::crowd::Crowd;
use crate::process::machine;
use crate::stage::Stage;
use crate::table::Manner;
use crate::usage::{Meter, megabytes, memory};

/// How often the servers' memory is looked at.
const LOOK: Duration = Duration::from_millis(500);

/// Plays, prints a summary, and says whether everything was right.
pub(crate) async fn run(args: &PlayArgs) -> anyhow::Result<bool> {
    anyhow::ensure!(args.rate > 0.0 && args.rate.is_finite(), "--rate must be more than 0");
    let stage = Stage::set(&args.stage)?;
    let world = stage.world(Duration::from_secs(30))?;
    let processes = stage.processes();
    let empty = memory(&processes);
    let manner = Manner { period: Some(Duration::from_secs_f64(1.0 / args.rate)), watched: true };
    let begun = Instant::now();
    let crowd = Crowd::gather(&world, args.games, args.stage.seed, manner).await?;
    let seated = begun.elapsed();
    let before = world.tally.take();

    let meter = Meter::start(processes.clone(), stage.database_process());
    let playing = crowd.play();
    let end = Instant::now() + Duration::from_secs(args.seconds);
    let mut full = memory(&processes);
    while Instant::now() < end {
        tokio::time::sleep_until(end.min(Instant::now() + LOOK)).await;
        full = full.max(memory(&processes));
    }
    let usage = meter.read();
    // What comes from here on is checked, but belongs no more to the time that was measured.
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
        println!("play: {} games at once, {} live connections, {}", args.games, 2 * args.games, stage.told());
        println!("  machine           {}", machine());
        println!("  server flags      {}", stage.flags());
        println!(
            "  pace              {} turns a second for each game asked for, jittered, for {} s; seated in {:.1} s",
            args.rate,
            args.seconds,
            seated.as_secs_f64()
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
