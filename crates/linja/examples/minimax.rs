//! A bot that looks two turns ahead plays against a random player: `cargo run -p linja --example minimax`.

use std::collections::HashMap;

use linja::{Board, Game, Margin, Position, RuleSet, Side, Turn, TurnResult, fast};

fn main() {
    let game = play(RuleSet::BONUS);
    let score = game.score();
    println!("{} turns, {score}: the bot is ahead by {}", game.turns().len(), score.margin(Side::Black));
}

/// Plays a game of the bot (Black) against a random player.
///
/// # Panics
/// Never: generated turns are legal.
#[must_use]
pub fn play(rules: RuleSet) -> Game {
    let mut game = Game::new(rules, Side::Black);
    let mut state = 1_u32;
    while !game.is_over() {
        if game.position().to_move() == Side::Black
            && let Some(turn) = Bot::new(rules).best(game.position(), 2)
        {
            game.play(&turn).expect("a generated turn is legal");
        } else {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            game.play_random(|n| (state >> 8) as usize % n);
        }
    }
    game
}

/// Evaluates positions by the score some turns ahead.
struct Bot {
    rules: RuleSet,
    /// Values by depth and board. A position and its mirror image have the same key and the same value.
    known: HashMap<(u32, u64), Margin>,
}

impl Bot {
    fn new(rules: RuleSet) -> Bot {
        Bot { rules, known: HashMap::new() }
    }

    fn best(&mut self, position: &Position, depth: u32) -> Option<Turn> {
        let turns = position.turns(&self.rules);
        turns.iter().max_by_key(|turn| self.value(&turn.result, depth - 1)).map(|turn| turn.turn)
    }

    /// The value of a result for the side that played the turn.
    fn value(&mut self, result: &TurnResult, depth: u32) -> Margin {
        if result.is_over || depth == 0 {
            return result.margin(&self.rules);
        }
        let key = (depth, Board::of(&result.position).key());
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut worst = Margin(i8::MAX);
        let rules = self.rules;
        fast::for_each_turn(&result.position, &rules, |reply| {
            worst = worst.min(-self.value(&reply.result, depth - 1));
        });
        self.known.insert(key, worst);
        worst
    }
}
