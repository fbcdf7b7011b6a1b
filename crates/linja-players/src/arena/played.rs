use linja::{BySide, Game, Margin, Side, Winner};

use crate::Level;

/// A game of the arena.
#[derive(Clone, Debug)]
pub struct PlayedGame<P = Level> {
    /// The index among all games of the arena.
    pub number: usize,
    /// The player of each side.
    pub players: BySide<P>,
    /// The whole game, with its opening turns.
    pub game: Game,
    /// The points lost by each turn, in the order of the side's turns, without the opening turns. Empty if nothing knows
    /// them.
    pub losses: BySide<Vec<u8>>,
    /// What decided it.
    pub decided: Decided,
}

/// What decided a game of the arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// The points at its end.
    OnTheBoard,
    /// The table: the exact margin for Black in the position where the game was broken off.
    ByTable(Margin),
    /// This side broke the rules of play, and lost.
    ByFault {
        /// The side that lost.
        loser: Side,
        /// What its player did.
        reason: String,
    },
}

impl<P> PlayedGame<P> {
    /// The margin for `side`; `None` if a fault decided the game.
    #[must_use]
    pub fn margin(&self, side: Side) -> Option<Margin> {
        match self.decided {
            Decided::OnTheBoard => Some(self.game.score().margin(side)),
            Decided::ByTable(margin) => Some(if side == Side::Black { margin } else { -margin }),
            Decided::ByFault { .. } => None,
        }
    }

    /// Who won.
    #[must_use]
    pub fn winner(&self) -> Winner {
        if let Decided::ByFault { loser, .. } = self.decided {
            return Winner::Side(!loser);
        }
        match self.margin(Side::Black).map_or(0, |margin| margin.0) {
            1.. => Winner::Side(Side::Black),
            0 => Winner::Draw,
            _ => Winner::Side(Side::Red),
        }
    }

    /// The match points of `side`, counted in halves: 2 for a win, 1 for a draw.
    #[must_use]
    pub fn half_points(&self, side: Side) -> u8 {
        match self.winner() {
            Winner::Side(winner) => 2 * u8::from(winner == side),
            Winner::Draw => 1,
        }
    }
}
