use linja_oracle::ValuedTurn;

use super::{Grade, ReviewedTurn};
use crate::Strength;

/// The summary of one side's turns.
///
/// Accuracy and average loss count only turns with a choice: forced turns can't be wrong and would improve the figures.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Summary {
    /// The number of turns played.
    pub turns: usize,
    /// The number of turns with a choice between distinct results.
    pub choices: usize,
    /// The points lost in all turns.
    pub lost: u32,
    /// The number of turns that changed the outcome.
    pub result_changes: usize,
    /// What the turns tell about the player's strength.
    pub strength: Strength,
    /// The number of turns of each grade, in the order of [`Grade::ALL`].
    grades: [usize; 4],
    /// The sum of the accuracies of all turns with a choice.
    accuracies: f64,
}

/// The factor on a turn's accuracy for each lost point.
const KEPT: f64 = 0.9;

impl Summary {
    /// Counts a turn in; `possible` are all turns of its position.
    pub(super) fn add(&mut self, turn: &ReviewedTurn, possible: &[ValuedTurn]) {
        self.turns += 1;
        self.lost += u32::from(turn.lost);
        self.result_changes += usize::from(turn.changes_result);
        self.grades[turn.grade as usize] += 1;
        if !turn.is_forced() {
            self.choices += 1;
            self.accuracies += accuracy(turn.lost);
            self.strength.see_turns(possible, turn.lost);
        }
    }

    /// The number of turns of this grade.
    #[must_use]
    pub fn count(&self, grade: Grade) -> usize {
        self.grades[grade as usize]
    }

    /// The accuracy in percent: the mean of 100 · 0.9 to the power of the points lost, over all turns with a choice.
    /// `None` if there was no choice.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.choices > 0).then(|| self.accuracies / self.choices as f64)
    }

    /// The points lost per turn with a choice; `None` if there was no choice.
    #[must_use]
    pub fn average_loss(&self) -> Option<f64> {
        (self.choices > 0).then(|| f64::from(self.lost) / self.choices as f64)
    }
}

/// The accuracy of one turn in percent.
fn accuracy(lost: u8) -> f64 {
    // Repeated multiplication, because the result of `powf` differs between machines.
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
        let summary = Summary::default();
        assert_eq!((summary.accuracy(), summary.average_loss(), summary.turns), (None, None, 0));
    }
}
