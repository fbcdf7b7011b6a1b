//! The arithmetic coder: yes or no, with a probability for yes.
//!
//! The payload is a binary fraction. Both sides keep a part of the numbers from 0 to 1, and every answer narrows it to the lower
//! share for yes or the upper share for no. The part is kept as 32 bits below the bytes that are settled.

/// Probabilities are multiples of 1 / 2^15.
pub(super) const PROBABILITY_BITS: u32 = 15;

/// A part that is narrower gives its highest byte away.
const NARROW: u32 = 1 << 24;

/// Reads what [`Encoder`] wrote.
pub(super) struct Decoder<'p> {
    bytes: &'p [u8],
    /// The bytes taken; those after the end are zeros.
    taken: usize,
    width: u32,
    /// The fraction, counted from the lower end of the part.
    above: u32,
}

impl<'p> Decoder<'p> {
    pub fn new(bytes: &'p [u8]) -> Decoder<'p> {
        let mut decoder = Decoder { bytes, taken: 0, width: u32::MAX, above: 0 };
        (0..size_of::<u32>()).for_each(|_| decoder.take());
        decoder
    }

    #[inline]
    pub fn read(&mut self, probability: u32) -> bool {
        let share = (self.width >> PROBABILITY_BITS) * probability;
        let yes = self.above < share;
        if yes {
            self.width = share;
        } else {
            self.above -= share;
            self.width -= share;
        }
        while self.width < NARROW {
            self.take();
            self.width <<= 8;
        }
        yes
    }

    /// Whether no byte is left that the answers did not need.
    pub fn is_done(&self) -> bool {
        self.bytes.len() + 3 <= self.taken
    }

    #[inline]
    fn take(&mut self) {
        let byte = self.bytes.get(self.taken).copied().unwrap_or(0);
        self.above = self.above << 8 | u32::from(byte);
        self.taken += 1;
    }
}

/// Writes yes and no.
pub(super) struct Encoder {
    bytes: Vec<u8>,
    /// The lower end of the part, below the bytes.
    low: u32,
    width: u32,
}

impl Default for Encoder {
    fn default() -> Encoder {
        Encoder { bytes: Vec::new(), low: 0, width: u32::MAX }
    }
}

impl Encoder {
    pub fn write(&mut self, yes: bool, probability: u32) {
        let share = (self.width >> PROBABILITY_BITS) * probability;
        if yes {
            self.width = share;
        } else {
            self.raise(share);
            self.width -= share;
        }
        while self.width < NARROW {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.width <<= 8;
        }
    }

    /// The shortest fraction in the part, without zeros at its end.
    pub fn finish(mut self) -> Vec<u8> {
        // The part is at least this wide, so it has a fraction with a single byte more.
        self.raise(NARROW - 1);
        self.bytes.push((self.low >> 24) as u8);
        while self.bytes.pop_if(|byte| *byte == 0).is_some() {}
        self.bytes
    }

    fn raise(&mut self, by: u32) {
        let (low, carry) = self.low.overflowing_add(by);
        self.low = low;
        for byte in self.bytes.iter_mut().rev().take_while(|_| carry) {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with probabilities from one extreme to the other.
    fn answers(count: usize, seed: u64) -> Vec<(bool, u32)> {
        let mut state = seed;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as u32
        };
        (0..count)
            .map(|number| {
                let probability = [1, 16, 300, 16_384, 32_000, 32_752, 32_767][number % 7];
                (next() % (1 << PROBABILITY_BITS) < probability, probability)
            })
            .collect()
    }

    #[test]
    fn what_is_written_is_read() {
        for (seed, count) in [0, 1, 2, 3, 10, 100, 5_000].into_iter().enumerate() {
            let answers = answers(count, seed as u64);
            let mut encoder = Encoder::default();
            for &(yes, probability) in &answers {
                encoder.write(yes, probability);
            }
            let bytes = encoder.finish();
            let mut decoder = Decoder::new(&bytes);
            for (number, &(yes, probability)) in answers.iter().enumerate() {
                assert_eq!(decoder.read(probability), yes, "answer {number} of {count}");
            }
            assert!(decoder.is_done());
            let longer = [&bytes[..], &[1, 1]].concat();
            let mut decoder = Decoder::new(&longer);
            for &(_, probability) in &answers {
                decoder.read(probability);
            }
            assert!(!decoder.is_done(), "something follows");
        }
    }

    /// The example of `docs/table-format.md`.
    #[test]
    fn the_worked_example_of_the_documents() {
        let mut decoder = Decoder::new(&[0xab, 0xcd, 0xef]);
        let steps = [
            (16_384, 0xffff_ffff, 0xabcd_ef00, false),
            (30_000, 0x8000_3fff, 0x2bce_2f00, true),
            (300, 0x7530_0000, 0x2bce_2f00, false),
            (16_384, 0x741d_5780, 0x2abb_8680, true),
        ];
        for (probability, width, above, yes) in steps {
            assert_eq!((decoder.width, decoder.above), (width, above));
            assert_eq!(decoder.read(probability), yes);
        }
    }

    #[test]
    fn a_carry_goes_through_full_bytes() {
        let mut encoder = Encoder { bytes: vec![7, 0xff, 0xff], low: u32::MAX, width: NARROW };
        encoder.raise(1);
        assert_eq!((encoder.bytes, encoder.low), (vec![8, 0, 0], 0));
    }

    #[test]
    fn likely_answers_take_little_space() {
        let mut encoder = Encoder::default();
        (0..100_000).for_each(|_| encoder.write(true, 32_752));
        assert!(encoder.finish().len() <= 10);
    }
}
