//! `linja-load attack`: one address floods the server, while a player at another address plays against the computer.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;

use crate::args::{AttackArgs, Target};
use crate::attacker::Attackers;
use crate::endpoint::Endpoint;
use crate::latency::Latencies;
use crate::player::{Player, Sample};
use crate::process::machine;
use crate::server::Server;
use crate::test_bed::binary;
use crate::usage::Meter;

/// The server has its default limits: they are measured, too.
const FLAGS: [&str; 4] = ["--no-solve", "--log=warn", "--no-open", "--log-json"];

const ATTACKER: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The address of a player: one for each, because the limits are per address.
fn address(player: u8) -> IpAddr {
    IpAddr::V4(Ipv4Addr::new(127, 0, 1, player))
}

/// Not measured: the change between quiet and attack, in which the attacker uses up its burst.
const CHANGE: Duration = Duration::from_secs(3);

/// Runs the mode and prints a summary; returns whether the player could play.
pub(crate) async fn run(args: &AttackArgs) -> anyhow::Result<bool> {
    let folder = Folder::new(args.dir.clone())?;
    let data_dir = folder.0.join("server");
    std::fs::create_dir_all(&data_dir)?;
    if let Some(tables) = &args.tables {
        let tables = std::fs::canonicalize(tables.join("tables")).context("--tables has no folder tables")?;
        std::os::unix::fs::symlink(tables, data_dir.join("tables"))?;
    }
    let mut server = Server::new(&binary(args.binary.as_deref())?, &data_dir, None, &FLAGS)?;
    server.start()?;
    let url = server.url();
    let mut players = Vec::new();
    for number in 1..=args.players {
        let endpoint = Endpoint::from_address(&url, address(number))?;
        players.push(Player::start(endpoint, args.seed + u64::from(number)).await?);
    }
    let time = Duration::from_secs(args.seconds);
    let (mut quiet, mut attacked) = (Sample::default(), Sample::default());
    let mut answers = std::collections::BTreeMap::new();
    let mut usage = None;
    for round in 0..args.rounds {
        tokio::time::sleep(CHANGE).await;
        measure(&players, time).await.into_iter().for_each(|sample| quiet.add(sample));
        let endpoint = Endpoint::from_address(&url, ATTACKER)?;
        let attackers = Attackers::start(endpoint, args.on, args.connections, args.seed + round as u64);
        tokio::time::sleep(CHANGE).await;
        let meter = Meter::start(server.process().into_iter().collect(), None);
        measure(&players, time).await.into_iter().for_each(|sample| attacked.add(sample));
        usage = Some(meter.read());
        for (status, count) in attackers.end().await {
            *answers.entry(status).or_insert(0_u64) += count;
        }
    }
    let mut faults = Vec::new();
    for player in players {
        faults.append(&mut player.end().await);
    }
    let on = match args.on {
        Target::Turns => "/position/turns",
        Target::Puzzle => "/puzzle?date=",
    };
    let tables = if args.tables.is_some() { "with tables" } else { "without tables" };
    println!("attack: {} connections of one address on {on}, {tables}", args.connections);
    println!("  machine           {}", machine());
    println!("  server flags      {}", FLAGS.join(" "));
    println!(
        "  rounds            {} of {} s quiet and {} s attacked",
        args.rounds, args.seconds, args.seconds
    );
    println!("  turn, quiet       {} times, {}", quiet.turn.len(), quiet.turn);
    println!("  turn, attacked    {} times, {}", attacked.turn.len(), attacked.turn);
    println!("  reply, quiet      {}", quiet.reply);
    println!("  reply, attacked   {}", attacked.reply);
    println!(
        "  ratios            turn {}; reply {}",
        ratios(&quiet.turn, &attacked.turn),
        ratios(&quiet.reply, &attacked.reply)
    );
    let answers: Vec<String> = answers.iter().map(|(status, count)| format!("{count} × {status}")).collect();
    println!("  attacker          {}", answers.join(", "));
    if let Some(usage) = usage {
        println!("  processor time    {usage} (last attack)");
    }
    println!(
        "  player            {}",
        if faults.is_empty() { "never refused".into() } else { faults.join("; ") }
    );
    Ok(faults.is_empty() && quiet.reply.len() > 0 && attacked.reply.len() > 0)
}

/// What all players experience from now on for this long.
async fn measure(players: &[Player], time: Duration) -> Vec<Sample> {
    futures_util::future::join_all(players.iter().map(|player| player.measure(time))).await
}

/// How many times as long the attacked ones took.
fn ratios(quiet: &Latencies, attacked: &Latencies) -> String {
    let ratio = |of_thousand| attacked.percentile(of_thousand) / quiet.percentile(of_thousand);
    format!("p50 × {:.2}, p99 × {:.2}", ratio(500), ratio(990))
}

/// A folder that is removed after the run.
struct Folder(PathBuf);

impl Folder {
    fn new(parent: Option<PathBuf>) -> anyhow::Result<Folder> {
        let name = format!("linja-load-{}", std::process::id());
        let folder = parent.unwrap_or_else(std::env::temp_dir).join(name);
        std::fs::create_dir_all(&folder).with_context(|| {
            format!("can't create the folder {}; name another one with --dir", folder.display())
        })?;
        Ok(Folder(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
