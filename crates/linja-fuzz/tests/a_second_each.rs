//! Every harness for a second, on bytes made from valid texts by small changes and on plain noise.

use std::time::{Duration, Instant};

const SEEDS: [&str; 6] = [
    "61111110/01111116 b : ab ce",
    "00000417-63102000-r",
    "\0\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}ab ce / bc df",
    "\u{2}abcdefgbc eh ~dc",
    "[Rules \"bonus\"]\n[Black \"A \\\"B\\\"\"]\n[Termination \"resignation\"]\n[Winner \"red\"]\n\n1. ab ac | hg hf\n",
    "[Setup \"0000000c/b0000001 r\"]\n[Result \"60-52\"]\n1. hg",
];

/// Bytes that mean something to one of the readers.
const ALPHABET: &[u8] = b"abcdefgh0123456/-+~| :.[]\"\\\n\tRpsABCH\x00\xff\xc3";

struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    /// Noise, or a seed with a few bytes replaced, inserted, removed or repeated.
    fn bytes(&mut self) -> Vec<u8> {
        if self.below(4) == 0 {
            return (0..self.below(200)).map(|_| self.below(256) as u8).collect();
        }
        let mut bytes = SEEDS[self.below(SEEDS.len())].as_bytes().to_vec();
        for _ in 0..self.below(6) {
            let at = self.below(bytes.len() + 1);
            let byte = ALPHABET[self.below(ALPHABET.len())];
            match self.below(4) {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 => bytes.extend_from_within(at..),
                _ => bytes.insert(at, byte),
            }
        }
        bytes
    }
}

fn run_for_a_second(harness: fn(&[u8])) {
    let mut chance = Chance(0x1234_5678_9abc_def1);
    let begun = Instant::now();
    let mut runs = 0;
    while begun.elapsed() < Duration::from_secs(1) {
        harness(&chance.bytes());
        runs += 1;
    }
    assert!(runs > 100, "only {runs} runs in a second");
}

#[test]
fn position_text() {
    run_for_a_second(linja_fuzz::position_text);
}

#[test]
fn turn_text() {
    run_for_a_second(linja_fuzz::turn_text);
}

#[test]
fn record_text() {
    run_for_a_second(linja_fuzz::record_text);
}

#[test]
fn action_sequence() {
    run_for_a_second(linja_fuzz::action_sequence);
}
