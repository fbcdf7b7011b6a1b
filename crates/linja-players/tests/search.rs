//! Compares the search with a plain minimax, and tests its limits and edge cases.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use linja::{CompleteTurn, Margin, Position, RuleSet, fast, readable};
use linja_players::Estimate;
use linja_players::search::{Found, Limits, Search};
use linja_testing::random_positions;

const MEMORY: usize = 1 << 20;

/// More than the turns of any position. All turns are evaluated together, so a node limit can be exceeded by this many.
const BATCH: u64 = 1_000;

/// Minimax with memoization and no other optimization.
struct Plain {
    rules: RuleSet,
    known: HashMap<Position, Margin>,
}

impl Plain {
    fn value(&mut self, position: &Position) -> Margin {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        let turns = readable::complete_turns(position, &self.rules);
        let best = turns.iter().map(|turn| self.value_after(turn)).max();
        let value = best.unwrap_or_else(|| position.score(&self.rules).margin(position.to_move()));
        self.known.insert(*position, value);
        value
    }

    fn value_after(&mut self, turn: &CompleteTurn) -> Margin {
        if turn.result.is_over {
            return turn.result.position.score(&self.rules).margin(!turn.result.position.to_move());
        }
        -self.value(&turn.result.position)
    }
}

fn late_positions(rules: &RuleSet, games: u64, from_the_end: usize) -> Vec<Position> {
    (0..games)
        .map(|seed| random_positions(*rules, seed))
        .filter_map(|positions| positions.iter().nth_back(from_the_end).copied())
        .collect()
}

#[test]
fn late_positions_are_settled_and_equal_plain_minimax() {
    for rules in RuleSet::ALL {
        let mut search = Search::new(&rules, MEMORY);
        let mut plain = Plain { rules, known: HashMap::new() };
        for position in late_positions(&rules, 8, 4) {
            let found = search.best(&position, &Limits::default());
            let best = found.turns[0];
            assert!(found.settled, "{rules}: {position}");
            assert_eq!(best.value, Estimate::from(plain.value(&position)), "{rules}: {position}");
            assert_eq!(best.value, Estimate::from(plain.value_after(&best.item)), "{rules}: {position}");

            let all = search.turns(&position, &Limits::default());
            assert!(all.settled, "{rules}: {position}");
            for turn in &all.turns {
                let exact = plain.value_after(&turn.item);
                assert_eq!(turn.value, Estimate::from(exact), "{rules}: {position} {}", turn.item.turn);
            }
        }
    }
}

#[test]
fn every_turn_is_estimated_the_best_first_and_equal_ones_by_their_written_form() {
    for rules in RuleSet::ALL {
        let mut search = Search::new(&rules, MEMORY);
        for position in random_positions(rules, 3) {
            let found = search.turns(&position, &Limits::nodes(5_000));
            let mut turns: Vec<CompleteTurn> = found.turns.iter().map(|turn| turn.item).collect();
            let sorted = found.turns.is_sorted_by(|a, b| (b.value, a.item.turn) < (a.value, b.item.turn));
            assert!(sorted, "{rules}: {position}");
            turns.sort_unstable_by_key(|turn| turn.turn);
            assert_eq!(turns, fast::complete_turns(&position, &rules));
            for (i, a) in found.turns.iter().enumerate() {
                let mut after = found.turns[..i].iter();
                let same = after.find(|b| a.item.result == b.item.result);
                assert!(same.is_none_or(|same| same.value == a.value), "{rules}: {position}");
            }
        }
    }
}

/// The result with the time zeroed, for comparison.
fn timeless(found: Found) -> Found {
    Found { time: Duration::ZERO, ..found }
}

#[test]
fn a_limit_of_nodes_always_gives_the_same_result() {
    for rules in RuleSet::ALL {
        let mut used = Search::new(&rules, MEMORY);
        for position in random_positions(rules, 11).into_iter().step_by(5) {
            let limits = Limits::nodes(10_000);
            let fresh = Search::new(&rules, MEMORY).best(&position, &limits);
            assert_eq!(timeless(fresh), timeless(used.best(&position, &limits)), "{rules}: {position}");
            let fresh = Search::new(&rules, MEMORY).turns(&position, &limits);
            assert_eq!(timeless(fresh), timeless(used.turns(&position, &limits)), "{rules}: {position}");
        }
    }
}

#[test]
fn colours_do_not_matter() {
    for rules in RuleSet::ALL {
        let mut search = Search::new(&rules, MEMORY);
        for position in random_positions(rules, 12).into_iter().step_by(4) {
            let found = search.turns(&position, &Limits::nodes(10_000));
            let mirrored = search.turns(&position.mirrored(), &Limits::nodes(10_000));
            assert_eq!((found.depth, found.nodes), (mirrored.depth, mirrored.nodes));
            assert!(
                found.turns.iter().map(|turn| turn.value).eq(mirrored.turns.iter().map(|turn| turn.value))
            );
        }
    }
}

#[test]
fn limits_are_kept() {
    let start = Position::default();
    for rules in RuleSet::ALL {
        let mut search = Search::new(&rules, MEMORY);
        for nodes in [0, 1, 100, 5_000, 20_000] {
            let limits = Limits::nodes(nodes);
            assert!((nodes..nodes + BATCH).contains(&search.best(&start, &limits).nodes), "{rules}: {nodes}");
            assert!(
                (nodes..nodes + BATCH).contains(&search.turns(&start, &limits).nodes),
                "{rules}: {nodes}"
            );
        }
        for depth in [0, 1, 2] {
            let reached = u8::max(depth, 1);
            assert_eq!(search.best(&start, &Limits::depth(depth)).depth, reached, "{rules}");
            assert_eq!(search.turns(&start, &Limits::depth(depth)).depth, reached, "{rules}");
        }
        let stopped = Limits { stop: Some(Arc::new(AtomicBool::new(true))), ..Limits::default() };
        assert!(search.best(&start, &stopped).nodes < BATCH);
        assert!(search.turns(&start, &stopped).nodes < BATCH);
    }
}

#[test]
fn a_stop_flag_ends_a_search_without_limits() {
    let flag = Arc::new(AtomicBool::new(false));
    let limits = Limits { stop: Some(flag.clone()), ..Limits::default() };
    let mut search = Search::new(&RuleSet::CLASSIC, MEMORY);
    let found = search.best_observed(&Position::default(), &limits, |found| {
        flag.store(found.depth >= 3, std::sync::atomic::Ordering::Relaxed);
    });
    assert!(found.depth >= 3 && !found.settled);
}

#[test]
fn a_legal_turn_is_found_within_no_time_at_all() {
    for rules in RuleSet::ALL {
        let mut search = Search::new(&rules, 0);
        for position in random_positions(rules, 5) {
            for limits in [Limits::nodes(0), Limits::time(Duration::ZERO)] {
                let found = search.best(&position, &limits);
                assert_eq!(found.turns.len(), 1);
                assert!(fast::complete_turns(&position, &rules).contains(&found.turns[0].item));
                assert_eq!(found.depth, 1);
            }
        }
    }
}

#[test]
fn a_player_without_an_opening_passes() {
    let position: Position = "00660000/00006006 b".parse().unwrap();
    for rules in RuleSet::ALL {
        let mut search = Search::new(&rules, MEMORY);
        for found in
            [search.best(&position, &Limits::nodes(1_000)), search.turns(&position, &Limits::nodes(1_000))]
        {
            let turns: Vec<String> = found.turns.iter().map(|turn| turn.item.turn.to_string()).collect();
            assert_eq!(turns, ["pass"]);
            assert!(found.depth > 1, "what comes after the pass is looked at");
        }
    }
}

/// A bonus in the last turn can mix the colours again, so that the position by itself is not over (R5).
#[test]
fn a_turn_that_ends_the_game_counts_its_score_whatever_the_position_shows() {
    let mut hidden_ends = 0;
    for rules in RuleSet::ALL {
        let mut search = Search::new(&rules, MEMORY);
        for position in late_positions(&rules, 100, 0) {
            let found = search.turns(&position, &Limits::nodes(2_000));
            for turn in found.turns.iter().filter(|turn| turn.item.result.is_over) {
                hidden_ends += usize::from(!turn.item.result.position.is_over(&rules));
                let score = turn.item.result.position.score(&rules).margin(position.to_move());
                assert_eq!(turn.value, Estimate::from(score), "{rules}: {position} {}", turn.item.turn);
            }
        }
    }
    assert!(hidden_ends > 0);
}

#[test]
fn a_position_that_is_over_has_no_turns() {
    for position in ["00000417/63102000 b", "00660000/00006600 b"] {
        let position: Position = position.parse().unwrap();
        let mut search = Search::new(&RuleSet::GEEKY, MEMORY);
        assert!(position.is_over(&RuleSet::GEEKY));
        assert_eq!(search.best(&position, &Limits::default()).turns, []);
        assert_eq!(search.turns(&position, &Limits::default()).turns, []);
    }
}
