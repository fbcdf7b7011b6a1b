use std::io::{self, Write};

use indicatif::HumanCount;
use linja::Position;
use linja_api::StatisticsView;
use linja_oracle::{Chart, Interrupted, Margins, Progress, StartFacts, Statistics, Values};

use crate::args::StatsArgs;
use crate::{Exit, progress, report, tables};

pub(crate) fn run(args: &StatsArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let rules = &args.table.rules.rules;
    let table = tables::open(rules, &args.table.data_dir)?;
    progress::catch_interrupts()?;
    let values = Values::load(&table, tables::threads()).map_err(|error| tables::unusable(error, &table))?;
    let statistics = Statistics::new(&values, tables::threads(), &|_: Progress| progress::or_interrupt());
    let Ok(statistics) = statistics else { return interrupted() };
    if args.svg {
        write!(out, "{}", Chart(&statistics))?;
        return Ok(Exit::Yes);
    }
    writeln!(anstream::stderr(), "Visiting all perfect games; this can take minutes.")?;
    let Ok(start) = start_facts(&values) else { return interrupted() };
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

/// Visits all perfect games, and prints now and then how far it is.
fn start_facts(values: &Values) -> Result<StartFacts, Interrupted> {
    StartFacts::new(values, tables::threads(), &|progress: Progress| {
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
    writeln!(out, "perfect games     {} to {} turns", start.shortest, start.longest)?;
    writeln!(out, "                  through {} positions", HumanCount(start.positions as u64))?;
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
