//! Measures how long choosing a turn takes with a table: `cargo bench -p linja-players`.
//!
//! Reads the tables in `LINJA_HOME`, written by `linja solve --all`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use linja::{BySide, Position, RuleSet, Side};
use linja_oracle::{Table, Tables};
use linja_players::{Chance, Level, choose, play_game};

const GAMES: u64 = 20;

fn main() {
    let Some(data_dir) = std::env::var_os("LINJA_HOME").map(PathBuf::from) else {
        println!("LINJA_HOME must name a folder in which linja solve --all has been run.");
        return;
    };
    println!(
        "One turn's choice, in ms: mean and longest over all positions of {GAMES} games between levels 5."
    );
    println!("Cold: the first time; warm: the same position again.\n");
    println!(
        "{:12} {:8} {:>10} {:>9} {:>9} {:>9} {:>9}",
        "rules", "player", "positions", "cold", "longest", "warm", "longest"
    );
    let level = Level::new(5).unwrap_or(Level::PERFECT);
    for rules in RuleSet::ALL {
        let tables = Tables::in_data_dir(&data_dir);
        let Ok(Some(table)) = tables.open(&rules) else {
            println!("{rules} is not solved.");
            continue;
        };
        let positions = positions(&table, level);
        for player in [level, Level::PERFECT] {
            // Reopened for an empty page cache.
            if let Ok(Some(table)) = tables.open(&rules) {
                measure(&table, &positions, player);
            }
        }
    }
}

fn positions(table: &Table, level: Level) -> Vec<Position> {
    let games = (0..GAMES).map(|game| {
        let players = BySide { black: level, red: level };
        play_game(table, players, Side::Black, &mut Chance::new(game)).expect("a good table").0
    });
    games
        .flat_map(|game| {
            game.turns().iter().filter(|t| !t.result.is_over).map(|t| t.result.position).collect::<Vec<_>>()
        })
        .collect()
}

fn measure(table: &Table, positions: &[Position], player: Level) {
    let choice = |position: &Position| {
        let begun = Instant::now();
        choose(table, position, player, &mut Chance::new(1)).expect("a good table").expect("a turn");
        begun.elapsed()
    };
    let times: Vec<[Duration; 2]> =
        positions.iter().map(|position| [choice(position), choice(position)]).collect();
    let mean = |which: usize| {
        times.iter().map(|times| times[which].as_secs_f64()).sum::<f64>() * 1e3 / times.len() as f64
    };
    let longest =
        |which: usize| times.iter().map(|times| times[which]).max().unwrap_or_default().as_secs_f64() * 1e3;
    println!(
        "{:12} {:8} {:>10} {:>9.3} {:>9.3} {:>9.3} {:>9.3}",
        table.rules(),
        player.name(),
        positions.len(),
        mean(0),
        longest(0),
        mean(1),
        longest(1),
    );
}
