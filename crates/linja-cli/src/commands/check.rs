use std::io::Write;
use std::path::Path;

use indicatif::HumanCount;
use linja::RuleSet;
use linja_api::{CheckView, GamesCheckView, TableCheckView};
use linja_games::store::upkeep::{UpkeepError, check};
use linja_oracle::{Table, TableError, Tables};

use crate::args::CheckArgs;
use crate::{Exit, progress, report, upkeep};

pub(crate) fn run(args: &CheckArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let location = args.database.location()?;
    progress::catch_interrupts()?;
    let mut observer = upkeep::observer("parts of the games");
    let games = upkeep::wait_for(check(&location, &mut observer))?;
    let games = match games {
        // A server that only solves, or one that was never started.
        Err(UpkeepError::Missing(_) | UpkeepError::NoSchema) => None,
        games => match upkeep::settle(games, |_| None)? {
            Ok(games) => Some(games),
            Err(exit) => return Ok(exit),
        },
    };
    let tables = args.database.data_dir.find()?.map(|folder| check_tables(&folder)).unwrap_or_default();
    if progress::interrupted() {
        return Ok(Exit::Interrupted);
    }
    let found = CheckView::new(games, tables);
    if args.json {
        report::write_json(&found, out)?;
    } else {
        write(&found, out)?;
    }
    Ok(if found.sound { Exit::Yes } else { Exit::No })
}

fn check_tables(data_dir: &Path) -> Vec<TableCheckView> {
    let tables = Tables::in_data_dir(data_dir);
    let check = |rules: &RuleSet| -> Result<String, TableError> {
        let table = Table::open(&tables.path(rules), rules)?;
        table.check()?;
        Ok(format!("{:032x}", table.header().values_hash))
    };
    tables
        .existing()
        .iter()
        .take_while(|_| !progress::interrupted())
        .map(|rules| {
            let (hash, problem) = match check(rules) {
                Ok(hash) => (Some(hash), None),
                Err(error) => (None, Some(crate::one_line(&error.into()))),
            };
            TableCheckView { rules: *rules, hash, problem }
        })
        .collect()
}

fn write(found: &CheckView, out: &mut impl Write) -> std::io::Result<()> {
    match &found.games {
        None => writeln!(out, "games: there is no database")?,
        Some(games) => write_games(games, out)?,
    }
    for table in &found.tables {
        let rules = table.rules;
        match &table.problem {
            None => writeln!(out, "table {rules}: whole")?,
            Some(problem) => {
                writeln!(out, "table {rules}: {problem}; linja solve --again --rules {rules} replaces it")?;
            }
        }
    }
    Ok(())
}

fn write_games(games: &GamesCheckView, out: &mut impl Write) -> std::io::Result<()> {
    let problems = games.problems.len() as u64 + games.more_problems;
    let verdict = if problems == 0 { "whole".into() } else { format!("{} problems", HumanCount(problems)) };
    writeln!(out, "games: {} with {} events, {verdict}", HumanCount(games.games), HumanCount(games.events))?;
    if games.newer > 0 {
        writeln!(out, "{} more games need a newer version", HumanCount(games.newer))?;
    }
    for problem in &games.problems {
        match &problem.game {
            Some(game) => writeln!(out, "game {game}: {}", problem.problem)?,
            None => writeln!(out, "{}", problem.problem)?,
        }
    }
    if games.more_problems > 0 {
        writeln!(out, "and {} more", HumanCount(games.more_problems))?;
    }
    Ok(())
}
