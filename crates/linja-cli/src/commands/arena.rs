mod game;
mod text;
mod view;

use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use anyhow::Context as _;
use linja::Record;
use linja_api::FaultView;
use linja_oracle::{Oracle, Resources, Table, Values};
use linja_players::{Arena, Decided, Level, PlayedGame, Results, Sprt, Tally};

use crate::args::{ArenaArgs, Entrant};
use crate::program::{Program, Stopped};
use crate::{Exit, progress, report, tables};

use game::{Halt, Playing, Team};

/// Everything that an arena found out.
struct Outcome {
    results: Results<Entrant>,
    faults: Vec<FaultView>,
}

pub(crate) fn run(args: &ArenaArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let arena = arrange(args)?;
    if let Some(folder) = &args.records {
        prepare(folder)?;
    }
    let rules = &args.table.rules.rules;
    let table = if needs_table(args) {
        Some(tables::open(rules, &args.table.data_dir)?)
    } else {
        tables::find(rules, &args.table.data_dir)?
    };
    progress::catch_interrupts()?;
    // More threads would not help, and the system may refuse to start them.
    let threads = args.threads.map_or_else(tables::threads, usize::from).min(MOST_THREADS);
    let outcome = try_programs(args).and_then(|()| match &table {
        Some(table) if worth_loading(args, &arena, table) => {
            let values = Values::load(table, threads)?;
            play(args, &arena, Some(&values), threads)
        }
        Some(table) => play(args, &arena, Some(table), threads),
        None => play(args, &arena, None, threads),
    });
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(Halt::Interrupted) => {
            writeln!(anstream::stderr(), "Interrupted: no results. Records written so far are kept.")?;
            return Ok(Exit::Interrupted);
        }
        Err(Halt::Failed(error)) => return Err(error),
        Err(Halt::Table(error)) => {
            return Err(match &table {
                Some(table) => tables::unusable(error, table),
                None => error.into(),
            });
        }
    };
    if args.json {
        report::write_json(&view::arena_view(args, outcome), out)?;
    } else {
        text::write(args, &outcome, out)?;
    }
    Ok(Exit::Yes)
}

/// The arena with all its settings.
fn arrange(args: &ArenaArgs) -> anyhow::Result<Arena<Entrant>> {
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
    let default_turns = if args.has_program() { 2 } else { 0 };
    let arena = arena.with_opening_turns(args.opening_turns.unwrap_or(default_turns));
    let Some(bounds) = args.sprt else { return Ok(arena) };
    anyhow::ensure!(args.players.len() == 2, "--sprt needs exactly two players");
    let sprt = Sprt::new(bounds.low, bounds.high, args.sprt_error).context(
        "--sprt needs two differences from -1000 to 1000, the lower one first, and an error between 0 and 0.5",
    )?;
    Ok(arena.with_sprt(sprt))
}

/// Programs and `random` need no table among themselves.
fn needs_table(args: &ArenaArgs) -> bool {
    let needs = |player: &Entrant| matches!(player, Entrant::Level(level) if *level != Level::RANDOM);
    !args.has_program() || args.adjudicate.is_some() || args.players.iter().any(needs)
}

/// Starts each program once, so that a mistyped command fails before the first game.
fn try_programs(args: &ArenaArgs) -> Result<(), Halt> {
    for player in &args.players {
        let Entrant::Program(command) = player else { continue };
        match Program::start(command, &args.table.rules.rules, args.deadlines.patience.0) {
            Ok(program) => program.quit(),
            Err(Stopped::Interrupted) => return Err(Halt::Interrupted),
            Err(Stopped::Fault(fault)) => {
                return Err(Halt::Failed(anyhow::anyhow!("the program {command} {fault}")));
            }
        }
    }
    Ok(())
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

fn worth_loading(args: &ArenaArgs, arena: &Arena<Entrant>, table: &Table) -> bool {
    let memory = Resources::available(table.path()).memory;
    // Programs are slower than the table.
    !args.has_program() && arena.games() >= MANY_GAMES && memory.is_none_or(|bytes| bytes >= VALUES_BYTES)
}

fn play(
    args: &ArenaArgs,
    arena: &Arena<Entrant>,
    oracle: Option<&dyn Oracle>,
    threads: usize,
) -> Result<Outcome, Halt> {
    let bar = progress::Progress::new(arena.games() as u64, "games");
    let mut failed = None;
    let mut faults = Vec::new();
    let playing = Playing { args, players: arena.players(), oracle };
    let report = |played: &PlayedGame<Entrant>| {
        bar.show(played.number as u64 + 1, "");
        faults.extend(fault(played));
        if let Some(folder) = &args.records
            && let Err(error) = write_record(folder, played)
        {
            failed = Some(error);
            return ControlFlow::Break(());
        }
        progress::or_interrupt()
    };
    let rules = args.table.rules.rules;
    let results =
        arena.run_with(rules, threads, Team::default, |team, fixture| playing.play(team, fixture), report);
    bar.finish();
    if let Some(error) = failed {
        return Err(Halt::Failed(error));
    }
    let results = results?.ok_or(Halt::Interrupted)?;
    Ok(Outcome { results, faults })
}

fn fault(played: &PlayedGame<Entrant>) -> Option<FaultView> {
    let Decided::ByFault { loser, reason } = &played.decided else { return None };
    Some(FaultView {
        game: played.number + 1,
        player: played.players[*loser].to_string(),
        turns: played.game.turns().len(),
        reason: reason.clone(),
    })
}

fn write_record(folder: &Path, played: &PlayedGame<Entrant>) -> anyhow::Result<()> {
    let mut record = Record::new(played.game.clone());
    record.set_tag("Black", &played.players.black.name())?;
    record.set_tag("Red", &played.players.red.name())?;
    record.set_tag("Round", &(played.number + 1).to_string())?;
    match &played.decided {
        Decided::OnTheBoard => {}
        Decided::ByTable(margin) => record.set_tag("Adjudicated", &margin.to_string())?,
        Decided::ByFault { reason, .. } => record.set_tag("Fault", reason)?,
    }
    let file = folder.join(format!("{:06}.linja", played.number + 1));
    fs::write(&file, record.to_string()).with_context(|| format!("can't write the record {}", file.display()))
}

/// Each player with all its games: best first, or with --neighbours in the order of --players, because scores against
/// different opponents can't be compared.
fn standings<'a>(args: &'a ArenaArgs, results: &Results<Entrant>) -> Vec<(&'a Entrant, Tally)> {
    let pairings = &results.pairings;
    let total = |player: &'a Entrant| {
        let tallies = pairings.iter().flat_map(|pairing| pairing.players.iter().zip(&pairing.tallies));
        let own = tallies.filter(|(other, _)| *other == player);
        (player, own.fold(Tally::default(), |sum, (_, tally)| sum.and(tally)))
    };
    let mut standings: Vec<(&Entrant, Tally)> = args.players.iter().map(total).collect();
    if !args.neighbours {
        standings.sort_by(|(_, a), (_, b)| b.share().middle.total_cmp(&a.share().middle));
    }
    standings
}
