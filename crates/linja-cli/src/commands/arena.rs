use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;
use indicatif::HumanCount;
use linja::Record;
use linja_api::{ArenaView, PairingView, StandingView};
use linja_oracle::{Oracle, Resources, Table, Values};
use linja_players::{Arena, Level, Pairing, PlayedGame, Tally};

use crate::args::ArenaArgs;
use crate::{Exit, progress, report, tables};

pub(crate) fn run(args: &ArenaArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    for (i, player) in args.players.iter().enumerate() {
        anyhow::ensure!(
            !args.players[..i].contains(player),
            "--players names {player} twice; name each player once"
        );
    }
    anyhow::ensure!(args.players.len() > 1, "--players needs two players or more, such as --players 3,5");
    let arena = if args.neighbours { Arena::neighbours } else { Arena::everyone };
    let arena = arena(&args.players, args.games, args.seed)?;
    anyhow::ensure!(arena.games() > 0, "--games must be above 0, such as --games 100");
    if let Some(folder) = &args.records {
        prepare(folder)?;
    }
    let table = tables::open(&args.table.rules.rules, &args.table.data_dir)?;
    progress::catch_interrupts()?;
    // More threads would not help, and the system may refuse to start them.
    let threads = args.threads.map_or_else(tables::threads, usize::from).min(MOST_THREADS);
    let pairings = if worth_loading(&arena, &table) {
        let values = Values::load(&table, threads).map_err(|error| tables::unusable(error, &table))?;
        play(args, &arena, &values, &table, threads)
    } else {
        play(args, &arena, &table, &table, threads)
    };
    let Some(pairings) = pairings? else {
        writeln!(anstream::stderr(), "Interrupted: no results. Records written so far are kept.")?;
        return Ok(Exit::Interrupted);
    };
    if args.json {
        report::write_json(&arena_view(args, &pairings), out)?;
    } else {
        write_text(args, &pairings, out)?;
    }
    Ok(Exit::Yes)
}

/// Creates the folder for records. A folder that holds records is refused: records of two runs would get mixed.
fn prepare(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("can't create the folder {}", folder.display()))?;
    let mut entries =
        fs::read_dir(folder).with_context(|| format!("can't read the folder {}", folder.display()))?;
    let is_record = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| entry.path().extension().is_some_and(|extension| extension == "linja"))
    };
    anyhow::ensure!(
        !entries.any(is_record),
        "{} already holds records; name another folder with --records",
        folder.display()
    );
    Ok(())
}

const MOST_THREADS: usize = 64;

/// With this many games it pays to load all values into memory: about ten seconds to load, then a hundred times as
/// fast.
const MANY_GAMES: usize = 1000;

/// The memory of all values, with some reserve.
const VALUES_BYTES: u64 = 3_000_000_000;

fn worth_loading(arena: &Arena, table: &Table) -> bool {
    let memory = Resources::available(table.path()).memory;
    arena.games() >= MANY_GAMES && memory.is_none_or(|bytes| bytes >= VALUES_BYTES)
}

fn play(
    args: &ArenaArgs,
    arena: &Arena,
    oracle: &impl Oracle,
    table: &Table,
    threads: usize,
) -> anyhow::Result<Option<Vec<Pairing>>> {
    let bar = progress::Progress::new(arena.games() as u64, "games");
    let done = AtomicU64::new(0);
    let failed = Mutex::new(None);
    let pairings = arena.run(oracle, threads, |played| {
        bar.show(done.fetch_add(1, Ordering::Relaxed) + 1, "");
        if let Some(folder) = &args.records
            && let Err(error) = write_record(folder, played)
        {
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
            return ControlFlow::Break(());
        }
        progress::or_interrupt()
    });
    bar.finish();
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    pairings.map_err(|error| tables::unusable(error, table))
}

fn write_record(folder: &Path, played: &PlayedGame) -> anyhow::Result<()> {
    let mut record = Record::new(played.game.clone());
    record.set_tag("Black", &played.players.black.name())?;
    record.set_tag("Red", &played.players.red.name())?;
    record.set_tag("Round", &(played.number + 1).to_string())?;
    let file = folder.join(format!("{:06}.linja", played.number + 1));
    fs::write(&file, record.to_string()).with_context(|| format!("can't write the record {}", file.display()))
}

/// Each player with all its games: best first, or with --neighbours in the order of --players, because scores against
/// different opponents can't be compared.
fn standings(args: &ArenaArgs, pairings: &[Pairing]) -> Vec<(Level, Tally)> {
    let mut standings: Vec<(Level, Tally)> = args
        .players
        .iter()
        .map(|&player| {
            let tallies = pairings.iter().flat_map(|pairing| pairing.players.iter().zip(&pairing.tallies));
            let own = tallies.filter(|(other, _)| **other == player);
            (player, own.fold(Tally::default(), |sum, (_, tally)| sum.and(tally)))
        })
        .collect();
    if !args.neighbours {
        standings.sort_by(|(_, a), (_, b)| b.share().middle.total_cmp(&a.share().middle));
    }
    standings
}

fn write_text(args: &ArenaArgs, pairings: &[Pairing], out: &mut impl Write) -> io::Result<()> {
    let games = HumanCount(args.games.into());
    writeln!(out, "{}, {games} games a pairing, seed {}", args.table.rules.rules, args.seed)?;
    writeln!(out)?;
    writeln!(
        out,
        "{:10} {:>7} {:>9} {:>7} {:>8} {:>10} {:>7}",
        "player", "games", "points", "score", "margin", "loss/turn", "spread"
    )?;
    for (player, tally) in standings(args, pairings) {
        writeln!(
            out,
            "{:10} {:>7} {:>9.1} {:>5.1} % {:>+8.2} {:>10.3} {:>7.3}",
            player.name(),
            tally.games(),
            tally.points(),
            100.0 * tally.share().middle,
            tally.margin().middle,
            tally.loss_per_turn(),
            tally.spread(),
        )?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "{:21} {:>5} {:>5} {:>5} {:>7} {:>15} {:>18} {:>8}",
        "pairing", "won", "drawn", "lost", "score", "95 %", "Elo", "margin"
    )?;
    pairings.iter().try_for_each(|pairing| write_pairing(pairing, out))
}

/// One line per pairing, from the view of its second player: with --neighbours usually the stronger one.
fn write_pairing(pairing: &Pairing, out: &mut impl Write) -> io::Result<()> {
    let [weaker, stronger] = pairing.players;
    let tally = &pairing.tallies[1];
    let (share, elo) = (tally.share(), tally.elo());
    writeln!(
        out,
        "{:21} {:>5} {:>5} {:>5} {:>5.1} % {:>15} {:>18} {:>+8.2}",
        format!("{} – {}", stronger.name(), weaker.name()),
        tally.wins,
        tally.draws,
        tally.losses,
        100.0 * share.middle,
        format!("{:.1} to {:.1} %", 100.0 * share.low, 100.0 * share.high),
        format!("{} ({} to {})", points(elo.middle), points(elo.low), points(elo.high)),
        tally.margin().middle,
    )
}

fn points(elo: f64) -> String {
    if elo.is_finite() { format!("{elo:+.0}") } else { (if elo > 0.0 { "+∞" } else { "-∞" }).into() }
}

fn arena_view(args: &ArenaArgs, pairings: &[Pairing]) -> ArenaView {
    let standing = |(player, tally): &(Level, Tally)| StandingView {
        player: linja_api::Level(*player),
        result: tally.into(),
    };
    ArenaView {
        rules: args.table.rules.rules,
        games: args.games,
        seed: args.seed,
        standings: standings(args, pairings).iter().map(standing).collect(),
        pairings: pairings.iter().map(PairingView::from).collect(),
    }
}
