//! What several test programs share.
#![allow(dead_code, reason = "each test program uses a part of it")]

use linja::{CompleteTurn, Game, Position, RuleSet, Side, Turn, fast, readable};

/// A small, seeded source of chance (xorshift64*), so that a failure can be repeated.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize) % end
    }
}

/// A whole game of random turns.
pub fn random_game(rules: RuleSet, seed: u64) -> Game {
    let mut chance = Chance::new(seed);
    let first = Side::ALL[chance.below(2)];
    let mut game = Game::new(rules, first);
    while !game.is_over() {
        let turns = fast::complete_turns(game.position(), &rules);
        let turn = turns[chance.below(turns.len())].turn;
        game.play(&turn).expect("a generated turn is legal");
    }
    game
}

pub fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// All turns of a position, after making sure that both generators agree on them.
pub fn turns(rules: RuleSet, text: &str) -> Vec<CompleteTurn> {
    let position = position(text);
    let turns = readable::complete_turns(&position, &rules);
    assert_eq!(turns, fast::complete_turns(&position, &rules), "{text} by {rules}");
    turns
}

/// All turns of a position as written.
pub fn written(rules: RuleSet, text: &str) -> Vec<String> {
    turns(rules, text).iter().map(|complete| complete.turn.to_string()).collect()
}

/// Plays one turn, which both generators must know.
pub fn play(rules: RuleSet, text: &str, turn: &str) -> CompleteTurn {
    let played = Turn::parse(turn, &position(text), &rules).unwrap_or_else(|error| panic!("{turn}: {error}"));
    assert!(turns(rules, text).contains(&played), "{turn} is not generated in {text} by {rules}");
    played
}

/// Why a turn is not legal; neither generator may know it.
pub fn refusal(rules: RuleSet, text: &str, turn: &str) -> String {
    assert!(
        !written(rules, text).iter().any(|known| known == turn),
        "{turn} is generated in {text} by {rules}"
    );
    Turn::parse(turn, &position(text), &rules).expect_err("this turn is not legal").to_string()
}
