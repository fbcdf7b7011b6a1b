//! Helpers shared by several test programs.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use linja::{Margin, Position, RuleSet, Side, readable};
use linja_oracle::{Arrangement, Options, Silent, Table, Tables};
use linja_testing::Chance;

/// Held by each test: solving takes a gigabyte and verifying more, so tests must not run in parallel.
pub fn one_at_a_time() -> MutexGuard<'static, ()> {
    static BUSY: Mutex<()> = Mutex::new(());
    BUSY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Solves a rule set with the default options.
pub fn solve(data_dir: &Path, rules: &RuleSet) -> Table {
    let tables = Tables::in_data_dir(data_dir);
    tables.solve(rules, &Options::default(), &Silent).expect("solving works");
    tables.open(rules).expect("the table is good").expect("the table is there")
}

/// Values by search to the end of the game, with the readable generator and a hash map, without any table.
pub struct PlainSearch {
    rules: RuleSet,
    pub known: HashMap<Position, Margin>,
}

impl PlainSearch {
    pub fn new(rules: RuleSet) -> PlainSearch {
        PlainSearch { rules, known: HashMap::new() }
    }

    pub fn value(&mut self, position: &Position) -> Margin {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let rules = self.rules;
        let margin = |position: &Position, side| position.score(&rules).margin(side);
        let side = position.to_move();
        let mut best = None;
        for complete in readable::complete_turns(position, &self.rules) {
            let value = if complete.result.is_over {
                margin(&complete.result.position, side)
            } else {
                -self.value(&complete.result.position)
            };
            best = best.max(Some(value));
        }
        let value = best.unwrap_or_else(|| margin(position, side));
        self.known.insert(*position, value);
        value
    }
}

/// Legal positions with at least this advance, either side to move.
pub fn late_positions(advance: u8, seed: u64) -> impl Iterator<Item = Position> {
    let mut chance = Chance::new(seed);
    let lowest = Arrangement::with_advance(usize::from(advance.saturating_sub(84)));
    let first = lowest.map(Arrangement::number).min().expect("every advance up to 84 has arrangements");
    std::iter::repeat_with(move || {
        let mut pick = || Arrangement::from_number(first + chance.below(Arrangement::COUNT - first));
        let (mover, opponent) = (pick()?, pick()?);
        mover.against(opponent, Side::ALL[chance.below(2)]).ok()
    })
    .flatten()
    .filter(move |position| position.advance() >= advance)
}
