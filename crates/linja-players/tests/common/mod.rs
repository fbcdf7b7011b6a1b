//! What several test programs share.
#![allow(dead_code, reason = "each test program uses a part of it")]

use linja::{Position, RuleSet, fast};

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
        if next.is_over {
            return positions;
        }
        positions.push(next.after);
    }
}
