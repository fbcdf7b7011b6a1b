/// Seeded random numbers: a seed gives the same sequence on every machine and in every version.
///
/// The generator is `SplitMix64`, which is not cryptographically secure.
#[derive(Clone, Debug)]
pub struct Chance {
    state: u64,
}

impl Chance {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Chance {
        Chance { state: seed }
    }

    /// A generator seeded with several numbers, such as a seed and the number of a game. Their order matters.
    #[must_use]
    pub fn from_parts(parts: &[u64]) -> Chance {
        let state = parts.iter().fold(parts.len() as u64, |state, &part| Chance::new(state ^ part).next());
        Chance { state }
    }

    /// The next 64 bits.
    #[allow(clippy::should_implement_trait, reason = "an iterator would promise an end")]
    pub fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number from 0 to `count` − 1, all equally likely; 0 if `count` is 0.
    pub fn below(&mut self, count: usize) -> usize {
        // The bias of taking the high half of the product is below count / 2^64.
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }

    /// A number from 0 (inclusive) to 1 (exclusive).
    pub fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A random item; `None` if there are none.
    pub fn one_of<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_course_of_a_seed_never_changes() {
        // The published output of `SplitMix64` for seed 0.
        let mut chance = Chance::new(0);
        assert_eq!([chance.next(), chance.next()], [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    }

    #[test]
    fn other_parts_give_another_course() {
        let first = |parts: &[u64]| Chance::from_parts(parts).next();
        let courses =
            [first(&[]), first(&[0]), first(&[0, 0]), first(&[1, 2]), first(&[2, 1]), first(&[1, 2, 0])];
        for (i, a) in courses.iter().enumerate() {
            assert!(courses[..i].iter().all(|b| a != b), "{courses:?}");
        }
    }

    #[test]
    fn below_reaches_every_number_and_no_other() {
        let mut chance = Chance::new(7);
        let mut seen = [0; 5];
        for _ in 0..5000 {
            seen[chance.below(5)] += 1;
        }
        assert!(seen.iter().all(|&count| (850..1150).contains(&count)), "{seen:?}");
        assert_eq!(chance.below(0), 0);
        assert_eq!(chance.below(1), 0);
    }

    #[test]
    fn fractions_stay_below_one() {
        let mut chance = Chance::new(9);
        let sum: f64 =
            (0..10_000).map(|_| chance.fraction()).inspect(|f| assert!((0.0..1.0).contains(f))).sum();
        assert!((4900.0..5100.0).contains(&sum), "{sum}");
    }
}
