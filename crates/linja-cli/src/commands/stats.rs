use std::io::{self, Write};

use anyhow::Context as _;
use indicatif::HumanCount;
use linja::{Margin, Position, RuleSet};
use linja_api::StatisticsView;
use linja_oracle::{
    ALL_POSITIONS, Chart, GameFacts, Interrupted, Lengths, Margins, Options, Progress, SolveError,
    StartFacts, Statistics, Values, turns_to_end,
};

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
        let games = if is_draw(&start) {
            // The sweep needs as much memory.
            drop(values);
            sweep_for_lengths(rules)?
        } else {
            visit_games(&values).ok()
        };
        let Some(games) = games else { return interrupted() };
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

/// Most turns keep a draw: visiting all perfect games would take longer than a quarter of an hour.
fn is_draw(start: &StartFacts) -> bool {
    start.margin == Margin(0)
}

/// Visits all perfect games, and prints now and then how far it is.
fn visit_games(values: &Values) -> Result<GameFacts, Interrupted> {
    // A closed standard error does not stop the work.
    let _ = writeln!(
        anstream::stderr(),
        "Visiting all perfect games: a few minutes of CPU time; --no-walk leaves them out."
    );
    GameFacts::new(values, tables::threads(), &|progress: Progress| {
        if let Some(advance) = progress.layer
            && advance.is_multiple_of(6)
            && progress.positions > 0
        {
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

/// Finds the lengths of perfect games without visiting them; `None` if interrupted.
fn sweep_for_lengths(rules: &RuleSet) -> anyhow::Result<Option<GameFacts>> {
    let Some(shortest) = sweep(rules, Lengths::Shortest, "shortest")? else { return Ok(None) };
    let longest = sweep(rules, Lengths::Longest, "longest")?;
    Ok(longest.map(|longest| GameFacts { shortest, longest, positions: None }))
}

fn sweep(rules: &RuleSet, lengths: Lengths, name: &str) -> anyhow::Result<Option<u16>> {
    writeln!(
        anstream::stderr(),
        "Finding the {name} perfect game: about half a minute of CPU time; --no-walk leaves perfect games out."
    )?;
    let bar = progress::Progress::new(ALL_POSITIONS, "positions");
    let options = Options { threads: tables::threads(), ..Options::default() };
    let turns = turns_to_end(rules, lengths, &[Position::default()], &options, &bar);
    bar.finish();
    match turns {
        Ok(turns) => Ok(turns.first().copied().map(u16::from)),
        Err(SolveError::Interrupted) => Ok(None),
        Err(error) => {
            Err(error).context(format!("can't find the {name} perfect game of {rules}; try --no-walk"))
        }
    }
}

fn write_text(statistics: &Statistics, start: &StartFacts, out: &mut impl Write) -> io::Result<()> {
    let best: Vec<String> = start.best_turns.iter().map(ToString::to_string).collect();
    writeln!(out, "rules             {}", statistics.rules)?;
    writeln!(out, "from the start    {} for the player who begins", start.margin)?;
    writeln!(out, "best first turns  {} of {}: {}", best.len(), start.turns, best.join(", "))?;
    if let Some(games) = start.games {
        write_games(games, out)?;
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

fn write_games(games: GameFacts, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "perfect games     {} to {} turns", games.shortest, games.longest)?;
    match games.positions {
        Some(positions) => {
            writeln!(out, "                  through {} positions", HumanCount(positions as u64))
        }
        None => Ok(()),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_printed_if_counted() {
        let written = |positions| {
            let mut out = Vec::new();
            write_games(GameFacts { shortest: 13, longest: 118, positions }, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(written(None), "perfect games     13 to 118 turns\n");
        let counted = "perfect games     13 to 118 turns\n                  through 11,667,422 positions\n";
        assert_eq!(written(Some(11_667_422)), counted);
    }
}
