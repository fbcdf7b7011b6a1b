//! `linja-load flat-out`: as many durable turns as possible, compared with plain inserts into the same kind of database.

use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::args::FlatOutArgs;
use crate::pair::PairSettings;
use crate::pairs::Pairs;
use crate::plain_inserts;
use crate::process::machine;
use crate::test_bed::TestBed;
use crate::usage::Meter;

/// The number of concurrent plain writers.
const MANY: usize = 32;

/// Runs the mode and prints a summary; returns whether there was no violation.
pub(crate) async fn run(args: &FlatOutArgs) -> anyhow::Result<bool> {
    let test_bed = TestBed::start(&args.test_bed)?;
    let world = test_bed.world(Duration::from_secs(30))?;
    let settings = PairSettings { seed: args.test_bed.seed, period: None, watched: false, timed: true };
    let pairs = Pairs::begin(&world, args.games, settings).await?;
    let before = world.tally.take();

    // Plain inserts before and after the turns, because the load of the machine changes with time.
    let plain = Duration::from_secs(args.plain_seconds);
    let one_before = plain_inserts::rate(&test_bed.database, 1, plain).await?;
    let many_before = plain_inserts::rate(&test_bed.database, MANY, plain).await?;
    let meter = Meter::start(test_bed.processes(), test_bed.database_process());
    let playing = pairs.play();
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    let usage = meter.read();
    let counts = world.tally.lock().clone();
    world.is_closing.store(true, Ordering::SeqCst);
    world.is_stopping.store(true, Ordering::SeqCst);
    playing.end().await?;
    let many_after = plain_inserts::rate(&test_bed.database, MANY, plain).await?;
    let one_after = plain_inserts::rate(&test_bed.database, 1, plain).await?;

    let mut all = world.tally.take();
    all.add_faults_of(before);
    let turns = counts.acknowledged.len();
    let rate = turns as f64 / usage.time.as_secs_f64();
    let (one, many) = (f64::midpoint(one_before, one_after), f64::midpoint(many_before, many_after));
    println!("flat-out: {} games, one pending command each, {}", args.games, test_bed.summary());
    println!("  machine           {}", machine());
    println!("  server flags      {}", test_bed.flags());
    println!("  durable turns     {rate:.0} a second for {} s, {turns} in all", args.seconds);
    println!("  to the answer     {}", counts.acknowledged);
    println!("  1 plain writer    {one:.0} rows a second ({one_before:.0} before, {one_after:.0} after)");
    println!(
        "  {MANY} plain writers  {many:.0} rows a second ({many_before:.0} before, {many_after:.0} after)"
    );
    println!("  ratio             {:.2} to 1 writer, {:.2} to {MANY} writers", rate / one, rate / many);
    println!("  processor time    {usage}; {} µs of the server a turn", usage.per_turn(turns).as_micros());
    println!(
        "  read again        {} games, {} events, their records replayed",
        all.audited, all.audited_events
    );
    println!("  errors            {}", all.errors());
    println!("  verdict           {all}");
    Ok(all.is_right() && all.errors.is_empty())
}
