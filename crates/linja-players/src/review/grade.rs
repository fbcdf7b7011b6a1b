/// The grade of a turn, by the points it lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// No point lost.
    Best,
    /// 1 or 2 points lost.
    Inaccuracy,
    /// 3 to 5 points lost.
    Mistake,
    /// 6 or more points lost.
    Blunder,
}

impl Grade {
    /// All grades, the best first.
    pub const ALL: [Grade; 4] = [Grade::Best, Grade::Inaccuracy, Grade::Mistake, Grade::Blunder];

    /// The grade of a turn that lost this many points.
    #[must_use]
    pub const fn of(lost: u8) -> Grade {
        match lost {
            0 => Grade::Best,
            1..=2 => Grade::Inaccuracy,
            3..=5 => Grade::Mistake,
            6.. => Grade::Blunder,
        }
    }

    /// `best`, `inaccuracy`, `mistake` or `blunder`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Inaccuracy => "inaccuracy",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// The sign beside the turn: `?!`, `?` or `??`; empty for the best.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Grade::Best => "",
            Grade::Inaccuracy => "?!",
            Grade::Mistake => "?",
            Grade::Blunder => "??",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_are_those_of_the_documents() {
        let grades: Vec<Grade> = (0..=7).map(Grade::of).collect();
        let [best, inaccuracy, mistake, blunder] = Grade::ALL;
        assert_eq!(grades, [best, inaccuracy, inaccuracy, mistake, mistake, mistake, blunder, blunder]);
        assert_eq!(Grade::of(240), blunder);
    }
}
