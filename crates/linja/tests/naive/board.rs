//! The board and its pawns.

use super::rules::{Over, Rules};

/// Rows are numbered 0 to 7 for the letters `a` to `h`.
pub(super) type Row = usize;

pub(super) const ROW_A: Row = 0;
pub(super) const ROW_H: Row = 7;

/// An inner row holds at most this many pawns, both colours together.
pub(super) const FULL: usize = 6;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Colour {
    Black,
    Red,
}

impl Colour {
    pub(super) fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::Red,
            Colour::Red => Colour::Black,
        }
    }

    /// A player's goal is the opponent's home row.
    pub(super) fn goal(self) -> Row {
        match self {
            Colour::Black => ROW_H,
            Colour::Red => ROW_A,
        }
    }

    pub(super) fn home(self) -> Row {
        self.other().goal()
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Pawn {
    pub(super) colour: Colour,
    pub(super) row: Row,
}

impl Pawn {
    pub(super) fn is_in_goal(self) -> bool {
        self.row == self.colour.goal()
    }

    /// The number of steps to the pawn's goal.
    pub(super) fn steps_to_goal(self) -> usize {
        self.row.abs_diff(self.colour.goal())
    }

    /// The row one step forward; `None` from the goal.
    pub(super) fn row_forward(self) -> Option<Row> {
        match self.colour {
            _ if self.row == self.colour.goal() => None,
            Colour::Black => Some(self.row + 1),
            Colour::Red => Some(self.row - 1),
        }
    }

    /// The row one step backward; `None` from the home row.
    pub(super) fn row_backward(self) -> Option<Row> {
        match self.colour {
            _ if self.row == self.colour.home() => None,
            Colour::Black => Some(self.row - 1),
            Colour::Red => Some(self.row + 1),
        }
    }
}

pub(super) fn is_inner(row: Row) -> bool {
    row != ROW_A && row != ROW_H
}

pub(super) fn letter(row: Row) -> char {
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'][row]
}

#[derive(Clone, Copy)]
pub(super) struct Board {
    pub(super) pawns: [Pawn; 24],
}

impl Board {
    /// The pawns on a row, both colours together.
    pub(super) fn pawns_on(&self, row: Row) -> usize {
        self.pawns.iter().filter(|pawn| pawn.row == row).count()
    }

    /// No move of any kind may end on a full row. Home rows hold any number and are never full.
    pub(super) fn can_end_on(&self, row: Row) -> bool {
        !is_inner(row) || self.pawns_on(row) < FULL
    }

    /// The indices of the pawns of a colour. Pawns of one colour on one row are interchangeable, so only the first pawn
    /// of each row is listed: the others would give the same turns.
    pub(super) fn pawns_to_try(&self, colour: Colour) -> Vec<usize> {
        let mut to_try = Vec::new();
        for (index, pawn) in self.pawns.iter().enumerate() {
            if pawn.colour == colour && !self.pawns[..index].contains(pawn) {
                to_try.push(index);
            }
        }
        to_try
    }

    /// The landing row of an opening by this pawn, if possible.
    pub(super) fn opening_of(&self, index: usize) -> Option<Row> {
        let to = self.pawns[index].row_forward()?;
        self.can_end_on(to).then_some(to)
    }

    pub(super) fn has_opening(&self, colour: Colour) -> bool {
        self.pawns_to_try(colour).into_iter().any(|index| self.opening_of(index).is_some())
    }

    /// The landing row of a follow-up of `steps` rows by this pawn, if possible.
    ///
    /// The pawn walks step by step. Full rows may be crossed, so only the last row is checked. Steps past the goal are
    /// dropped. A pawn already in its goal can't move.
    pub(super) fn follow_up_of(&self, index: usize, steps: usize) -> Option<Row> {
        if self.pawns[index].is_in_goal() {
            return None;
        }
        let mut walking = self.pawns[index];
        for _ in 0..steps {
            if let Some(next) = walking.row_forward() {
                walking.row = next;
            }
        }
        self.can_end_on(walking.row).then_some(walking.row)
    }

    /// Whether every Black pawn has a higher letter than every Red pawn. Comparing the rearmost pawns is enough:
    /// Black's has its lowest letter, Red's its highest.
    pub(super) fn have_passed(&self) -> bool {
        let rows_of =
            |colour| self.pawns.iter().filter(move |pawn| pawn.colour == colour).map(|pawn| pawn.row);
        rows_of(Colour::Black).min() > rows_of(Colour::Red).max()
    }

    /// Whether no inner row holds both colours. The home rows do not matter (H5).
    pub(super) fn are_apart(&self) -> bool {
        let holds = |row, colour| self.pawns.contains(&Pawn { colour, row });
        (ROW_A + 1..ROW_H).all(|row| !(holds(row, Colour::Black) && holds(row, Colour::Red)))
    }

    /// Whether the end condition of the rule set holds.
    pub(super) fn has_ended(&self, rules: Rules) -> bool {
        match rules.over {
            Over::Passed => self.have_passed(),
            Over::Apart => self.are_apart(),
        }
    }

    /// Whether the position alone is over, by the end condition or by R1.
    pub(super) fn is_over(&self, rules: Rules) -> bool {
        self.has_ended(rules) || !(self.has_opening(Colour::Black) || self.has_opening(Colour::Red))
    }

    /// Reads the position notation, `<black>/<red> <side>`.
    pub(super) fn read(position: &str) -> (Board, Colour) {
        let (both, side) = position.split_once(' ').expect("a blank before the side");
        let (black, red) = both.split_once('/').expect("a stroke between the colours");
        let mover = match side {
            "b" => Colour::Black,
            "r" => Colour::Red,
            _ => panic!("the side to move is b or r: {position}"),
        };
        let mut pawns = Vec::new();
        for (colour, counts) in [(Colour::Black, black), (Colour::Red, red)] {
            assert_eq!(counts.len(), 8, "eight rows: {position}");
            for (row, digit) in counts.chars().enumerate() {
                let count = digit.to_digit(13).expect("a count of 0 to 9, a, b or c");
                for _ in 0..count {
                    pawns.push(Pawn { colour, row });
                }
            }
            let so_far = if colour == Colour::Black { 12 } else { 24 };
            assert_eq!(pawns.len(), so_far, "twelve pawns each: {position}");
        }
        let pawns = pawns.try_into().ok().expect("twenty-four pawns");
        let board = Board { pawns };
        for row in ROW_A + 1..ROW_H {
            assert!(board.pawns_on(row) <= FULL, "an overfull row: {position}");
        }
        (board, mover)
    }

    /// Writes the position notation.
    pub(super) fn write(&self, mover: Colour) -> String {
        let mut text = String::new();
        for colour in [Colour::Black, Colour::Red] {
            for row in ROW_A..=ROW_H {
                let pawn = Pawn { colour, row };
                let count = self.pawns.iter().filter(|&&other| other == pawn).count();
                text.push(b"0123456789abc"[count].into());
            }
            text.push(if colour == Colour::Black { '/' } else { ' ' });
        }
        text.push(if mover == Colour::Black { 'b' } else { 'r' });
        text
    }
}
