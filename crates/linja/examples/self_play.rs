//! Plays a random game to its end and prints its record: `cargo run -p linja --example self_play -- classic 7`.

use std::error::Error;

use linja::{Game, Record, RuleSet, Side};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let rules = args.next().map_or(Ok(RuleSet::BONUS), |id| id.parse())?;
    let seed = args.next().map_or(Ok(1), |seed| seed.parse())?;
    print!("{}", play(rules, seed));
    Ok(())
}

/// Plays a random game. The same seed gives the same game.
#[must_use]
pub fn play(rules: RuleSet, seed: u64) -> Record {
    let mut state = seed;
    // Any generator of random numbers will do; this one is Knuth's linear congruential generator.
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % n
    };
    let mut game = Game::new(rules, Side::Black);
    while game.play_random(&mut below).is_some() {}
    Record::new(game)
}
