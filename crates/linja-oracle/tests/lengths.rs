//! The lengths of games in which nobody errs, compared with plain search to the end of the game: with the readable generator
//! and a hash map, without any table.

mod common;

use std::collections::HashMap;

use common::{late_positions, one_at_a_time};
use linja::{Margin, Position, RuleSet, readable};
use linja_oracle::{Lengths, Options, Silent, turns_to_end};

/// The value of a position, and the turns up to the end of the shortest game, the longest and the one of the distance.
#[derive(Clone, Copy)]
struct Exact {
    value: Margin,
    shortest: u8,
    longest: u8,
    distance: u8,
}

impl Exact {
    fn ended(value: Margin) -> Exact {
        Exact { value, shortest: 0, longest: 0, distance: 0 }
    }
}

struct Search {
    rules: RuleSet,
    known: HashMap<Position, Exact>,
}

impl Search {
    fn exact(&mut self, position: &Position) -> Exact {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let (rules, side) = (self.rules, position.to_move());
        let mut after = Vec::new();
        for complete in readable::complete_turns(position, &rules) {
            let result = complete.result;
            after.push(if result.is_over {
                Exact::ended(result.position.score(&rules).margin(side))
            } else {
                let theirs = self.exact(&result.position);
                Exact { value: -theirs.value, ..theirs }
            });
        }
        let exact = match after.iter().map(|exact| exact.value).max() {
            None => Exact::ended(position.score(&rules).margin(side)),
            Some(value) => {
                after.retain(|exact| exact.value == value);
                longer_by_one(value, &after)
            }
        };
        self.known.insert(*position, exact);
        exact
    }
}

/// The number of turns left, given what follows each turn that keeps the value.
fn longer_by_one(value: Margin, kept: &[Exact]) -> Exact {
    let fewest = |turns: fn(&Exact) -> u8| 1 + kept.iter().map(turns).min().expect("a turn keeps the value");
    let most = |turns: fn(&Exact) -> u8| 1 + kept.iter().map(turns).max().expect("a turn keeps the value");
    Exact {
        value,
        shortest: fewest(|exact| exact.shortest),
        longest: most(|exact| exact.longest),
        // Who is ahead shortens the game, who is behind lengthens it, and in a draw both shorten it.
        distance: if value >= Margin(0) {
            fewest(|exact| exact.distance)
        } else {
            most(|exact| exact.distance)
        },
    }
}

fn lengths_agree(rules: RuleSet) {
    let _busy = one_at_a_time();
    let late = late_positions(150, 20_261_118).take(400);
    let positions: Vec<Position> = late.chain(late_positions(140, 20_261_118).take(100)).collect();
    let mut search = Search { rules, known: HashMap::new() };
    let exact: Vec<Exact> = positions.iter().map(|position| search.exact(position)).collect();
    let of = |lengths| {
        turns_to_end(&rules, lengths, &positions, &Options::default(), &Silent).expect("enough memory")
    };
    let [shortest, longest, distance] = [Lengths::Shortest, Lengths::Longest, Lengths::Distance].map(of);
    for (i, exact) in exact.iter().enumerate() {
        let found = (shortest[i], longest[i], distance[i]);
        assert_eq!(found, (exact.shortest, exact.longest, exact.distance), "{} by {rules}", positions[i]);
    }
    assert!(exact.iter().any(|exact| exact.shortest < exact.longest), "the lengths differ");
}

#[test]
fn lengths_of_published_rule_sets() {
    for rules in [RuleSet::CLASSIC, RuleSet::BONUS_SPICY, RuleSet::GEEKY] {
        lengths_agree(rules);
    }
}

/// The rest of a turn after the end, and all that a turn can earn.
#[test]
fn lengths_of_house_rules() {
    for id in ["geeky+goal-count+again-may+bonus-any+over-apart", "classic+goal-count+bonus-own+over-apart"] {
        lengths_agree(id.parse().expect("an id"));
    }
}
