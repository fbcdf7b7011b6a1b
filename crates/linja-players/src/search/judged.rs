/// The reliability of a value: the lowest among the values it was computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Quality {
    /// Some lines end with an evaluation by the network.
    Guessed = 0,
    /// Every line was searched to the end of the game, but turns that looked bad were pruned.
    Selective = 1,
    /// Every line was searched to the end of the game: the value is exact.
    Proven = 2,
}

/// The value that the search gives a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Judged {
    /// In hundredths of a point.
    pub value: i16,
    pub quality: Quality,
}

impl std::ops::Neg for Judged {
    type Output = Judged;

    fn neg(self) -> Judged {
        Judged { value: -self.value, ..self }
    }
}
