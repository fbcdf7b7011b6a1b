//! `linja-load faults`: servers are killed while games are played.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use linja_testing::Chance;
use tokio::time::Instant;

use crate::args::FaultsArgs;
use crate::latency::Latencies;
use crate::pair::PairSettings;
use crate::pairs::{Pairs, Playing, audit_all};
use crate::process::machine;
use crate::server::Server;
use crate::test_bed::TestBed;
use crate::violation::Violation;
use crate::world::World;

/// The time between two kills.
const CALM: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(1500)];
/// How long a server stays dead if there is another one.
const DEAD: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(2)];

/// Runs the mode and prints a summary; returns whether there was no violation.
pub(crate) async fn run(args: &FaultsArgs) -> anyhow::Result<bool> {
    anyhow::ensure!(
        args.test_bed.server.is_empty(),
        "faults can't use --server: it kills only servers that it has started itself"
    );
    anyhow::ensure!(args.rate > 0.0 && args.rate.is_finite(), "--rate must be above 0");
    let mut test_bed = TestBed::start(&args.test_bed)?;
    let world = test_bed.world(Duration::from_secs(20))?;
    let settings = PairSettings {
        seed: args.test_bed.seed,
        period: Some(Duration::from_secs_f64(1.0 / args.rate)),
        watched: true,
    };
    let pairs = Pairs::begin(&world, args.games, settings).await?;
    let mut playing = pairs.play();
    let mut chance = Chance::stream(args.test_bed.seed, u64::MAX);
    let mut starts = Latencies::default();
    let begun = Instant::now();
    for round in 1..=args.rounds {
        tokio::time::sleep(between(&mut chance, CALM)).await;
        let victim = chance.below(test_bed.servers.len());
        let dead = if test_bed.servers.len() > 1 { between(&mut chance, DEAD) } else { Duration::ZERO };
        let server = test_bed.servers.remove(victim);
        let (server, took) = replace(&world, server, victim, dead).await?;
        test_bed.servers.insert(victim, server);
        starts.add(took);
        if !everybody_plays(&world, &mut playing).await {
            world.tally.violation(Violation::new(format!("round {round}: some games have stopped")));
        }
    }
    // Games in progress are played to their end.
    world.is_closing.store(true, Ordering::SeqCst);
    let played = playing.end().await?;
    let time = begun.elapsed();
    // Restart all servers: the audit must find everything in the database.
    for victim in 0..test_bed.servers.len() {
        let server = test_bed.servers.remove(victim);
        let (server, _) = replace(&world, server, victim, Duration::ZERO).await?;
        test_bed.servers.insert(victim, server);
    }
    let during = world.tally.lock().clone();
    audit_all(&world, &played).await?;

    let counts = world.tally.take();
    let gap = counts.gaps.worst();
    let is_in_time = test_bed.servers.len() == 1 || gap <= Duration::from_secs(args.longest_gap);
    println!(
        "faults: {} kills with signal 9, {} games at once, {}",
        args.rounds,
        args.games,
        test_bed.summary()
    );
    println!("  machine           {}", machine());
    println!("  server flags      {}", test_bed.flags());
    println!(
        "  turns             {} acknowledged in {:.0} s, {} turns a second requested for each game",
        counts.acknowledged.len(),
        time.as_secs_f64(),
        args.rate
    );
    println!("  to the answer     {}", counts.acknowledged);
    println!("  games             {} begun, {} played to their end", played.len(), counts.finished);
    println!(
        "  sent again        {} commands with their id, of which {} had been stored before the kill",
        counts.repeated, counts.found_stored
    );
    println!("  started again     {starts}");
    println!(
        "  reconnected       {} live connections with their last number: {}",
        counts.gaps.len(),
        counts.gaps
    );
    println!(
        "  longest silence   {:.2} s between two events of one client",
        counts.longest_silence.as_secs_f64()
    );
    println!("  server's time     at most {} ms off", counts.clock_off.as_millis());
    println!(
        "  read again        {} games and {} events while playing, {} games and {} events at the end after another kill",
        during.audited,
        during.audited_events,
        counts.audited - during.audited,
        counts.audited_events - during.audited_events
    );
    println!("  errors            {}", counts.errors());
    if !is_in_time {
        println!("  TOO LATE          a client was without a server for {gap:?}");
    }
    println!("  verdict           {counts}");
    if !counts.is_right() {
        for server in &test_bed.servers {
            println!("  log               {}", server.last_words());
        }
    }
    Ok(counts.is_right() && is_in_time)
}

/// Kills a server and restarts it after a while; returns the server and the time that its start took.
async fn replace(
    world: &Arc<World>,
    mut server: Server,
    number: usize,
    dead: Duration,
) -> anyhow::Result<(Server, Duration)> {
    world.set_up(number, false);
    // Killing and starting block, so they run outside the async threads.
    let replaced = tokio::task::spawn_blocking(move || {
        server.kill();
        std::thread::sleep(dead);
        let took = server.start()?;
        anyhow::Ok((server, took))
    });
    let replaced = replaced.await??;
    world.set_up(number, true);
    Ok(replaced)
}

/// Waits until every pair has played a turn; returns whether it did.
async fn everybody_plays(world: &World, playing: &mut Playing) -> bool {
    let before = playing.turns();
    let begun = Instant::now();
    while begun.elapsed() < world.patience {
        if playing.turns().iter().zip(&before).all(|(now, before)| now > before) {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    false
}

fn between(chance: &mut Chance, [from, to]: [Duration; 2]) -> Duration {
    from + to.saturating_sub(from).mul_f32(chance.fraction())
}
