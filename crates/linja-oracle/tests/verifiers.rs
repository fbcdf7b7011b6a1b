//! Both verifiers find the errors that are planted into good values: all of them, and nothing else.

mod common;

use std::collections::BTreeSet;

use common::one_at_a_time;
use linja::{Margin, Position, RuleSet, Side};
use linja_oracle::{Arrangement, Silent, Values, explain, verify_against, verify_all};
use linja_testing::{Chance, is_sweep};

/// Legal positions, Black to move, without repetition.
fn positions(count: usize, chance: &mut Chance) -> BTreeSet<Position> {
    let mut drawn = BTreeSet::new();
    while drawn.len() < count {
        let mut pick = || Arrangement::from_number(chance.below(Arrangement::COUNT));
        let Some((mover, opponent)) = pick().zip(pick()) else { continue };
        drawn.extend(mover.against(opponent, Side::Black));
    }
    drawn
}

/// Whether the value of a position follows from its turns, by the readable generator.
fn is_consistent(values: &Values, position: &Position) -> bool {
    let best = explain(values, position).into_iter().map(|turn| turn.value).max();
    let derived = best.unwrap_or_else(|| position.score(values.rules()).margin(position.to_move()));
    values.value(position) == Some(derived)
}

/// The inconsistent positions against an opponent, Black to move.
fn inconsistent_against(values: &Values, opponent: Arrangement) -> Vec<Position> {
    let movers = (0..Arrangement::COUNT).filter_map(Arrangement::from_number);
    let positions = movers.filter_map(|mover| mover.against(opponent, Side::Black).ok());
    positions.filter(|position| !is_consistent(values, position)).collect()
}

/// Plants errors of one point. An error makes its own position inconsistent, and perhaps those from which a turn leads to
/// it; in these the player to move of the error is the opponent.
fn planted_errors_are_found(rules: RuleSet, errors: usize) {
    let _busy = one_at_a_time();
    let mut values = Values::load(&linja_testing::table(&rules), 2).expect("every page is good");
    let mut chance = Chance::new(errors as u64);
    let planted = positions(errors, &mut chance);
    let mut opponents = Vec::new();
    for position in &planted {
        let good = values.value(position).expect("a legal position");
        let error = if good.0 < 0 || (good.0 < 100 && chance.below(2) == 0) { 1 } else { -1 };
        assert_eq!(values.replace(position, Margin(good.0 + error)), Some(good));
        let (mover, opponent) = Arrangement::of(position);
        opponents.extend([mover, opponent]);
    }
    opponents.sort_unstable_by_key(|one| one.number());
    opponents.dedup();

    let expected: BTreeSet<Position> =
        opponents.iter().flat_map(|&opponent| inconsistent_against(&values, opponent)).collect();
    assert!(expected.len() >= errors, "nearly every error contradicts its own turns");
    let verified = if is_sweep() {
        verify_all(&values, 2, &Silent)
    } else {
        verify_against(&values, opponents, 2, &Silent)
    };
    let found: BTreeSet<Position> = verified.disagreements.iter().map(|found| found.position).collect();
    assert_eq!(found.len(), verified.disagreements.len(), "each once");
    assert_eq!(found, expected);
    println!(
        "{rules}: {errors} errors planted, {} positions inconsistent, {} found",
        expected.len(),
        found.len()
    );
}

#[test]
fn errors_in_bonus_are_found() {
    planted_errors_are_found(RuleSet::BONUS, if is_sweep() { 1_000 } else { 20 });
}

#[test]
fn errors_in_classic_are_found() {
    planted_errors_are_found(RuleSet::CLASSIC, if is_sweep() { 1_000 } else { 20 });
}
