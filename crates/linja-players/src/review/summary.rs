use super::{Grade, ReviewedTurn};

/// What one side did with its turns.
///
/// Accuracy and average loss count only turns with a choice: a forced turn can't be wrong, and a game full of them would
/// look better than it was.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The turns it played.
    pub turns: usize,
    /// Those with a choice between different results.
    pub choices: usize,
    /// The points that it gave away with all its turns.
    pub lost: u32,
    /// How many turns changed the result.
    pub result_changes: usize,
    /// How many turns have each grade, in the order of [`Grade::ALL`].
    grades: [usize; 4],
    /// The sum of the accuracies of the turns with a choice.
    accuracies: f64,
}

/// The part of a turn's accuracy that is left after each lost point.
const KEPT: f64 = 0.9;

impl Summary {
    pub(super) fn of<'a>(turns: impl Iterator<Item = &'a ReviewedTurn>) -> Summary {
        turns.fold(Summary::default(), |mut summary, turn| {
            summary.turns += 1;
            summary.lost += u32::from(turn.lost);
            summary.result_changes += usize::from(turn.changes_result);
            summary.grades[turn.grade as usize] += 1;
            if !turn.is_forced() {
                summary.choices += 1;
                summary.accuracies += accuracy(turn.lost);
            }
            summary
        })
    }

    /// How many turns have this grade.
    #[must_use]
    pub fn count(&self, grade: Grade) -> usize {
        self.grades[grade as usize]
    }

    /// How near to perfect the turns with a choice were, from 0 to 100: the mean of 100 · 0.9 to the power of the points
    /// lost. `None` if there was no choice.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.accuracies / self.choices as f64)
    }

    /// The points lost for each turn with a choice. `None` if there was none.
    #[must_use]
    pub fn average_loss(&self) -> Option<f64> {
        (self.choices > 0).then(|| f64::from(self.lost) / self.choices as f64)
    }
}

/// The accuracy of one turn in percent.
fn accuracy(lost: u8) -> f64 {
    // Multiplied step by step, because `powf` is not the same on every machine.
    (0..lost).fold(100.0, |left, _| left * KEPT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_of_a_turn_falls_with_every_point() {
        assert!((accuracy(0) - 100.0).abs() < 1e-9);
        assert!((accuracy(1) - 90.0).abs() < 1e-9);
        assert!((accuracy(2) - 81.0).abs() < 1e-9);
        assert!((0..240).all(|lost| accuracy(lost) > accuracy(lost + 1) && accuracy(lost + 1) > 0.0));
    }

    #[test]
    fn nothing_played_has_no_accuracy() {
        let summary = Summary::of([].iter());
        assert_eq!((summary.accuracy(), summary.average_loss(), summary.turns), (None, None, 0));
    }
}
