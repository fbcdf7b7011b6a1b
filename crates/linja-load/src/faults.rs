//! `linja-load faults`: things fail while games are played.

mod clock_jump;
mod debts;
mod kind;
mod lossy_proxy;
mod report;
mod small_disk;
mod stage;
mod summary;

use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use linja_testing::Chance;
use tokio::time::Instant;

use self::clock_jump::WallClock;
pub(crate) use self::kind::Kind;
use self::lossy_proxy::LossyProxy;
use self::report::{Moment, Report, Round};
use self::small_disk::SmallDisk;
use self::stage::{Stage, between};
use self::summary::Summary;
use crate::args::{DatabaseArg, FaultsArgs};
use crate::debtors::Debtors;
use crate::endpoint::Endpoint;
use crate::pair::PairSettings;
use crate::pairs::{Pairs, Playing, audit_all};
use crate::test_bed::{Setup, TestBed};
use crate::violation::Violation;
use crate::world::World;

/// The servers have their default limits, because a flood has to meet them.
const FLAGS: [&str; 4] = ["--no-oracle", "--log=warn", "--no-open", "--log-json"];
/// The time between two faults.
const CALM: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(1500)];
/// Beyond this, players give up. Longer than the server's own deadline for a request.
const PATIENCE: Duration = Duration::from_secs(90);
/// Longer than any limit, to report how late the servers were.
const GIVE_UP: Duration = Duration::from_mins(1);
/// The players have many addresses, so that together they stay within the limits of an address.
const ADDRESSES: u8 = 100;
/// The address of the flooding neighbour.
const NEIGHBOUR: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 3));

/// Runs this program again in its own namespace if a full disk is among the faults; `None` if this process goes on.
pub(crate) fn prepare(args: &FaultsArgs) -> anyhow::Result<Option<ExitCode>> {
    if args.small_disk.is_some() || !args.is_wanted(Kind::FullDisk) {
        return Ok(None);
    }
    if small_disk::is_possible(&args.test_bed.database) {
        return small_disk::run_with_disk(args).map(Some);
    }
    Ok(None)
}

/// Runs the mode and prints a summary; returns whether there was no violation.
pub(crate) async fn run(args: &FaultsArgs) -> anyhow::Result<bool> {
    anyhow::ensure!(
        args.test_bed.server.is_empty(),
        "faults can't use --server: it harms only servers that it has started itself"
    );
    anyhow::ensure!(args.rate > 0.0 && args.rate.is_finite(), "--rate must be above 0");
    let folder = TestBed::folder(&args.test_bed)?;
    let clock = WallClock::find(&folder).filter(|_| args.is_wanted(Kind::ClockJump));
    if let Some(clock) = &clock {
        clock.set(0)?;
    }
    let disk = args.small_disk.as_deref().map(SmallDisk::new);
    let kinds = possible(args, clock.is_some(), disk.is_some())?;
    let setup = Setup {
        flags: &FLAGS,
        data: disk.as_ref().map(SmallDisk::folder),
        environment: clock.as_ref().map(WallClock::environment).unwrap_or_default(),
        proxied: kinds.contains(&Kind::BlackHole),
    };
    let test_bed = TestBed::start_with(&args.test_bed, &setup)?;
    let mut proxies = Vec::new();
    for server in &test_bed.servers {
        proxies.push(LossyProxy::start(&server.url(), args.test_bed.seed).await?);
    }
    let world = world(args, &proxies)?;
    let direct = test_bed.servers.iter().map(|server| Endpoint::new(&server.url()));
    let direct = direct.collect::<anyhow::Result<Vec<_>>>()?;

    let seed = args.test_bed.seed;
    let period = Some(Duration::from_secs_f64(1.0 / args.rate));
    // Games in which the server stores events by itself are played by others.
    let settings = PairSettings { seed, period, watched: true, timed: false };
    let pairs = Pairs::begin(&world, args.games, settings).await?;
    let debtors = Debtors::start(&world, args.computer_games, args.timed_games, seed).await?;
    let mut playing = pairs.play();
    let chance = Chance::stream(seed, u64::MAX);
    let mut stage = Stage { test_bed, world: &world, chance, disk, clock, proxies, direct };
    let mut report = Report::default();
    let begun = Instant::now();
    let mut deck = Vec::new();
    for number in 1..=args.rounds {
        let kind = draw(&mut deck, &kinds, &mut stage.chance);
        tokio::time::sleep(between(&mut stage.chance, CALM)).await;
        report.add(round(args, &mut stage, &mut playing, number, kind).await?);
    }
    // Games in progress are played to their end.
    world.is_closing.store(true, Ordering::SeqCst);
    let mut played = playing.end().await?;
    played.append(&mut debtors.end().await?);
    let time = begun.elapsed();
    // The audit must find everything in the database.
    for number in 0..stage.test_bed.servers.len() {
        stage.test_bed.servers[number].kill();
        stage.test_bed.servers[number].start()?;
    }
    let during = world.tally.lock().clone();
    audit_all(&world, &played).await?;

    let counts = world.tally.take();
    let summary = Summary { args, played: played.len(), time, during, counts: &counts, stage: &stage };
    summary.print();
    println!("{report}");
    println!("  verdict           {counts}");
    if !counts.is_right() {
        for server in &stage.test_bed.servers {
            println!("  log               {}", server.last_words());
        }
    }
    Ok(counts.is_right())
}

/// One fault, and the time until everything works again.
async fn round(
    args: &FaultsArgs,
    stage: &mut Stage<'_>,
    playing: &mut Playing,
    number: usize,
    kind: Kind,
) -> anyhow::Result<Round> {
    let world = stage.world;
    let before = Moment::from(&*world.tally.lock());
    let longest = Duration::from_secs(args.longest_fault);
    let length = between(&mut stage.chance, [longest / 5, longest]);
    world.phases.disturb();
    let begun = Instant::now();
    stage.carry_out(kind, length).await?;
    let gone = Instant::now();
    let fault = gone - begun;
    let owed = debts::paid(&stage.direct, gone, GIVE_UP).await.unwrap_or(GIVE_UP);
    if owed > world.debt_limit {
        let what = format!("round {number}, {kind} for {fault:.1?}: something was owed {owed:.1?} after it");
        world.tally.violation(Violation::new(what));
    }
    world.phases.calm_down();
    // Every pair compares its game with the database.
    world.epoch.fetch_add(1, Ordering::SeqCst);
    if !everybody_plays(world, playing).await {
        world.tally.violation(Violation::new(format!("round {number}, {kind}: some games have stopped")));
    }
    let playing = gone.elapsed();
    let after = Moment::from(&*world.tally.lock());
    if args.verbose {
        eprintln!(
            "round {number}: {kind} for {fault:.1?}, owed for {owed:.2?}, all play after {playing:.2?}"
        );
    }
    Ok(Round { kind, before, after, fault, owed, playing })
}

/// The wanted kinds that are possible.
fn possible(args: &FaultsArgs, has_clock: bool, has_disk: bool) -> anyhow::Result<Vec<Kind>> {
    let is_sqlite = args.test_bed.database == DatabaseArg::Sqlite;
    let mut kinds = Vec::new();
    for kind in Kind::each().filter(|&kind| args.is_wanted(kind)) {
        let why_not = match kind {
            _ if kind.needs_postgres() && is_sqlite => {
                anyhow::ensure!(!args.kinds.contains(&kind), "{kind} needs --database postgres");
                continue;
            }
            _ if kind.needs_postgres() && args.test_bed.database != DatabaseArg::Postgres => {
                Some("the database is not one that this program has started")
            }
            Kind::FullDisk if !has_disk => Some("a file system can't be mounted here"),
            Kind::ClockJump if !has_clock => Some("libfaketime is missing"),
            _ => None,
        };
        match why_not {
            Some(why) => println!("skipped: {kind}, because {why}"),
            None => kinds.push(kind),
        }
    }
    anyhow::ensure!(!kinds.is_empty(), "none of the faults is possible here");
    Ok(kinds)
}

/// The next kind: every kind once in a random order, then again.
fn draw(deck: &mut Vec<Kind>, kinds: &[Kind], chance: &mut Chance) -> Kind {
    if deck.is_empty() {
        deck.extend_from_slice(kinds);
    }
    deck.swap_remove(chance.below(deck.len()))
}

/// The world of players who reach the servers through the proxies, from many addresses.
fn world(args: &FaultsArgs, proxies: &[LossyProxy]) -> anyhow::Result<Arc<World>> {
    let addresses = || (1..=ADDRESSES).map(|number| Ipv4Addr::new(127, 0, 1, number).into()).collect();
    let endpoints = proxies.iter().map(|proxy| Endpoint::from_addresses(proxy.url(), addresses()));
    let tolerance = Duration::from_millis(args.test_bed.clock_tolerance);
    let limit = Duration::from_secs(args.within);
    Ok(World::new(endpoints.collect::<anyhow::Result<_>>()?, PATIENCE, tolerance, limit))
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
