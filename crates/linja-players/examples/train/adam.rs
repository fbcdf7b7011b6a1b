//! The Adam optimizer.

const KEPT_SLOPE: f32 = 0.9;
const KEPT_SQUARE: f32 = 0.999;

pub struct Adam {
    slopes: Vec<f32>,
    squares: Vec<f32>,
    /// The powers of the two constants, for bias correction.
    powers: (f32, f32),
}

impl Adam {
    pub fn new(numbers: usize) -> Adam {
        Adam { slopes: vec![0.0; numbers], squares: vec![0.0; numbers], powers: (1.0, 1.0) }
    }

    /// Moves `numbers` against `gradient`, the sum over this many samples.
    pub fn step(&mut self, numbers: &mut [f32], gradient: &[f32], samples: usize, rate: f32) {
        self.powers = (self.powers.0 * KEPT_SLOPE, self.powers.1 * KEPT_SQUARE);
        let (slope_share, square_share) = (1.0 - self.powers.0, 1.0 - self.powers.1);
        let moments = self.slopes.iter_mut().zip(&mut self.squares);
        for ((number, sum), (slope, square)) in numbers.iter_mut().zip(gradient).zip(moments) {
            let now = *sum / samples as f32;
            *slope = KEPT_SLOPE * *slope + (1.0 - KEPT_SLOPE) * now;
            *square = KEPT_SQUARE * *square + (1.0 - KEPT_SQUARE) * now * now;
            *number -= rate * (*slope / slope_share) / ((*square / square_share).sqrt() + 1e-8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_to_the_lowest_point() {
        // The gradient of the squared distance from (3, -2).
        let mut numbers = [0.0, 0.0];
        let mut adam = Adam::new(2);
        for _ in 0..2000 {
            let gradient = [10.0 * (numbers[0] - 3.0), 10.0 * (numbers[1] + 2.0)];
            adam.step(&mut numbers, &gradient, 10, 0.01);
        }
        assert!((numbers[0] - 3.0).abs() < 0.01 && (numbers[1] + 2.0).abs() < 0.01, "{numbers:?}");
    }
}
