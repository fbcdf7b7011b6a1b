//! A set of measured times, and its percentiles.

use std::fmt;
use std::time::Duration;

/// Times in microseconds, in no order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Latencies(Vec<u32>);

impl Latencies {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn append(&mut self, other: Latencies) {
        self.0.extend(other.0);
    }

    /// A percentile in milliseconds, given in thousandths.
    pub(crate) fn percentile(&self, of_thousand: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        Latencies::at(&sorted, of_thousand)
    }

    /// A percentile in milliseconds, given in thousandths.
    fn at(sorted: &[u32], of_thousand: usize) -> f64 {
        let rank = (sorted.len() * of_thousand).div_ceil(1000).max(1);
        sorted.get(rank - 1).map_or(f64::NAN, |&micros| f64::from(micros) / 1000.0)
    }
}

/// Writes `p50 2.1 ms, p99 14.0 ms, p99.9 30.2 ms, worst 41.7 ms`.
impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("none");
        }
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let at = |of_thousand| Latencies::at(&sorted, of_thousand);
        write!(
            f,
            "p50 {:.1} ms, p99 {:.1} ms, p99.9 {:.1} ms, worst {:.1} ms",
            at(500),
            at(990),
            at(999),
            at(1000)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_times_that_really_occurred() {
        let mut latencies = Latencies::default();
        assert_eq!(latencies.to_string(), "none");
        for millis in (1..=1000).rev() {
            latencies.add(Duration::from_millis(millis));
        }
        let written = "p50 500.0 ms, p99 990.0 ms, p99.9 999.0 ms, worst 1000.0 ms";
        assert_eq!(latencies.to_string(), written);
    }
}
