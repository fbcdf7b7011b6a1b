use crate::{CompleteTurn, Position, RuleSet, fast, readable};

/// Counts the legal turn sequences of length `depth` from `position`, with the fast generator.
///
/// Turns with different written forms are counted separately. A pass is one turn. A finished game adds nothing to
/// deeper counts. Depth 0 has one empty sequence.
///
/// ```
/// use linja::{Position, RuleSet, perft};
/// assert_eq!(perft(&Position::default(), &RuleSet::BONUS, 2), 8_692);
/// ```
#[must_use]
pub fn perft(position: &Position, rules: &RuleSet, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    fast::for_each_turn(position, rules, |complete| count += perft_after(&complete, rules, depth - 1));
    count
}

/// Like [`perft`], for the sequences that continue after `complete`.
#[must_use]
pub fn perft_after(complete: &CompleteTurn, rules: &RuleSet, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ if complete.result.is_over => 0,
        _ => perft(&complete.result.position, rules, depth),
    }
}

/// Like [`perft`], but with the readable generator, to check the fast one.
#[must_use]
pub fn perft_readable(position: &Position, rules: &RuleSet, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    readable::complete_turns(position, rules)
        .iter()
        .filter(|complete| depth == 1 || !complete.result.is_over)
        .map(|complete| perft_readable(&complete.result.position, rules, depth - 1))
        .sum()
}
