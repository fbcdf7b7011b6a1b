//! What several test programs share.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::fs::{self, File};
use std::path::Path;

use linja::{Game, Position, RuleSet, Side, fast};
use linja_oracle::{Options, Silent, Table, Tables};
use linja_players::{Level, choose};

/// A small, seeded source of chance (splitmix64).
pub struct Chance(pub u64);

impl Chance {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}

/// The positions of a random game in which a turn can be played.
pub fn game(rules: &RuleSet, chance: &mut Chance) -> Vec<Position> {
    let mut positions = vec![Position::default()];
    loop {
        let turns = fast::complete_turns(&positions[positions.len() - 1], rules);
        let next = turns[chance.below(turns.len())];
        if next.result.is_over {
            return positions;
        }
        positions.push(next.result.position);
    }
}

/// The table of a rule set, solved once for all test programs of the workspace.
pub fn table(rules: &RuleSet) -> Table {
    let data_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solved");
    fs::create_dir_all(&data_dir).expect("a temporary directory");
    // Solving takes a gigabyte or two: one at a time, also among programs.
    let lock = File::create(data_dir.join("lock")).expect("a lock file");
    lock.lock().expect("a lock");
    let tables = Tables::in_data_dir(&data_dir);
    if tables.open(rules).expect("a good table").is_none() {
        tables.solve(rules, &Options::default(), &Silent).expect("solving works");
    }
    tables.open(rules).expect("a good table").expect("the table is there")
}

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
