use std::fmt;
use std::ops::Neg;

use linja::Margin;

/// A margin estimated by a search, in hundredths of a point, for the side that plays. A [`Margin`] is exact.
///
/// ```
/// use linja_players::Estimate;
/// assert_eq!(Estimate(130).to_string(), "≈+1.3");
/// assert_eq!(Estimate(-400).to_string(), "≈-4.0");
/// assert_eq!(Estimate(4).to_string(), "≈0.0");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Estimate(pub i16);

impl Estimate {
    /// Hundredths in a point.
    pub const PER_POINT: i16 = 100;

    /// The estimate as a margin; `None` if it is not a whole number of points.
    pub(crate) fn to_margin(self) -> Option<Margin> {
        let whole = self.0 % Estimate::PER_POINT == 0;
        whole.then(|| i8::try_from(self.0 / Estimate::PER_POINT).ok().map(Margin)).flatten()
    }
}

impl Estimate {
    /// The nearest whole margin; halves are rounded away from zero.
    #[must_use]
    pub fn nearest(self) -> Margin {
        let half = Estimate::PER_POINT / 2 * self.0.signum();
        // A search estimates at most 120 points.
        Margin(((self.0 + half) / Estimate::PER_POINT) as i8)
    }
}

/// An exact margin as an estimate.
impl From<Margin> for Estimate {
    fn from(margin: Margin) -> Estimate {
        Estimate(i16::from(margin.0) * Estimate::PER_POINT)
    }
}

impl Neg for Estimate {
    type Output = Estimate;

    fn neg(self) -> Estimate {
        Estimate(-self.0)
    }
}

/// Writes tenths of a point, rounded half away from zero, with a sign unless they are zero: `≈+1.3`, `≈0.0`.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0.unsigned_abs() + 5) / 10;
        let sign = match (tenths, self.0) {
            (0, _) => "",
            (_, 0..) => "+",
            _ => "-",
        };
        f.pad(&format!("≈{sign}{}.{}", tenths / 10, tenths % 10))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_written_with_one_decimal_and_a_sign_unless_it_is_zero() {
        let written = |hundredths| Estimate(hundredths).to_string();
        assert_eq!(written(0), "≈0.0");
        assert_eq!(written(-4), "≈0.0");
        assert_eq!(written(5), "≈+0.1");
        assert_eq!(written(-5), "≈-0.1");
        assert_eq!(written(1_234), "≈+12.3");
        assert_eq!(written(-12_000), "≈-120.0");
        assert_eq!(format!("{:>7}|", Estimate(-400)), "  ≈-4.0|");
    }

    #[test]
    fn the_nearest_margin_is_symmetric() {
        for (hundredths, points) in [(0, 0), (49, 0), (50, 1), (149, 1), (-49, 0), (-50, -1), (12_000, 120)] {
            assert_eq!(Estimate(hundredths).nearest(), Margin(points), "{hundredths}");
        }
    }

    #[test]
    fn a_margin_is_said_in_points() {
        assert_eq!(Estimate::from(Margin(-3)), Estimate(-300));
        assert_eq!(-Estimate::from(Margin(120)), Estimate(-12_000));
    }
}
