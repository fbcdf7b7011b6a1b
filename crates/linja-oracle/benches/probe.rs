//! The speed of probing, on one core: `cargo bench -p linja-oracle`.
//!
//! The first run solves the rule set `bonus` into the target folder.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use linja::{Game, Position, RuleSet, Side, fast};
use linja_oracle::{Arrangement, Options, Oracle as _, Silent, Table, Tables};

const RULES: RuleSet = RuleSet::BONUS;

fn main() {
    let table = table();
    let begun = Instant::now();
    for _ in 0..20 {
        black_box(self::table());
    }
    println!("opening a table          {:8.2} ms", begun.elapsed().as_secs_f64() * 1e3 / 20.0);

    let positions = random_positions(100_000);
    let begun = Instant::now();
    let sum: i64 = positions.iter().map(|position| i64::from(value(&table, position))).sum();
    let rate = positions.len() as f64 / begun.elapsed().as_secs_f64();
    println!("random positions         {rate:8.0} a second (sum of margins {sum})");

    let games = game_positions(40);
    let begun = Instant::now();
    let found: i64 = games.iter().map(|position| i64::from(best(&table, position))).sum();
    let cold = begun.elapsed().as_secs_f64() * 1e3 / games.len() as f64;
    println!("all turns of a position  {cold:8.3} ms along a game, pages unpacked when first needed");
    let expected: i64 = games.iter().map(|position| i64::from(value(&table, position))).sum();
    assert_eq!(found, expected, "the best turn has the value of the position");

    let warm = games.iter().map(|position| {
        best(&table, position);
        let begun = Instant::now();
        black_box(best(&table, position));
        begun.elapsed().as_secs_f64() * 1e3
    });
    let warm = warm.sum::<f64>() / games.len() as f64;
    println!("all turns of a position  {warm:8.3} ms with its pages warm");
}

fn table() -> Table {
    let tables = Tables::in_data_dir(&Path::new(env!("CARGO_TARGET_TMPDIR")).join("bench"));
    if let Ok(Some(table)) = tables.open(&RULES) {
        return table;
    }
    tables.solve(&RULES, &Options::default(), &Silent).expect("solving works");
    tables.open(&RULES).expect("a good table").expect("a table")
}

fn value(table: &Table, position: &Position) -> i8 {
    table.value(position).expect("a good table").0
}

fn best(table: &Table, position: &Position) -> i8 {
    table.turns(position).expect("a good table").first().expect("a turn").value.0
}

/// Random numbers (xorshift64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

fn random_positions(count: usize) -> Vec<Position> {
    let mut chance = Chance(0x1234_5678_9abc_def1);
    std::iter::repeat_with(|| {
        let mut pick = || Arrangement::from_number(chance.below(Arrangement::COUNT)).expect("in range");
        pick().against(pick(), Side::Black).ok()
    })
    .flatten()
    .take(count)
    .collect()
}

/// The positions of random games in which a turn can be played.
fn game_positions(games: usize) -> Vec<Position> {
    let mut chance = Chance(0xfeed_5eed_1234_5677);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut game = Game::new(RULES, Side::Black);
        while !game.is_over() {
            positions.push(*game.position());
            let turns = fast::complete_turns(game.position(), &RULES);
            game.play(&turns[chance.below(turns.len())].turn).expect("legal");
        }
    }
    positions
}
