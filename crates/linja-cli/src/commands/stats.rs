use std::io::{self, Write};

use indicatif::HumanCount;
use linja::Position;
use linja_api::StatisticsView;
use linja_oracle::{Chart, GameFacts, Interrupted, Margins, Progress, StartFacts, Statistics, Values};

use crate::args::StatsArgs;
use crate::{Exit, progress, report, tables};

pub(crate) fn run(args: &StatsArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rules = &args.table.rules.rules;
    let table = tables::open(rules, &args.table.data_dir)?;
    progress::catch_interrupts()?;
    writeln!(anstream::stderr(), "Loading and counting all values: about 20 seconds of CPU time.")?;
    let values = Values::load(&table, tables::threads()).map_err(|error| tables::unusable(error, &table))?;
    let statistics = Statistics::new(&values, tables::threads(), &|_: Progress| progress::or_interrupt());
    let Ok(statistics) = statistics else { return interrupted() };
    if args.svg {
        write!(out, "{}", Chart(&statistics))?;
        return Ok(Exit::Yes);
    }
    let mut start = StartFacts::new(&values);
    if !args.no_walk {
        writeln!(
            anstream::stderr(),
            "Visiting all perfect games: {}; --no-walk leaves them out.",
            time(&start)
        )?;
        let Ok(games) = game_facts(&values) else { return interrupted() };
        start.games = Some(games);
    }
    if args.json {
        report::write_json(&StatisticsView::new(&statistics, &start), out)?;
    } else {
        write_text(&statistics, &start, out)?;
    }
    Ok(Exit::Yes)
}

fn interrupted() -> anyhow::Result<Exit> {
    writeln!(anstream::stderr(), "Interrupted: no statistics.")?;
    Ok(Exit::Interrupted)
}

/// How long visiting all perfect games takes, as far as it is known beforehand.
fn time(start: &StartFacts) -> &'static str {
    match start.margin.0 {
        0 => "longer than a quarter of an hour, because most turns keep a draw",
        _ => "a few minutes of CPU time",
    }
}

/// Visits all perfect games, and prints now and then how far it is.
fn game_facts(values: &Values) -> Result<GameFacts, Interrupted> {
    GameFacts::new(values, tables::threads(), &|progress: Progress| {
        if let Some(advance) = progress.layer
            && advance.is_multiple_of(6)
            && progress.positions > 0
        {
            // A closed standard error does not stop the work.
            let _ = writeln!(
                anstream::stderr(),
                "advance {advance:>3} of {}, {} positions",
                Position::MAX_ADVANCE,
                HumanCount(progress.positions)
            );
        }
        progress::or_interrupt()
    })
}

fn write_text(statistics: &Statistics, start: &StartFacts, out: &mut impl Write) -> io::Result<()> {
    let best: Vec<String> = start.best_turns.iter().map(ToString::to_string).collect();
    writeln!(out, "rules             {}", statistics.rules)?;
    writeln!(out, "from the start    {} for the player who begins", start.margin)?;
    writeln!(out, "best first turns  {} of {}: {}", best.len(), start.turns, best.join(", "))?;
    if let Some(games) = start.games {
        writeln!(out, "perfect games     {} to {} turns", games.shortest, games.longest)?;
        writeln!(out, "                  through {} positions", HumanCount(games.positions as u64))?;
    }
    writeln!(out)?;
    writeln!(
        out,
        "{:>7} {:>13} {:>8} {:>8} {:>8} {:>8} {:>7} {:>7}",
        "advance", "positions", "wins", "draws", "losses", "mean", "lowest", "highest"
    )?;
    for (advance, margins) in statistics.by_advance.iter().enumerate().filter(|(_, all)| all.positions() > 0)
    {
        write_margins(&advance.to_string(), margins, out)?;
    }
    write_margins("all", &statistics.overall(), out)
}

fn write_margins(name: &str, margins: &Margins, out: &mut impl Write) -> io::Result<()> {
    let share = |count: u64| format!("{:.2} %", 100.0 * count as f64 / margins.positions() as f64);
    let lowest = margins.iter().next().map_or(String::new(), |(margin, _)| margin.to_string());
    let highest = margins.iter().last().map_or(String::new(), |(margin, _)| margin.to_string());
    writeln!(
        out,
        "{name:>7} {:>13} {:>8} {:>8} {:>8} {:>+8.2} {lowest:>7} {highest:>7}",
        HumanCount(margins.positions()).to_string(),
        share(margins.wins()),
        share(margins.draws()),
        share(margins.losses()),
        margins.mean(),
    )
}
