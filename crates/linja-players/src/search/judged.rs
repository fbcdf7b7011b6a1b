/// How far a value can be trusted; the worst of what it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Quality {
    /// The network guessed positions at the end of some lines.
    Guessed = 0,
    /// Every line was read to the end of the game, but turns that looked bad were left out.
    Selective = 1,
    /// Every line was read to the end of the game.
    Proven = 2,
}

/// What the search thinks of a position.
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
