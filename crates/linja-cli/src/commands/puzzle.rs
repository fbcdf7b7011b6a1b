use std::io::{self, Write};

use linja_players::{Date, Goal, Level, Puzzle};
use serde_json::{Value, json};

use crate::args::PuzzleArgs;
use crate::{Answer, board, oracle};

pub(crate) fn run(args: &PuzzleArgs, out: &mut impl Write) -> anyhow::Result<Answer> {
    let table = oracle::open(&args.rules.rules, &args.data_dir)?;
    let date = args.date.unwrap_or_else(Date::today);
    let puzzle = Puzzle::of_the_day(&table, date)
        .map_err(|error| oracle::unusable(error, table.rules(), table.path()))?;
    if args.json {
        writeln!(out, "{}", puzzle_json(&puzzle, date, args.solution))?;
    } else {
        write_text(&puzzle, date, args.solution, out)?;
    }
    Ok(Answer::Yes)
}

fn write_text(puzzle: &Puzzle, date: Date, solution: bool, out: &mut impl Write) -> io::Result<()> {
    let side = puzzle.position.to_move();
    writeln!(out, "Puzzle of {date}, rules {}", puzzle.rules)?;
    writeln!(out)?;
    write!(out, "{}", board::Drawing { position: &puzzle.position, rules: &puzzle.rules })?;
    writeln!(out)?;
    match puzzle.goal {
        Goal::Win => writeln!(out, "{side} can win, with one result only of {}. Which?", puzzle.results)?,
        Goal::Draw => {
            writeln!(out, "{side} can save a draw, with one result only of {}. Which?", puzzle.results)?;
        }
    }
    match puzzle.difficulty() {
        Some(level) => writeln!(out, "Level {level} finds it more often than not.")?,
        None => writeln!(out, "Not even level {} finds it more often than not.", Level::COUNT)?,
    }
    if solution {
        writeln!(out)?;
        for turn in &puzzle.solutions {
            writeln!(out, "{}  {}", turn.margin, turn.complete.turn)?;
        }
        let shares: Vec<String> = puzzle.found.iter().map(|found| format!("{:.0}", 100.0 * found)).collect();
        writeln!(out, "Found by the levels 1 to {} in % of the cases: {}", Level::COUNT, shares.join(" "))?;
    }
    Ok(())
}

fn puzzle_json(puzzle: &Puzzle, date: Date, solution: bool) -> Value {
    let goal = match puzzle.goal {
        Goal::Win => "win",
        Goal::Draw => "draw",
    };
    let mut value = json!({
        "rules": puzzle.rules.id,
        "date": date.to_string(),
        "position": puzzle.position.to_string(),
        "goal": goal,
        "results": puzzle.results,
        "difficulty": puzzle.difficulty().map(Level::number),
        "found": puzzle.found,
    });
    if solution {
        let turns: Vec<String> = puzzle.solutions.iter().map(|turn| turn.complete.turn.to_string()).collect();
        value["margin"] = puzzle.margin.0.into();
        value["solutions"] = turns.into();
    }
    value
}
