//! Turns per second of both generators, on one core: `cargo bench -p linja`.
//!
//! Every count is compared with a known number, so that a fast but wrong generator fails. Each counted turn is
//! generated in full, with its actions and the position after it.

use std::hint::black_box;
use std::time::Instant;

use linja::{CompleteTurn, Position, RuleSet, fast, perft, perft_readable};

/// The rule set, and the numbers of sequences of three and four turns from the start position.
const CASES: [(RuleSet, u64, u64); 5] = [
    (RuleSet::CLASSIC, 248_041, 18_283_597),
    (RuleSet::BONUS, 412_332, 19_445_175),
    (RuleSet::BONUS_SPICY, 1_404_370, 89_842_901),
    (RuleSet::GEEKY, 522_563, 27_567_134),
    (RuleSet::GEEKY_SPICY, 1_657_955, 115_634_754),
];

fn main() {
    println!("million turns a second, one core, best of three runs");
    println!("{:12} {:>8} {:>10} {:>10} {:>8}", "rule set", "perft", "each turn", "readable", "ratio");
    for (rules, three, four) in CASES {
        let start = Position::default();
        let perft = rate(four, || perft(&start, &rules, 4));
        let each = rate(four, || visit_each(&start, &rules, 4));
        let readable = rate(three, || perft_readable(&start, &rules, 3));
        println!(
            "{:12} {:8.1} {:10.1} {:10.1} {:8.1}",
            rules.id(),
            perft / 1e6,
            each / 1e6,
            readable / 1e6,
            each / readable
        );
    }
}

/// Like perft, but generates every turn at the leaves in full, with its actions and the position after it.
fn visit_each(position: &Position, rules: &RuleSet, depth: u32) -> u64 {
    let mut count = 0;
    fast::for_each_turn(position, rules, |complete: CompleteTurn| {
        if depth == 1 {
            black_box(&complete);
            count += 1;
        } else if !complete.result.is_over {
            count += visit_each(&complete.result.position, rules, depth - 1);
        }
    });
    count
}

/// The best of three runs, in turns per second.
fn rate(expected: u64, mut count: impl FnMut() -> u64) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..3 {
        let begun = Instant::now();
        assert_eq!(count(), expected);
        best = best.min(begun.elapsed().as_secs_f64());
    }
    expected as f64 / best
}
