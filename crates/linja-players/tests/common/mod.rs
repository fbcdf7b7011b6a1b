//! Helpers shared by several test programs.
#![allow(dead_code, reason = "each test program uses a part of it")]

use linja::{Game, Side};
use linja_oracle::Table;
use linja_players::{Level, choose};

/// Plays a whole game between players of these levels, with random numbers from `seed`.
pub fn played(table: &Table, black: Level, red: Level, seed: u64) -> Game {
    let mut chance = linja_players::Chance::new(seed);
    let first = if chance.below(2) == 0 { Side::Black } else { Side::Red };
    let mut game = Game::new(*table.rules(), first);
    while !game.is_over() {
        let level = if game.position().to_move() == Side::Black { black } else { red };
        let turn = choose(table, game.position(), level, &mut chance).expect("a good table");
        game.play(&turn.expect("not over").turn.item.turn).expect("a legal turn");
    }
    game
}

/// A level for each number, cycling through all levels.
pub fn level(number: u64) -> Level {
    let all: Vec<Level> = Level::all().collect();
    all[number as usize % all.len()]
}
