use linja::Margin;

/// Who wins, seen from one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The opponent has more points.
    Loss,
    /// The points are equal.
    Draw,
    /// This side has more points.
    Win,
}

impl Outcome {
    /// The outcome for the side that the margin is counted for.
    #[must_use]
    pub const fn of(margin: Margin) -> Outcome {
        match margin.0 {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        }
    }
}
