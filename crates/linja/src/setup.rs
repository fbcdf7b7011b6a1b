use alloc::vec::Vec;

use crate::{BySide, Message, Position, Row, Side};

/// An unchecked description of a position: from notation, an editor or a program.
///
/// [`Setup::check`] (or `Position::try_from`) turns it into a [`Position`] or lists every violation.
///
/// ```
/// use linja::{Position, Setup, Side};
/// let mut setup = Setup::from(Position::start(Side::Black));
/// setup.pawns.black[2] = 7;
/// let error = setup.check().unwrap_err();
/// assert_eq!(error.to_string(), "Black has 18 pawns, not 12; row c holds 8 pawns, at most 6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Setup {
    /// The number of pawns of each side on the rows a to h.
    pub pawns: BySide<[u8; Row::COUNT]>,
    /// Whose turn it is.
    pub to_move: Side,
}

impl Setup {
    /// Checks the description and returns the position.
    ///
    /// # Errors
    /// All violated rules, not only the first.
    pub fn check(self) -> Result<Position, SetupError> {
        let mut violations = Vec::new();
        for side in Side::ALL {
            let count = self.pawns[side].iter().map(|&count| u16::from(count)).sum();
            if count != u16::from(Position::PAWNS) {
                violations.push(Violation::PawnCount { side, count });
            }
        }
        for row in Row::ALL.into_iter().filter(|row| row.is_inner()) {
            let count = Side::ALL.iter().map(|&side| u16::from(self.pawns[side][row.index()])).sum();
            if count > u16::from(Row::CAPACITY) {
                violations.push(Violation::RowOverfull { row, count });
            }
        }
        if violations.is_empty() {
            Ok(Position::from_checked(self.pawns, self.to_move))
        } else {
            Err(SetupError { violations })
        }
    }
}

/// One rule that a [`Setup`] violates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Violation {
    /// A side does not have twelve pawns.
    PawnCount {
        /// The side.
        side: Side,
        /// The number of pawns of the side.
        count: u16,
    },
    /// An inner row holds more than six pawns.
    RowOverfull {
        /// The overfull row.
        row: Row,
        /// The number of pawns on the row.
        count: u16,
    },
}

impl Violation {
    /// The violation as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        match *self {
            Violation::PawnCount { side, count } => Message::new("setup_pawn_count")
                .with("side", side)
                .with("count", count)
                .with("all", Position::PAWNS),
            Violation::RowOverfull { row, count } => Message::new("setup_row_overfull")
                .with("row", row)
                .with("count", count)
                .with("most", Row::CAPACITY),
        }
    }
}

/// A [`Setup`] is not a legal position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    violations: Vec<Violation>,
}

impl SetupError {
    /// Every violation: wrong pawn counts first, then overfull rows from a to h. Never empty.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// All violations as a translatable message.
    #[must_use]
    pub fn message(&self) -> Message {
        let violations: Vec<Message> = self.violations.iter().map(Violation::message).collect();
        Message::new("setup").with("violations", violations)
    }
}

impl core::error::Error for SetupError {}

impl From<Position> for Setup {
    fn from(position: Position) -> Setup {
        Setup { pawns: position.pawns(), to_move: position.to_move() }
    }
}
