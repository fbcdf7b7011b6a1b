/// A seeded random generator (`SplitMix64`): a failure can be repeated.
///
/// The numbers of a seed never change: the trained weights depend on them.
#[derive(Clone, Debug)]
pub struct Chance(u64);

impl Chance {
    /// A generator that starts at `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }

    /// One of several independent generators with the same seed.
    #[must_use]
    pub fn stream(seed: u64, stream: u64) -> Chance {
        Chance(seed ^ stream.wrapping_mul(0xA24B_AED4_963E_E407))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to `end` − 1; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The remainder favours small numbers by less than one in 2^50 for every `end` in use.
        self.next().checked_rem(end as u64).unwrap_or_default() as usize
    }

    /// A number from 0 up to but not including 1.
    pub fn fraction(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1_u64 << 24) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_seed_never_change() {
        // `SplitMix64` from 0, as its authors publish it.
        let mut chance = Chance::new(0);
        assert_eq!([chance.next(), chance.next()], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    }

    #[test]
    fn streams_of_a_seed_differ() {
        let numbers = |stream| {
            let mut chance = Chance::stream(7, stream);
            (0..20).map(|_| chance.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(numbers(1), numbers(1));
        assert_ne!(numbers(1), numbers(2));
        assert_eq!(Chance::stream(1, 1).below(0), 0);
    }
}
