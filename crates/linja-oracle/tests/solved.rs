//! Solves every rule set completely and compares the result with the published hash, the counts of the rules, plain
//! search without any table, and the verifier.

mod common;

use common::{PlainSearch, late_positions, one_at_a_time, solve};
use linja::{Margin, PartialTurn, Position, RuleSet, Side, fast};
use linja_oracle::{
    Arrangement, GameFacts, Lengths, Next, Options, Oracle as _, Positions, Silent, Table, Values,
    published_hash, turns_to_end, verify, verify_against, verify_all,
};
use linja_testing::is_sweep;

/// The start has this value, and the perfect games have this many turns.
fn solve_and_check(rules: RuleSet, start: i8, hash: &str, lengths: (u16, u16)) {
    let _busy = one_at_a_time();
    let folder = linja_testing::folder();
    let table = solve(folder.path(), &rules);
    assert_eq!(format!("{:032x}", table.header().values_hash), hash, "see docs/solved.md");
    assert_eq!(published_hash(&rules), Some(table.header().values_hash));
    assert_eq!(table.value(&Position::start(Side::Black)).expect("good"), Margin(start));
    counts_are_those_of_the_rules(&table);
    plain_search_agrees(&table);
    probing_is_consistent(&table);
    iteration_agrees(&table);
    batches_agree(&table);
    verifiers_agree(&table);
    if is_sweep() {
        perfect_games_have_lengths(&table, lengths);
    }
}

#[test]
fn classic() {
    solve_and_check(RuleSet::CLASSIC, 1, "ba7a446b6ae34dc34c4461a342da9e05", (15, 60));
}

#[test]
fn bonus() {
    solve_and_check(RuleSet::BONUS, 1, "734a0dbbc26cbef14cecaf1fd4614f27", (16, 70));
}

#[test]
fn bonus_spicy() {
    solve_and_check(RuleSet::BONUS_SPICY, 0, "cbd60aaed8bc881680a3c44d77841651", (13, 118));
}

#[test]
fn geeky() {
    solve_and_check(RuleSet::GEEKY, 2, "a9cf0a7297ae99c2bd2c38609826d40a", (16, 60));
}

#[test]
fn geeky_spicy() {
    solve_and_check(RuleSet::GEEKY_SPICY, 0, "0a3deb158d9ad7549493ca4dfdb20472", (13, 124));
}

fn counts_are_those_of_the_rules(table: &Table) {
    let counts = table.header().counts;
    assert_eq!(counts.positions, 1_264_575_044);
    assert_eq!(counts.ended, 255_507);
    assert_eq!(counts.without_opening, 112_680);
    assert_eq!(counts.stuck, 546);
}

fn plain_search_agrees(table: &Table) {
    let mut search = PlainSearch::new(*table.rules());
    for (advance, count) in [(150, 500), (140, 1_500), (134, 500)] {
        for position in late_positions(advance, advance.into()).take(count) {
            assert_eq!(table.value(&position).expect("good"), search.value(&position), "{position}");
        }
    }
    assert!(search.known.len() >= 2_000);
    // One in twenty of the other positions that the search visited.
    for (position, &value) in search.known.iter().step_by(20) {
        assert_eq!(table.value(position).expect("good"), value, "{position}");
    }
}

fn verifiers_agree(table: &Table) {
    let values = Values::load(table, 2).expect("every page is good");
    let verified = verify(&values, Positions::Sample { count: 200_000, seed: 3 }, 2, &Silent);
    assert!(verified.disagreements.is_empty(), "{:?}", verified.disagreements);
    assert_eq!(verified.checked, 200_000);
    let verified = if is_sweep() {
        verify_all(&values, 2, &Silent)
    } else {
        let opponents = (0..Arrangement::COUNT).step_by(100).filter_map(Arrangement::from_number);
        verify_against(&values, opponents, 2, &Silent)
    };
    assert!(verified.disagreements.is_empty(), "{:?}", verified.disagreements.first());
    assert!(verified.checked > if is_sweep() { 1_264_575_043 } else { 10_000_000 });
}

/// The sweep and, where it takes minutes only, a visit of all perfect games find the same.
fn perfect_games_have_lengths(table: &Table, (shortest, longest): (u16, u16)) {
    let rules = table.rules();
    for (lengths, expected) in [(Lengths::Shortest, shortest), (Lengths::Longest, longest)] {
        let start = [Position::default()];
        let turns =
            turns_to_end(rules, lengths, &start, &Options::default(), &Silent).expect("enough memory");
        assert_eq!(turns.first().copied().map(u16::from), Some(expected), "see docs/solved.md");
    }
    if table.value(&Position::default()).expect("good") != Margin(0) {
        let values = Values::load(table, 2).expect("every page is good");
        let visited = GameFacts::new(&values, 2, &Silent).expect("nobody interrupts it");
        assert_eq!((visited.shortest, visited.longest), (shortest, longest), "{rules}");
    }
}

/// The first positions of the file, in order and with the values that probing finds.
fn iteration_agrees(table: &Table) {
    let mut last = Position::MAX_ADVANCE;
    let mut seen = std::collections::HashSet::new();
    for entry in table.positions().take(20_000) {
        let (position, margin) = entry.expect("good");
        assert!(position.advance() <= last, "{position}");
        last = position.advance();
        assert_eq!(table.value(&position).expect("good"), margin, "{position}");
        assert!(seen.insert(position), "{position} comes twice");
    }
    assert!(last < Position::MAX_ADVANCE);
    let all = late_positions(last + 1, 5).take(2_000).filter(|position| position.to_move() == Side::Black);
    for position in all {
        assert!(seen.contains(&position), "{position} is missing");
    }
}

fn probing_is_consistent(table: &Table) {
    for position in late_positions(42, 11).take(300).chain([Position::default()]) {
        let value = table.value(&position).expect("good");
        assert_eq!(table.value(&position.mirrored()).expect("good"), value, "{position}");
        turns_are_sorted_and_complete(table, &position, value);
        actions_lead_to_the_best_turn(table, &position, value);
    }
    perfect_line_keeps_the_value(table, &Position::start(Side::Red));
}

fn turns_are_sorted_and_complete(table: &Table, position: &Position, value: Margin) {
    let turns = table.turns(position).expect("good");
    assert_eq!(turns.len(), fast::complete_turns(position, table.rules()).len());
    let key = |turn: &linja_oracle::ValuedTurn| (-turn.value, turn.item.turn.to_string());
    assert!(turns.is_sorted_by_key(key), "{position}");
    if let Some(best) = turns.first() {
        assert_eq!(best.value, value, "{position}");
    }
}

/// In the middle of a turn the margin of each action is that of the best turn with these actions.
fn actions_lead_to_the_best_turn(table: &Table, position: &Position, value: Margin) {
    let Some(turn) = PartialTurn::begin(*position, *table.rules()) else { return };
    let turns = table.turns(position).expect("good");
    let next = table.next(&turn).expect("good");
    assert_eq!(next[0].value, value, "{position}");
    for valued in next {
        let Next::Action(opening) = valued.item else { continue };
        let with_it = turns.iter().filter(|turn| turn.item.turn.actions().first() == Some(&opening));
        assert_eq!(with_it.map(|turn| turn.value).max(), Some(valued.value), "{position} : {opening}");
        let mut longer = turn;
        longer.apply(opening).expect("listed");
        assert_eq!(table.best(&longer).expect("good"), Some(valued.value));
    }
}

fn perfect_line_keeps_the_value(table: &Table, position: &Position) {
    let value = table.value(position).expect("good");
    let line = table.line(position).expect("good");
    for turn in &line {
        let played_by_first = turn.item.result.position.to_move() != position.to_move();
        assert_eq!(turn.value, if played_by_first { value } else { -value }, "{}", turn.item.turn);
    }
    let last = line.last().expect("the start is not over").item;
    assert!(last.result.is_over);
    assert_eq!(last.result.position.score(table.rules()).margin(position.to_move()), value);
}

/// Many values at once are those that single probes give, in the order of the question.
fn batches_agree(table: &Table) {
    let late = table.positions().step_by(1_009).take(2_000).map(|entry| entry.expect("good").0);
    let line = table.line(&Position::default()).expect("good");
    let early = line.iter().flat_map(|best| fast::complete_turns(&best.item.result.position, table.rules()));
    let positions: Vec<Position> = late.chain(early.map(|turn| turn.result.position)).collect();
    let positions: Vec<Position> = positions.iter().rev().chain(&positions).copied().collect();
    assert!(positions.len() > 4_500, "{}", positions.len());
    for (position, value) in positions.iter().zip(table.values(&positions).expect("good")) {
        assert_eq!(table.value(position).expect("good"), value, "{position}");
    }
    assert_eq!(table.values(&[]).expect("good"), []);
}
