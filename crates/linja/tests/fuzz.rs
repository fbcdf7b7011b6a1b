//! Runs every fuzz harness on mutated valid texts and on random bytes.

#[path = "../../../fuzz/src/lib.rs"]
mod harness;

use linja_testing::Chance;

/// Takes about a second per harness.
const RUNS: usize = 20_000;

const SEEDS: [&str; 7] = [
    "61111110/01111116 b : ab ce",
    "00000417-63102000-r",
    "\0\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}ab ce / bc df",
    "\u{2}abcdefgbc eh ~dc",
    "[Rules \"bonus\"]\n[Black \"A \\\"B\\\"\"]\n[Termination \"resignation\"]\n[Winner \"red\"]\n\n1. ab ac | hg hf\n",
    "[Setup \"0000000c/b0000001 r\"]\n[Result \"60-52\"]\n1. hg",
    "1. ab ac {a \\} b} (ab fh +gh {c} | cb he (cb da)) (bc ac) | hg hf\n2. ab ad (ab be)\n",
];

/// Bytes that are significant to one of the parsers.
const ALPHABET: &[u8] = b"abcdefgh0123456/-+~| :.[]{}()\"\\\n\tRpsABCH\x00\xff\xc3";

/// Random bytes, or a seed with a few bytes replaced, inserted, removed or repeated.
fn bytes(chance: &mut Chance) -> Vec<u8> {
    if chance.below(4) == 0 {
        return (0..chance.below(200)).map(|_| chance.below(256) as u8).collect();
    }
    let mut bytes = SEEDS[chance.below(SEEDS.len())].as_bytes().to_vec();
    for _ in 0..chance.below(6) {
        let at = chance.below(bytes.len() + 1);
        let byte = ALPHABET[chance.below(ALPHABET.len())];
        match chance.below(4) {
            0 if at < bytes.len() => bytes[at] = byte,
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => bytes.extend_from_within(at..),
            _ => bytes.insert(at, byte),
        }
    }
    bytes
}

fn run(harness: fn(&[u8])) {
    let mut chance = Chance::new(1);
    for _ in 0..RUNS {
        harness(&bytes(&mut chance));
    }
}

#[test]
fn position_text() {
    run(harness::position_text);
}

#[test]
fn turn_text() {
    run(harness::turn_text);
}

#[test]
fn record_text() {
    run(harness::record_text);
}

#[test]
fn action_sequence() {
    run(harness::action_sequence);
}
