//! What several test programs share.
#![allow(dead_code, reason = "each test program uses a part of it")]

use linja::{Game, Side};
use linja_oracle::Table;
use linja_players::{Level, choose};

/// A game to its end between players of these levels, by chance from `seed`.
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

/// Levels for games of every kind, from wild to perfect.
pub fn level(number: u64) -> Level {
    let all: Vec<Level> = Level::all().collect();
    all[number as usize % all.len()]
}
