use std::io::{self, Write};
use std::num::NonZeroU32;

use linja_api::SolvedPuzzle;
use linja_players::{Aim, Date, Level, Puzzle};

use crate::args::PuzzleArgs;
use crate::texts::Texts;
use crate::{Exit, board, report, tables};

pub(crate) fn run(args: &PuzzleArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    let table = tables::open(&args.table.rules.rules, &args.table.data_dir)?;
    let date = args.date.unwrap_or_else(Date::today);
    let days = std::iter::successors(Some(date), |date| date.next());
    for date in days.take(args.days.map_or(1, NonZeroU32::get) as usize) {
        let puzzle = Puzzle::of_the_day(&table, date).map_err(|error| tables::unusable(error, &table))?;
        if args.json {
            report::write_json(&SolvedPuzzle::new(&puzzle, date, args.solution), out)?;
        } else if args.days.is_some() {
            write_line(&puzzle, date, args.solution, out)?;
        } else {
            write_text(&puzzle, date, args.solution, out)?;
        }
        // A year takes a minute: each day is printed as soon as it is known.
        out.flush()?;
    }
    Ok(Exit::Yes)
}

fn write_line(puzzle: &Puzzle, date: Date, solution: bool, out: &mut impl Write) -> io::Result<()> {
    let difficulty = puzzle.difficulty().map_or("none".into(), |level| level.to_string());
    write!(out, "{date}  {}  {:4}  level {difficulty}", puzzle.position, aim_id(puzzle.aim))?;
    if solution {
        let turns: Vec<String> = puzzle.solutions.iter().map(|turn| turn.item.turn.to_string()).collect();
        write!(out, "  {}", turns.join(", "))?;
    }
    writeln!(out)
}

fn aim_id(aim: Aim) -> &'static str {
    match aim {
        Aim::Win => "win",
        Aim::Draw => "draw",
    }
}

fn write_text(puzzle: &Puzzle, date: Date, solution: bool, out: &mut impl Write) -> io::Result<()> {
    let side = puzzle.position.to_move();
    writeln!(out, "Puzzle of {date}, rules {}", puzzle.rules)?;
    writeln!(out)?;
    let drawing = board::Drawing {
        position: &puzzle.position,
        rules: &puzzle.rules,
        over: false,
        texts: Texts::english(),
    };
    write!(out, "{drawing}")?;
    writeln!(out)?;
    let aim = match puzzle.aim {
        Aim::Win => "win",
        Aim::Draw => "save a draw",
    };
    writeln!(out, "{side} can {aim}, but only one of {} results does it. Which?", puzzle.results)?;
    match puzzle.difficulty() {
        Some(level) => writeln!(out, "Level {level} finds it more often than not.")?,
        None => writeln!(out, "Not even level {} finds it more often than not.", Level::COUNT)?,
    }
    if solution {
        writeln!(out)?;
        for turn in &puzzle.solutions {
            writeln!(out, "{}  {}", turn.value, turn.item.turn)?;
        }
        let shares: Vec<String> = puzzle.found.iter().map(|found| format!("{:.0}", 100.0 * found)).collect();
        writeln!(out, "Found by the levels 1 to {} in % of the cases: {}", Level::COUNT, shares.join(" "))?;
    } else {
        writeln!(out, "Add --solution to see the solution.")?;
    }
    Ok(())
}
