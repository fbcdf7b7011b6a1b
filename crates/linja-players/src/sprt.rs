//! Wald's sequential probability ratio test: plays no more games than needed to tell two players apart.
//!
//! The unit is a *pair* of games with mirrored openings, whose scores depend on each other. The ratio of likelihoods is the
//! generalised one: for each hypothesis, the distribution of pair scores that has the mean of the hypothesis and makes the
//! observed scores most likely.

/// A test of the Elo difference of a pairing's first player to the second.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    low: f64,
    high: f64,
    error: f64,
}

/// What a test tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtResult {
    /// The test.
    pub test: Sprt,
    /// The logarithm of the ratio of likelihoods: above 0 the higher difference is more likely.
    pub ratio: f64,
    /// The test decides for the higher difference at this ratio, and for the lower one at its opposite.
    pub bound: f64,
    /// The decision; `None` if the games were not enough for one.
    pub decision: Option<Decision>,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is rather the lower one.
    Low,
    /// The difference is rather the higher one.
    High,
}

impl Sprt {
    /// A test whether the difference is rather `low` or rather `high`, which errs with this probability; `None` unless
    /// −1000 ≤ low < high ≤ 1000 and 0 < error < ½.
    #[must_use]
    pub fn new(low: f64, high: f64, error: f64) -> Option<Sprt> {
        let sensible = (-1000.0..=1000.0).contains(&low) && low < high && high <= 1000.0;
        (sensible && error > 0.0 && error < 0.5).then_some(Sprt { low, high, error })
    }

    /// The lower difference.
    #[must_use]
    pub fn low(&self) -> f64 {
        self.low
    }

    /// The higher difference.
    #[must_use]
    pub fn high(&self) -> f64 {
        self.high
    }

    /// The probability of a wrong decision.
    #[must_use]
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The ratio at which the test decides.
    fn bound(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// The logarithm of the ratio of likelihoods after these pairs, counted by their half points, 0 to 4.
    fn ratio(&self, pairs: [u64; 5]) -> f64 {
        if pairs.iter().all(|&count| count == 0) {
            return 0.0;
        }
        // Never exactly zero, so that the maximum always exists; far too little to matter.
        let counts = pairs.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [low, high] = [self.low, self.high].map(|elo| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
        let (tilt_low, tilt_high) = (tilt(&shares, low), tilt(&shares, high));
        let term = |(place, share): (usize, &f64)| {
            let score = score(place);
            share * ((1.0 + tilt_low * (score - low)) / (1.0 + tilt_high * (score - high))).ln()
        };
        total * shares.iter().enumerate().map(term).sum::<f64>()
    }
}

/// The share of the points of a pair with this many half points.
fn score(place: usize) -> f64 {
    place as f64 / 4.0
}

/// The parameter of the likeliest distribution with this mean: it has the shares, each divided by 1 + tilt · (score − mean).
/// Found by bisection: the mean falls as the tilt grows, between the tilts where a divisor becomes zero.
fn tilt(shares: &[f64; 5], mean: f64) -> f64 {
    let (mut below, mut above) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(below, above);
        let off = |(place, share): (usize, &f64)| {
            let distance = score(place) - mean;
            share * distance / (1.0 + middle * distance)
        };
        if shares.iter().enumerate().map(off).sum::<f64>() > 0.0 {
            below = middle;
        } else {
            above = middle;
        }
    }
    f64::midpoint(below, above)
}

/// A test and the pairs that it has seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Running {
    test: Sprt,
    pairs: [u64; 5],
}

impl Running {
    pub(crate) fn new(test: Sprt) -> Running {
        Running { test, pairs: [0; 5] }
    }

    /// Counts a pair of games with this many half points for the first player, 0 to 4.
    pub(crate) fn add_pair(&mut self, half_points: u8) {
        self.pairs[usize::from(half_points)] += 1;
    }

    pub(crate) fn result(&self) -> SprtResult {
        let (ratio, bound) = (self.test.ratio(self.pairs), self.test.bound());
        let decision = match ratio {
            _ if ratio >= bound => Some(Decision::High),
            _ if ratio <= -bound => Some(Decision::Low),
            _ => None,
        };
        SprtResult { test: self.test, ratio, bound, decision }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Chance;

    fn test() -> Sprt {
        Sprt::new(0.0, 50.0, 0.05).unwrap()
    }

    #[test]
    fn only_sensible_bounds_make_a_test() {
        for (low, high, error) in [
            (5.0, 5.0, 0.05),
            (9.0, 5.0, 0.05),
            (0.0, 5.0, 0.5),
            (0.0, 5.0, 0.0),
            (f64::NAN, 1.0, 0.1),
            (0.0, 2e3, 0.1),
        ] {
            assert_eq!(Sprt::new(low, high, error), None, "{low} {high} {error}");
        }
    }

    #[test]
    fn mirrored_results_have_the_opposite_ratio() {
        let test = Sprt::new(-30.0, 30.0, 0.05).unwrap();
        let (ratio, opposite) = (test.ratio([3, 10, 40, 12, 9]), test.ratio([9, 12, 40, 10, 3]));
        assert!(ratio > 0.0 && (ratio + opposite).abs() < 1e-9, "{ratio} {opposite}");
        assert!(test.ratio([5, 10, 30, 10, 5]).abs() < 1e-9);
        assert!(test.ratio([0; 5]).abs() < f64::EPSILON);
    }

    /// For many games, the ratio is close to that of a normal distribution with the measured variance.
    #[test]
    fn ratio_agrees_with_the_normal_approximation() {
        let pairs = [300, 900, 2000, 1000, 330];
        let total: u64 = pairs.iter().sum();
        let mean = |power: i32| -> f64 {
            (0..5).map(|place| pairs[place] as f64 * score(place).powi(power)).sum::<f64>() / total as f64
        };
        let variance = mean(2) - mean(1).powi(2);
        let test = Sprt::new(0.0, 10.0, 0.05).unwrap();
        let [low, high] = [0.0_f64, 10.0].map(|elo| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0)));
        let normal = total as f64 * (high - low) * (2.0 * mean(1) - low - high) / (2.0 * variance);
        let ratio = test.ratio(pairs);
        assert!((ratio - normal).abs() < 0.02 * normal.abs(), "{ratio} {normal}");
    }

    #[test]
    fn one_pair_never_decides_and_a_hundred_equal_ones_do() {
        for (half_points, decision) in [(4, Decision::High), (0, Decision::Low)] {
            let mut running = Running::new(test());
            running.add_pair(half_points);
            assert_eq!(running.result().decision, None, "{:?}", running.result());
            (0..100).for_each(|_| running.add_pair(half_points));
            assert_eq!(running.result().decision, Some(decision));
        }
    }

    /// Simulated pairs with the true difference at one of the bounds are judged wrong about as rarely as promised.
    #[test]
    fn wrong_decisions_are_as_rare_as_promised() {
        let mut chance = Chance::new(1);
        for (mean, right) in [(0.5, Decision::Low), (0.5715, Decision::High)] {
            let mut wrong = 0;
            for _ in 0..200 {
                let mut running = Running::new(test());
                let decision = loop {
                    let won = |chance: &mut Chance| u8::from(chance.fraction() < mean) * 2;
                    running.add_pair(won(&mut chance) + won(&mut chance));
                    if let Some(decision) = running.result().decision {
                        break decision;
                    }
                };
                wrong += i32::from(decision != right);
            }
            assert!(wrong <= 20, "{wrong} of 200 instead of about 10");
        }
    }
}
