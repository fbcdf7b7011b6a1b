//! The speed of probing, on one core: `cargo bench -p linja-oracle`.
//!
//! The first run solves the rule set `bonus` into the target folder.

use std::hint::black_box;
use std::time::Instant;

use linja::{Position, RuleSet, Side};
use linja_oracle::{Arrangement, Oracle as _, Table};
use linja_testing::Chance;

const RULES: RuleSet = RuleSet::BONUS;

fn main() {
    let table = linja_testing::table(&RULES);
    let begun = Instant::now();
    for _ in 0..20 {
        black_box(linja_testing::table(&RULES));
    }
    println!("opening a table          {:8.2} ms", begun.elapsed().as_secs_f64() * 1e3 / 20.0);

    let positions = random_positions(100_000);
    let begun = Instant::now();
    let sum: i64 = positions.iter().map(|position| i64::from(value(&table, position))).sum();
    let rate = positions.len() as f64 / begun.elapsed().as_secs_f64();
    println!("random positions         {rate:8.0} a second (sum of margins {sum})");

    let games: Vec<Position> =
        (0..40).flat_map(|seed| linja_testing::random_positions(RULES, seed)).collect();
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

fn value(table: &Table, position: &Position) -> i8 {
    table.value(position).expect("a good table").0
}

fn best(table: &Table, position: &Position) -> i8 {
    table.turns(position).expect("a good table").first().expect("a turn").value.0
}

fn random_positions(count: usize) -> Vec<Position> {
    let mut chance = Chance::new(1);
    std::iter::repeat_with(|| {
        let mut pick = || Arrangement::from_number(chance.below(Arrangement::COUNT)).expect("in range");
        pick().against(pick(), Side::Black).ok()
    })
    .flatten()
    .take(count)
    .collect()
}
