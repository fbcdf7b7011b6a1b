use linja::{Game, Position, RuleSet, Side, fast};

use crate::Chance;

/// A game of random turns to its end. Either side begins.
#[must_use]
pub fn random_game(rules: RuleSet, seed: u64) -> Game {
    let mut chance = Chance::new(seed);
    let mut game = Game::new(rules, Side::ALL[chance.below(2)]);
    while !game.is_over() {
        let turns = fast::complete_turns(game.position(), &rules);
        let turn = turns[chance.below(turns.len())].turn;
        game.play(&turn).expect("a generated turn is legal");
    }
    game
}

/// The positions of a random game in which a turn can be played.
#[must_use]
pub fn random_positions(rules: RuleSet, seed: u64) -> Vec<Position> {
    let game = random_game(rules, seed);
    let after = game.turns().iter().filter(|turn| !turn.result.is_over).map(|turn| turn.result.position);
    std::iter::once(*game.start()).chain(after).collect()
}
