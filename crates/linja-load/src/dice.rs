//! Chance that can be repeated: the same seed plays the same turns.

use std::time::Duration;

/// A `SplitMix64` generator, which is plenty for choosing turns.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64, stream: u64) -> Dice {
        Dice(seed ^ stream.wrapping_mul(0xA24B_AED4_963E_E407))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// One of `0..sides`; 0 if there is none.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        // The remainder favours small numbers by less than one in 2^50 here.
        if sides == 0 { 0 } else { (self.next() % sides as u64) as usize }
    }

    /// Between half and one and a half times `mean`.
    pub(crate) fn around(&mut self, mean: Duration) -> Duration {
        mean.mul_f64(0.5 + self.fraction())
    }

    /// Between `from` and `to`.
    pub(crate) fn between(&mut self, from: Duration, to: Duration) -> Duration {
        from + to.saturating_sub(from).mul_f64(self.fraction())
    }

    fn fraction(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_seed_rolls_the_same_and_other_streams_differ() {
        let rolls = |stream| {
            let mut dice = Dice::new(7, stream);
            (0..20).map(|_| dice.roll(1000)).collect::<Vec<_>>()
        };
        assert_eq!(rolls(1), rolls(1));
        assert_ne!(rolls(1), rolls(2));
        assert_eq!(Dice::new(1, 1).roll(0), 0);
    }

    #[test]
    fn jitter_keeps_its_mean() {
        let mut dice = Dice::new(1, 0);
        let sum: Duration = (0..100_000).map(|_| dice.around(Duration::from_millis(100))).sum();
        let mean = sum / 100_000;
        // Eleven times the standard deviation of such a mean.
        assert!((99_000..=101_000).contains(&mean.as_micros()), "{mean:?}");
    }
}
